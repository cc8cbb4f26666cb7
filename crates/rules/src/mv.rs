//! Moves encoded in 16 bits.

use crate::piece::PieceKind;
use crate::square::{SQUARE_COUNT, Square};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A board move or a drop.
///
/// Bits 0-6 are the destination square. Bits 7-13 are the origin square or, for a drop, 100 plus
/// the index of the kind. Bit 14 marks a promotion. Not every value is a possible move: see
/// [`Position::is_pseudo_legal`](crate::Position::is_pseudo_legal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() == 2);
const FROM_SHIFT: u32 = 7;
const SQUARE_MASK: u16 = 127;
const PROMOTION: u16 = 1 << 14;

/// The origin of a moving piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand: a drop of this kind.
    Hand(PieceKind),
}

impl Move {
    /// No move, for example in an empty table entry.
    pub const NONE: Self = Self(0);
    /// The null move, which only switches the side to move.
    pub const NULL: Self = Self(1 | 1 << FROM_SHIFT);

    /// Creates a board move without promotion.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self(to.index() as u16 | (from.index() as u16) << FROM_SHIFT)
    }

    /// Creates a board move with promotion.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self(Self::normal(from, to).0 | PROMOTION)
    }

    /// Creates a drop.
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self(to.index() as u16 | ((SQUARE_COUNT + kind.unpromoted().index()) as u16) << FROM_SHIFT)
    }

    /// Returns the destination. Always a valid square, even if the bits are corrupt.
    #[inline]
    pub const fn to(self) -> Square {
        let to = (self.0 & SQUARE_MASK) as usize;
        Square::from_index(if to < SQUARE_COUNT { to } else { 0 })
    }

    /// Returns the origin of the piece. Always valid, even if the bits are corrupt.
    #[inline]
    pub const fn origin(self) -> Origin {
        let from = (self.0 >> FROM_SHIFT & SQUARE_MASK) as usize;
        if from < SQUARE_COUNT {
            Origin::Board(Square::from_index(from))
        } else {
            Origin::Hand(PieceKind::base((from - SQUARE_COUNT) % PieceKind::BASE_COUNT))
        }
    }

    /// Returns the origin square, or `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.origin() {
            Origin::Board(from) => Some(from),
            Origin::Hand(_) => None,
        }
    }

    /// Returns whether this is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        (self.0 >> FROM_SHIFT & SQUARE_MASK) as usize >= SQUARE_COUNT
    }

    /// Returns whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Returns the kind of the moving piece after the move, given the kind before.
    #[inline]
    pub const fn kind_after(self, kind: PieceKind) -> PieceKind {
        if self.is_promotion() { kind.promoted() } else { kind }
    }

    /// Returns whether this is neither [`Move::NONE`] nor [`Move::NULL`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != Self::NONE.0 && self.0 != Self::NULL.0
    }

    /// Returns whether this is [`Move::NONE`] or [`Move::NULL`].
    #[inline]
    pub const fn is_none(self) -> bool {
        !self.is_some()
    }

    /// Returns the encoding.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Creates a move from any 16 bits, for example from a transposition table entry that may be
    /// corrupt.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns whether the bits are those of a drop, or of a board move between two different
    /// squares, as the constructors encode them.
    pub(crate) const fn is_canonical(self) -> bool {
        let (to, from) =
            ((self.0 & SQUARE_MASK) as usize, (self.0 >> FROM_SHIFT & SQUARE_MASK) as usize);
        let promoted_drop = from >= SQUARE_COUNT && self.is_promotion();
        to < SQUARE_COUNT
            && from < SQUARE_COUNT + PieceKind::BASE_COUNT
            && to != from
            && self.0 < PROMOTION << 1
            && !promoted_drop
    }
}

/// A format independent of the game's piece letters: `7g7f`, `8h2b+`, and `#4*5e` for a drop of the
/// kind with index 4. For USI notation see [`Rules::usi`](crate::Rules::usi).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.origin()) {
            (Self::NONE, _) => f.write_str("none"),
            (Self::NULL, _) => f.write_str("null"),
            (_, Origin::Board(from)) => {
                write!(f, "{from}{}{}", self.to(), if self.is_promotion() { "+" } else { "" })
            }
            (_, Origin::Hand(kind)) => write!(f, "#{}*{}", kind.index(), self.to()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_pattern_decodes_and_only_canonical_ones_round_trip() {
        let mut canonical = 0;
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            let rebuilt = match mv.origin() {
                Origin::Board(from) if mv.is_promotion() => Move::promotion(from, mv.to()),
                Origin::Board(from) => Move::normal(from, mv.to()),
                Origin::Hand(kind) => Move::drop(kind, mv.to()),
            };
            assert_eq!(mv.is_canonical(), rebuilt == mv && mv.from() != Some(mv.to()));
            canonical += usize::from(mv.is_canonical());
        }
        assert_eq!(
            canonical,
            2 * SQUARE_COUNT * (SQUARE_COUNT - 1) + PieceKind::BASE_COUNT * SQUARE_COUNT
        );
        assert!(!Move::NONE.is_canonical() && !Move::NULL.is_canonical());
    }
}
