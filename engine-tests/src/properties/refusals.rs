//! The reason why a move is refused, found once more from the reference.

use crate::reference::{self, Piece, Square};
use crate::tags::lies_between;
use crate::twin::Twin;
use rules::{IllegalMove, Move, Origin, SQUARE_COUNT};
use std::collections::HashMap;

/// Every one of the 65536 bit patterns is accepted, or refused for the reason that is true of it.
pub fn refuses_the_rest(twin: &Twin) {
    let judge = Judge::new(twin);
    for mv in (0..=u16::MAX).map(Move::from_bits) {
        let found = twin.position.validate_move(mv);
        let due = judge.verdict(mv);
        assert!(due.contains(&found), "{mv:?}: {found:?}, not {due:?}: {}", twin.story());
    }
}

struct Judge<'a> {
    twin: &'a Twin,
    /// The pseudo-legal moves by their text.
    moves: HashMap<String, reference::Move>,
    /// From each of the mover's pieces, where it goes; own pieces taken for the enemy's.
    reach: HashMap<Square, Vec<Square>>,
}

impl<'a> Judge<'a> {
    fn new(twin: &'a Twin) -> Self {
        let position = twin.state.position();
        let (board, us) = (position.board(), position.turn());
        let own = || board.pieces().filter(|(_, piece)| piece.colour == us);
        let reach = own().map(|(from, piece)| {
            let movement = position.movement(piece);
            let mut reached = movement.targets(board, from, us);
            reached.extend(own().map(|(to, _)| to).filter(|&to| {
                let mut hostile = board.clone();
                let enemy = board.at(to).map(|piece| Piece { colour: us.other(), ..piece });
                hostile.put(to, enemy);
                to != from && movement.reaches(&hostile, from, us, to)
            }));
            (from, reached)
        });
        let moves = position.pseudo_legal().into_iter().map(|mv| (mv.to_string(), mv));
        Self { twin, moves: moves.collect(), reach: reach.collect() }
    }

    /// What may be said of a move; more than one thing where two reasons are equally good.
    fn verdict(&self, mv: Move) -> Vec<Result<(), IllegalMove>> {
        let bits = usize::from(mv.bits());
        let (to, from, promotes) = (bits & 127, bits >> 7 & 127, bits >> 14 & 1 == 1);
        let board = self.twin.state.position().board();
        let kinds = rules::PieceKind::BASE_COUNT;
        if to >= SQUARE_COUNT
            || from >= SQUARE_COUNT + kinds
            || to == from
            || bits >> 15 != 0
            || from >= SQUARE_COUNT && promotes
            || !board.contains(square(mv.to()))
        {
            return vec![Err(IllegalMove::Malformed)];
        }
        let refused = match mv.origin() {
            Origin::Hand(kind) => self.refuses_drop(kind, square(mv.to())),
            Origin::Board(from) => self.refuses_step(square(from), square(mv.to()), promotes),
        };
        match refused {
            Some(refusal) => vec![Err(refusal)],
            None => self.judge(mv),
        }
    }

    fn refuses_drop(&self, kind: rules::PieceKind, to: Square) -> Option<IllegalMove> {
        let (position, game) = (self.twin.state.position(), self.twin.state.game());
        let us = position.turn();
        let letter = self.twin.rules().piece_info(kind).map(|piece| piece.letter);
        let Some(letter) = letter.filter(|letter| position.hand(us).contains(letter)) else {
            return Some(IllegalMove::NotInHand);
        };
        if position.board().at(to).is_some() {
            return Some(IllegalMove::Occupied);
        }
        let dead = game.kind(letter).expect("a piece of the game").dead_ranks;
        if position.board().depth(us, to) <= dead {
            return Some(IllegalMove::DeadSquare);
        }
        let pawn = Piece { colour: us, letter: 'P', promoted: false };
        let mut pawns = position.board().pieces().filter(|&(_, piece)| piece == pawn);
        let second = letter == 'P' && pawns.any(|(square, _)| square.file == to.file);
        (second && !game.two_pawn_drop).then_some(IllegalMove::TwoPawns)
    }

    fn refuses_step(&self, from: Square, to: Square, promotes: bool) -> Option<IllegalMove> {
        let (position, game) = (self.twin.state.position(), self.twin.state.game());
        let (board, us) = (position.board(), position.turn());
        let Some(piece) = board.at(from) else { return Some(IllegalMove::EmptySquare) };
        if piece.colour != us {
            return Some(IllegalMove::OpponentPiece);
        }
        if !self.reach[&from].contains(&to) {
            return Some(IllegalMove::CannotReach);
        }
        if board.at(to).is_some_and(|piece| piece.colour == us) {
            return Some(IllegalMove::OwnPiece);
        }
        let kind = game.kind(piece.letter).expect("a piece of the game");
        let deepest = board.depth(us, from).min(board.depth(us, to));
        let dead = !piece.promoted && board.depth(us, to) <= kind.dead_ranks;
        match promotes {
            true if piece.promoted || kind.promoted.is_none() => Some(IllegalMove::CannotPromote),
            true if deepest > game.zone => Some(IllegalMove::OutsidePromotionZone),
            false if dead => Some(IllegalMove::MustPromote),
            _ => None,
        }
    }

    /// A move that obeys all but what kings, checks and pawn-drop mate demand.
    fn judge(&self, mv: Move) -> Vec<Result<(), IllegalMove>> {
        let text = self.twin.rules().usi(mv).to_string();
        let (position, game) = (self.twin.state.position(), self.twin.state.game());
        let us = position.turn();
        let mv = *self.moves.get(&text).unwrap_or_else(|| panic!("{text} has no fault"));
        let next = position.after(mv);
        if position.is_legal(mv) {
            return vec![Ok(())];
        }
        if !next.in_check(us) {
            let checks = next.in_check(us.other());
            let limited = checks && game.check_limit.is_some_and(|limit| next.checks(us) > limit);
            let why = if limited { IllegalMove::CheckLimit } else { IllegalMove::PawnDropMate };
            return vec![Err(why)];
        }
        let king = position.king(us).expect("a king that is in check");
        let (from, to) = match mv {
            reference::Move::Board { from, to, .. } => (Some(from), to),
            reference::Move::Drop { to, .. } => (None, to),
        };
        if from == Some(king) {
            return vec![Err(IllegalMove::KingAttacked)];
        }
        if position.in_check(us) {
            return vec![Err(IllegalMove::InCheck)];
        }
        // An attacker fires because the piece came between, or because it left or moved along.
        let checkers = next.checkers(us);
        let came = checkers.iter().any(|&attacker| lies_between(to, king, attacker));
        let left = from.is_some_and(|from| {
            checkers.iter().any(|&attacker| lies_between(from, king, attacker))
        });
        let reasons = [(came, IllegalMove::BecomesScreen), (left, IllegalMove::Pinned)];
        reasons.iter().filter(|(holds, _)| *holds).map(|&(_, why)| Err(why)).collect()
    }
}

fn square(square: rules::Square) -> Square {
    Square { file: i32::from(square.file()) + 1, rank: i32::from(square.rank()) + 1 }
}
