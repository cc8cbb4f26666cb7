//! One position without its history: pseudo-legal moves, checks and legal moves.

use super::mailbox::{Board, Piece, Side, Square};
use super::movement::Movement;
use super::movement::squares_on_way;
use super::rule_sets::{FacingLines, RuleSet};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A move. `Display` writes USI text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Board { from: Square, to: Square, promote: bool },
    Drop { letter: char, to: Square },
}

impl Move {
    /// Returns the square that a piece leaves; `None` for a drop.
    pub fn from(self) -> Option<Square> {
        match self {
            Self::Board { from, .. } => Some(from),
            Self::Drop { .. } => None,
        }
    }

    pub fn to(self) -> Square {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => to,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Self::Drop { letter, to } => write!(f, "{letter}*{to}"),
        }
    }
}

/// The parsed movements of a game's pieces, by letter and whether promoted.
type Movements = BTreeMap<(char, bool), Movement>;

fn parse_movements(rule_set: &RuleSet) -> Movements {
    let parse = |text| Movement::parse(text).expect("a rule set has valid movements");
    let mut movements = Movements::new();
    for piece in rule_set.pieces {
        movements.insert((piece.letter, false), parse(piece.movement));
        if let Some(promoted) = piece.promoted {
            movements.insert((piece.letter, true), parse(promoted));
        }
    }
    movements
}

/// Board, hands, side to move and the consecutive checks of both sides.
#[derive(Clone, Debug)]
pub struct Position {
    rule_set: &'static RuleSet,
    movements: Arc<Movements>,
    board: Board,
    /// Letters in hand, sorted, Black's first.
    hands: [Vec<char>; 2],
    side_to_move: Side,
    /// Consecutive checks given, Black's first.
    checks: [u32; 2],
}

impl Position {
    /// Creates a position with no consecutive checks. Does not validate it.
    ///
    /// `hands` are sorted letters, Black's first.
    pub fn new(
        rule_set: &'static RuleSet,
        board: Board,
        hands: [Vec<char>; 2],
        side_to_move: Side,
    ) -> Self {
        let movements = Arc::new(parse_movements(rule_set));
        Self { rule_set, movements, board, hands, side_to_move, checks: [0, 0] }
    }

    pub fn rule_set(&self) -> &'static RuleSet {
        self.rule_set
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the pieces in hand, as capitals in alphabetical order.
    pub fn hand(&self, side: Side) -> &[char] {
        &self.hands[side as usize]
    }

    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Returns the consecutive checks that a side has given up to now.
    pub fn consecutive_checks(&self, side: Side) -> u32 {
        self.checks[side as usize]
    }

    /// Returns whether both are the same position for the repetition rule: the same board, hands and side to
    /// move, regardless of consecutive checks.
    pub fn is_repetition_of(&self, other: &Self) -> bool {
        self.board == other.board
            && self.hands == other.hands
            && self.side_to_move == other.side_to_move
    }

    pub fn king(&self, side: Side) -> Option<Square> {
        let king = Piece { side, letter: 'K', promoted: false };
        self.board.pieces().find(|&(_, piece)| piece == king).map(|(square, _)| square)
    }

    /// Returns the pieces that give check to `side`; none if it has no king.
    pub fn checkers(&self, side: Side) -> Vec<Square> {
        let Some(king) = self.king(side) else { return Vec::new() };
        let enemies = self.board.pieces().filter(|(_, piece)| piece.side != side);
        enemies
            .filter(|&(square, piece)| {
                self.may_use(piece, king)
                    && self.movement(piece).reaches(&self.board, square, piece.side, king)
            })
            .map(|(square, _)| square)
            .collect()
    }

    pub fn in_check(&self, side: Side) -> bool {
        !self.checkers(side).is_empty()
    }

    /// Returns whether the rules let a piece move to a square at all, or be dropped on it.
    pub fn may_use(&self, piece: Piece, square: Square) -> bool {
        let rules = self.rule_set.piece(piece.letter).expect("a piece of the game");
        let squares = if piece.promoted { rules.promoted_squares } else { rules.squares };
        squares.is_none_or(|squares| squares[piece.side as usize].contains(&square))
    }

    /// Returns whether the kings face each other although that is forbidden.
    pub fn kings_face(&self) -> bool {
        if self.rule_set.forbidden_facing == FacingLines::None {
            return false;
        }
        let (Some(black), Some(white)) = (self.king(Side::Black), self.king(Side::White)) else {
            return false;
        };
        let with_ranks = self.rule_set.forbidden_facing == FacingLines::FilesAndRanks;
        let is_line = black.file == white.file || with_ranks && black.rank == white.rank;
        is_line && squares_on_way(black, white).iter().all(|&s| self.board.piece_on(s).is_none())
    }

    /// Returns the movement of a piece of the game.
    pub fn movement(&self, piece: Piece) -> &Movement {
        &self.movements[&(piece.letter, piece.promoted)]
    }

