//! Those who take the moves: a list, or one who only counts or asks whether there are any.

use crate::bitboard::Bitboard;
use crate::mv::Move;
use crate::piece::PieceKind;
use crate::square::Square;
use arrayvec::ArrayVec;

/// The most moves a list holds. A game that might need more is refused when it is built.
pub const MAX_MOVES: usize = 3072;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// One who takes moves as sets, and so can see to what the moves of a set have in common but once.
pub trait MoveSink {
    /// Moves from a square to others, without and with promotion.
    fn push_moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard);
    /// The same from many squares, each moved by the same change of its index.
    fn push_shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard);
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
    fn push_moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(from, to)));
        self.extend(plain.into_iter().map(|to| Move::normal(from, to)));
    }

    #[inline]
    fn push_shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(to.shift(-shift), to)));
        self.extend(plain.into_iter().map(|to| Move::normal(to.shift(-shift), to)));
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::drop(kind, to)));
    }
}

/// How many moves there are.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl MoveSink for Count {
    #[inline]
    fn push_moves(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline]
    fn push_shifted(&mut self, _: i8, plain: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(plain.count() + promoting.count());
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
}

/// Whether there is any move.
#[derive(Default)]
pub(crate) struct Any(pub bool);

impl MoveSink for Any {
    #[inline]
    fn push_moves(&mut self, _: Square, plain: Bitboard, promoting: Bitboard) {
        self.0 |= (plain | promoting).any();
    }

    #[inline]
    fn push_shifted(&mut self, _: i8, plain: Bitboard, promoting: Bitboard) {
        self.0 |= (plain | promoting).any();
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
