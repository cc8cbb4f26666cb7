//! Move generation: whole target sets at once, listed or just counted.

mod checks;
mod generator;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::PieceKind;
use crate::square::Square;
use arrayvec::ArrayVec;
pub use checks::CheckInfo;
use generator::Generator;

/// Which moves to generate. In check each kind gives the evasions of its sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every move.
    All,
    /// Captures.
    Captures,
    /// Moves on the board that do not capture, promotions among them.
    Quiets,
    /// Drops.
    Drops,
}

/// How much of the legality a generator heeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Legality {
    /// Movements, promotion, dead squares and the two-pawn rule.
    PseudoLegal,
    /// The king's safety and pawn-drop mate as well; the limit of checks is seen to by the caller.
    Legal,
}

impl Board {
    /// Gives a sink every move of a kind.
    #[inline]
    pub(crate) fn generate<S: MoveSink>(
        &self,
        legality: Legality,
        kind: GenKind,
        king_safety: &KingSafetyMasks,
        sink: &mut S,
    ) {
        Generator { board: self, king_safety, legality, us: self.side() }.generate(kind, sink);
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self, king_safety: &KingSafetyMasks) -> bool {
        let mut any = AnyMove::default();
        self.generate_into(GenKind::All, king_safety, &mut any);
        any.0
    }

    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_legal_moves(&self, king_safety: &KingSafetyMasks) -> u64 {
        let mut count = MoveCounter::default();
        self.generate_into(GenKind::All, king_safety, &mut count);
        count.0
    }

    /// Gives a sink the legal moves of a kind.
    #[inline]
    pub(crate) fn generate_into<S: MoveSink>(
        &self,
        kind: GenKind,
        king_safety: &KingSafetyMasks,
        sink: &mut S,
    ) {
        if self.can_give_check() {
            self.generate(Legality::Legal, kind, king_safety, sink);
        } else {
            self.generate_one_by_one(kind, king_safety, sink);
        }
    }

    /// The same where each move has to be asked whether it gives check.
    #[cold]
    fn generate_one_by_one<S: MoveSink>(
        &self,
        kind: GenKind,
        king_safety: &KingSafetyMasks,
        sink: &mut S,
    ) {
        let mut list = MoveList::new();
        self.generate_list(Legality::Legal, kind, king_safety, &mut list);
        for mv in list {
            let to = Bitboard::from_square(mv.to());
            match mv.origin() {
                Origin::Hand(kind) => sink.push_drops(kind, to),
                Origin::Board(from) if mv.is_promotion() => {
                    sink.push_moves(from, Bitboard::EMPTY, to)
                }
                Origin::Board(from) => sink.push_moves(from, to, Bitboard::EMPTY),
            }
        }
    }

    /// Appends the moves of a kind to a list, the limit of checks heeded by legality.
    #[inline]
    pub(crate) fn generate_list(
        &self,
        legality: Legality,
        kind: GenKind,
        king_safety: &KingSafetyMasks,
        list: &mut MoveList,
    ) {
        let start = list.len();
        self.generate(legality, kind, king_safety, list);
        if legality == Legality::Legal && !self.can_give_check() {
            let checks = self.check_info();
            let mut place = 0;
            list.retain(|mv| {
                place += 1;
                place <= start || !self.gives_check(*mv, &checks)
            });
        }
    }
}

/// The most moves a list holds. A game that might need more is refused when it is built.
pub const MAX_MOVES: usize = 3072;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// One who takes moves as sets, and so can see to what the moves of a set have in common but once.
pub trait MoveSink {
    /// Moves from a square to others, without and with promotion.
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard);
    /// The same from many squares, each moved by the same change of its index.
    fn push_shifted(&mut self, shift: i8, unpromoted: Bitboard, promoting: Bitboard);
    /// Drops of a kind.
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard);
    /// Whether more moves would change nothing.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(from, to)));
        self.extend(unpromoted.into_iter().map(|to| Move::normal(from, to)));
    }

    #[inline]
    fn push_shifted(&mut self, shift: i8, unpromoted: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(to.shift(-shift), to)));
        self.extend(unpromoted.into_iter().map(|to| Move::normal(to.shift(-shift), to)));
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::drop(kind, to)));
    }
}

/// How many moves there are.
#[derive(Default)]
pub(crate) struct MoveCounter(pub u64);

impl MoveSink for MoveCounter {
    #[inline]
    fn push_moves(&mut self, _: Square, unpromoted: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(unpromoted.count() + promoting.count());
    }

    #[inline]
    fn push_shifted(&mut self, _: i8, unpromoted: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(unpromoted.count() + promoting.count());
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
}

/// Whether there is any move.
#[derive(Default)]
pub(crate) struct AnyMove(pub bool);

impl MoveSink for AnyMove {
    #[inline]
    fn push_moves(&mut self, _: Square, unpromoted: Bitboard, promoting: Bitboard) {
        self.0 |= (unpromoted | promoting).any();
    }

    #[inline]
    fn push_shifted(&mut self, _: i8, unpromoted: Bitboard, promoting: Bitboard) {
        self.0 |= (unpromoted | promoting).any();
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, to: Bitboard) {
        self.0 |= to.any();
    }

    #[inline]
    fn is_done(&self) -> bool {
        self.0
    }
}