    /// Returns the moves that obey the rules on movement, promotion, drop squares and two pawns. They
    /// may expose the king, exceed the check limit or be pawn-drop mates.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let us = self.side_to_move;
        for (from, piece) in self.board.pieces().filter(|(_, piece)| piece.side == us) {
            let targets = self.movement(piece).targets(&self.board, from, us);
            for to in targets.into_iter().filter(|&to| self.may_use(piece, to)) {
                let has_promotion = self.rule_set.piece(piece.letter).unwrap().promoted.is_some();
                let touches_zone = self.in_zone(us, from) || self.in_zone(us, to);
                let may_promote = !piece.promoted && has_promotion && touches_zone;
                let must_promote = may_promote && self.rule_set.promotion_is_mandatory;
                if piece.promoted || !self.is_dead(piece.letter, to) && !must_promote {
                    moves.push(Move::Board { from, to, promote: false });
                }
                if may_promote {
                    moves.push(Move::Board { from, to, promote: true });
                }
            }
        }
        let mut letters = self.hand(us).to_vec();
        letters.dedup();
        for letter in letters {
            for to in self.board.squares() {
                let piece = Piece { side: us, letter, promoted: false };
                if self.board.piece_on(to).is_none()
                    && self.may_use(piece, to)
                    && !self.is_dead(letter, to)
                    && !self.is_full_of_pawns(letter, to.file)
                {
                    moves.push(Move::Drop { letter, to });
                }
            }
        }
        moves
    }

    fn rank_from_far_edge(&self, square: Square) -> i32 {
        self.board.rank_from_far_edge(self.side_to_move, square)
    }

    /// Returns whether an unpromoted piece of the side to move could never move again from a square.
    fn is_dead(&self, letter: char, square: Square) -> bool {
        self.rank_from_far_edge(square) <= self.rule_set.piece(letter).unwrap().dead_ranks
    }

    /// Returns whether a letter is that of a pawn that the side to move may not drop on a file.
    pub fn is_full_of_pawns(&self, letter: char, file: i32) -> bool {
        let pawn = Piece { side: self.side_to_move, letter, promoted: false };
        let is_pawn = |&(square, piece): &(Square, Piece)| square.file == file && piece == pawn;
        let is_reached = |limit| self.board.pieces().filter(is_pawn).count() >= limit;
        self.rule_set.pawns.contains(letter)
            && self.rule_set.pawn_drop_limit.is_some_and(is_reached)
    }

    /// Returns whether a square is in the promotion zone of a side.
    pub fn in_zone(&self, side: Side, square: Square) -> bool {
        self.rule_set.zones[side as usize].contains(&square.rank)
    }

    /// Returns the side whose king has reached its goal, if any; the opponent of the side to move if
    /// both have.
    pub fn goal_winner(&self) -> Option<Side> {
        let has_arrived = |side: &Side| {
            let goal = self.rule_set.goals[*side as usize];
            !goal.is_empty() && self.king(*side).is_some_and(|king| goal.contains(&king.rank))
        };
        [self.side_to_move.opponent(), self.side_to_move].into_iter().find(has_arrived)
    }

    /// Returns the position after a pseudo-legal move.
    pub fn after(&self, mv: Move) -> Self {
        let us = self.side_to_move;
        let mut next = self.clone();
        let hand = &mut next.hands[us as usize];
        match mv {
            Move::Board { from, to, promote } => {
                if let Some(captured) = self.board.piece_on(to) {
                    hand.push(captured.letter);
                    hand.sort_unstable();
                }
                let mut piece = self.board.piece_on(from).unwrap();
                piece.promoted |= promote;
                next.board.set(from, None);
                next.board.set(to, Some(piece));
            }
            Move::Drop { letter, to } => {
                hand.remove(hand.iter().position(|&held| held == letter).unwrap());
                next.board.set(to, Some(Piece { side: us, letter, promoted: false }));
            }
        }
        next.side_to_move = us.opponent();
        next.checks[us as usize] += 1;
        if !next.in_check(next.side_to_move) {
            next.checks[us as usize] = 0;
        }
        next
    }

    pub fn is_pawn_drop(&self, mv: Move) -> bool {
        matches!(mv, Move::Drop { letter, .. } if self.rule_set.pawns.contains(letter))
    }

    /// Returns whether a pseudo-legal move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let next = self.after(mv);
        if next.in_check(us) || next.kings_face() || self.goal_winner().is_some() {
            return false;
        }
        if self.rule_set.check_limit.is_some_and(|limit| next.consecutive_checks(us) > limit) {
            return false;
        }
        self.rule_set.pawn_drop_mate_allowed || !self.is_pawn_drop(mv) || !next.is_mate()
    }

    pub fn legal_moves(&self) -> Vec<Move> {
        self.pseudo_legal_moves().into_iter().filter(|&mv| self.is_legal(mv)).collect()
    }

    pub fn has_legal_move(&self) -> bool {
        self.pseudo_legal_moves().into_iter().any(|mv| self.is_legal(mv))
    }

    /// Returns whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check(self.side_to_move) && !self.has_legal_move()
    }
}
