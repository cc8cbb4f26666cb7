//! Derives from the reference why a move is illegal, and compares it with the engine's reason.

use crate::differential::{LockstepGame, reference_square};
use crate::reference::{self, Piece, Square, squares_on_way};
use rules::{IllegalMove, Move, Origin};
use std::cell::RefCell;
use std::collections::HashMap;

/// Asserts that the engine accepts or rejects each of the moves that can be encoded, with a reason that
/// applies.
pub fn assert_illegal_reasons(game: &LockstepGame) {
    let checker = ReasonChecker::new(game);
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        let found = game.position.validate_move(mv);
        let expected = checker.acceptable_results(mv);
        let is_expected = expected.contains(&found);
        assert!(
            is_expected,
            "{mv:?}: {found:?}, expected one of {expected:?}: {}",
            game.transcript()
        );
    }
}

/// Computes the acceptable results of `validate_move` in one position.
struct ReasonChecker<'a> {
    game: &'a LockstepGame,
    /// The pseudo-legal moves by their USI text.
    pseudo_legal: HashMap<String, reference::Move>,
    /// For each square with a piece of the side to move: the squares that the piece reaches,
    /// including those of own pieces that it could capture if they were enemies.
    reachable: HashMap<Square, Vec<Square>>,
    /// Why a piece cannot move to a square, with or without promotion.
    unreachable: RefCell<HashMap<(Square, Square), Vec<IllegalMove>>>,
}

impl<'a> ReasonChecker<'a> {
    fn new(game: &'a LockstepGame) -> Self {
        let position = game.reference.position();
        let (board, us) = (position.board(), position.side_to_move());
        let own = || board.pieces().filter(|(_, piece)| piece.side == us);
        let reachable = own().map(|(from, piece)| {
            let movement = position.movement(piece);
            let mut squares = movement.targets(board, from, us);
            squares.retain(|&to| position.may_use(piece, to));
            squares.extend(own().map(|(to, _)| to).filter(|&to| {
                let mut with_enemy = board.clone();
                let enemy = board.piece_on(to).map(|piece| Piece { side: us.opponent(), ..piece });
                with_enemy.set(to, enemy);
                to != from
                    && position.may_use(piece, to)
                    && movement.reaches(&with_enemy, from, us, to)
            }));
            (from, squares)
        });
        let moves = position.pseudo_legal_moves().into_iter().map(|mv| (mv.to_string(), mv));
        let (pseudo_legal, reachable) = (moves.collect(), reachable.collect());
        Self { game, pseudo_legal, reachable, unreachable: RefCell::default() }
    }

    /// Returns the acceptable results for a move: two if two reasons apply.
    fn acceptable_results(&self, mv: Move) -> Vec<Result<(), IllegalMove>> {
        let board = self.game.reference.position().board();
        if !board.contains(reference_square(mv.to())) {
            return vec![Err(IllegalMove::Malformed)];
        }
        let to = reference_square(mv.to());
        let reasons = match mv.origin() {
            Origin::Hand(kind) => self.check_drop(kind, to).into_iter().collect(),
            Origin::Board(from) => {
                let from = reference_square(from);
                match self.reachable.get(&from) {
                    Some(reachable) if !reachable.contains(&to) => {
                        let mut unreachable = self.unreachable.borrow_mut();
                        let check = || self.check_unreachable(from, to);
                        unreachable.entry((from, to)).or_insert_with(check).clone()
                    }
                    _ => self.check_board_move(from, to, mv.is_promotion()).into_iter().collect(),
                }
            }
        };
        if reasons.is_empty() {
            self.check_pseudo_legal(mv)
        } else {
            reasons.into_iter().map(Err).collect()
        }
    }

    /// Returns why a drop is not pseudo-legal; `None` if it is.
    fn check_drop(&self, kind: rules::PieceKind, to: Square) -> Option<IllegalMove> {
        let position = self.game.reference.position();
        let (rule_set, us) = (position.rule_set(), position.side_to_move());
        let letter = self.game.rules().piece_info(kind).map(|piece| piece.letter);
        let Some(letter) = letter.filter(|letter| position.hand(us).contains(letter)) else {
            return Some(IllegalMove::NotInHand);
        };
        if position.board().piece_on(to).is_some() {
            return Some(IllegalMove::Occupied);
        }
        let dead_ranks = rule_set.piece(letter).expect("a piece of the game").dead_ranks;
        if position.board().rank_from_far_edge(us, to) <= dead_ranks {
            return Some(IllegalMove::DeadSquare);
        }
        if !position.may_use(Piece { side: us, letter, promoted: false }, to) {
            return Some(IllegalMove::Confined);
        }
        position.is_full_of_pawns(letter, to.file).then_some(IllegalMove::TwoPawns)
    }

    /// Returns the reasons why an own piece cannot move to a square: the changes of the square or of
    /// those in between after which it could.
    fn check_unreachable(&self, from: Square, to: Square) -> Vec<IllegalMove> {
        let position = self.game.reference.position();
        let (board, us) = (position.board(), position.side_to_move());
        let piece = board.piece_on(from).expect("a piece that moves");
        if !position.may_use(piece, to) {
            return vec![IllegalMove::Confined];
        }
        let enemy = Some(Piece { side: us.opponent(), letter: 'P', promoted: false });
        let target = board.piece_on(to);
        let with = |target: bool, screens: &[Square], between: &[Square]| {
            let mut changed = board.clone();
            changed.set(to, if target { enemy } else { None });
            for &square in between {
                changed.set(square, if screens.contains(&square) { enemy } else { None });
            }
            position.movement(piece).reaches(&changed, from, us, to)
        };
        let between = squares_between(from, to);
        let screens: Vec<_> =
            between.iter().copied().filter(|&s| board.piece_on(s).is_some()).collect();
        let is_occupied = target.is_some();
        let reaches_over_one = || between.iter().any(|&s| with(is_occupied, &[s], &between));
        let reaches_over_two = || between.windows(2).any(|two| with(is_occupied, two, &between));
        let mut reasons = Vec::new();
        if with(!is_occupied, &screens, &between) {
            reasons.push(match target {
                Some(piece) if piece.side == us => IllegalMove::OwnPiece,
                Some(_) => IllegalMove::CannotCapture,
                None => IllegalMove::OnlyCaptures,
            });
        }
        if screens.is_empty() && reaches_over_one() {
            reasons.push(IllegalMove::NoScreen);
        }
        if screens.len() < 2 && reaches_over_two() {
            reasons.push(IllegalMove::TooFewScreens);
        }
        if screens.len() > 1 && reaches_over_one() || screens.len() > 2 && reaches_over_two() {
            reasons.push(IllegalMove::TooManyScreens);
        }
        if !screens.is_empty() && with(is_occupied, &[], &between) {
            reasons.push(IllegalMove::Blocked);
        }
        if reasons.is_empty() {
            reasons.push(IllegalMove::CannotReach);
        }
        reasons
    }

    /// Returns why a move of a piece on the board is not pseudo-legal; `None` if it is.
    fn check_board_move(&self, from: Square, to: Square, promotes: bool) -> Option<IllegalMove> {
        let position = self.game.reference.position();
        let (rule_set, us) = (position.rule_set(), position.side_to_move());
        let board = position.board();
        let Some(piece) = board.piece_on(from) else { return Some(IllegalMove::EmptySquare) };
        if piece.side != us {
            return Some(IllegalMove::OpponentPiece);
        }
        if board.piece_on(to).is_some_and(|piece| piece.side == us) {
            return Some(IllegalMove::OwnPiece);
        }
        let piece_rules = rule_set.piece(piece.letter).expect("a piece of the game");
        let far_rank = |square| board.rank_from_far_edge(us, square);
        let is_dead = !piece.promoted && far_rank(to) <= piece_rules.dead_ranks;
        let can_promote = !piece.promoted && piece_rules.promoted.is_some();
        let touches_zone = position.in_zone(us, from) || position.in_zone(us, to);
        let must_promote = rule_set.promotion_is_mandatory && can_promote && touches_zone;
        match promotes {
            true if !can_promote => Some(IllegalMove::CannotPromote),
            true if !touches_zone => Some(IllegalMove::OutsidePromotionZone),
            false if is_dead && !can_promote => Some(IllegalMove::DeadSquare),
            false if is_dead || must_promote => Some(IllegalMove::MustPromote),
            _ => None,
        }
    }

    /// Returns the acceptable results for a pseudo-legal move, by the king's goal, king safety, the check
    /// limit and pawn-drop mate.
    fn check_pseudo_legal(&self, mv: Move) -> Vec<Result<(), IllegalMove>> {
        let text = self.game.rules().usi(mv).to_string();
        let position = self.game.reference.position();
        let (rule_set, us) = (position.rule_set(), position.side_to_move());
        let mv = *self.pseudo_legal.get(&text).unwrap_or_else(|| panic!("{text} is pseudo-legal"));
        let next = position.after(mv);
        if position.is_legal(mv) {
            return vec![Ok(())];
        }
        if position.goal_winner().is_some() {
            return vec![Err(IllegalMove::GameOver)];
        }
        if !next.in_check(us) && !next.kings_face() {
            let is_over_limit = next.in_check(us.opponent())
                && rule_set.check_limit.is_some_and(|limit| next.consecutive_checks(us) > limit);
            let reason =
                if is_over_limit { IllegalMove::CheckLimit } else { IllegalMove::PawnDropMate };
            return vec![Err(reason)];
        }
        let king = position.king(us).expect("a king that is not safe");
        if mv.from() == Some(king) {
            let is_attacked = next.in_check(us);
            let reason =
                if is_attacked { IllegalMove::KingAttacked } else { IllegalMove::KingsFace };
            return vec![Err(reason)];
        }
        if position.in_check(us) {
            return vec![Err(IllegalMove::InCheck)];
        }
        // The piece exposes its king by coming between it and a line attacker, or by leaving that
        // line. A piece that moves along the line does both.
        let checkers = next.checkers(us);
        let lies_between = |square: Square| {
            checkers.iter().any(|&attacker| squares_between(attacker, king).contains(&square))
        };
        let (adds, removes) = (lies_between(mv.to()), mv.from().is_some_and(lies_between));
        let reasons = [
            (adds, IllegalMove::BecomesScreen),
            (removes, IllegalMove::Pinned),
            (next.kings_face(), IllegalMove::KingsFace),
        ];
        reasons.iter().filter(|(applies, _)| *applies).map(|&(_, reason)| Err(reason)).collect()
    }
}

/// Returns the squares strictly between two others on a rank, file or diagonal, or on the way of a leap.
fn squares_between(from: Square, to: Square) -> Vec<Square> {
    let (files, ranks) = ((to.file - from.file).abs(), (to.rank - from.rank).abs());
    let is_line = files == 0 || ranks == 0 || files == ranks;
    if is_line || files.max(ranks) <= 3 { squares_on_way(from, to) } else { Vec::new() }
}
