//! Moves in sixteen bits.

use crate::piece::PieceKind;
use crate::square::{SQUARE_COUNT, Square};
use std::fmt;

/// A move of a board piece, or a drop.
///
/// Bits 0-6 are the square moved to; bits 7-13 the square moved from or, from 100 on, the kind
/// dropped; bit 14 is promotion. What the bits say need not be possible on any board: see
/// [`Position::is_pseudo_legal`](crate::Position::is_pseudo_legal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

const _: () = assert!(size_of::<Move>() == 2);
const FROM: u32 = 7;
const FIELD: u16 = 127;
const PROMOTION: u16 = 1 << 14;

/// Where a move's piece comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// From a square of the board.
    Board(Square),
    /// From the hand.
    Hand(PieceKind),
}

impl Move {
    /// No move, for tables that hold one or none.
    pub const NONE: Self = Self(0);
    /// The move that does nothing but pass the turn.
    pub const NULL: Self = Self(1 | 1 << FROM);

    /// A move on the board.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self(to.index() as u16 | (from.index() as u16) << FROM)
    }

    /// A move on the board that promotes.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self(Self::normal(from, to).0 | PROMOTION)
    }

    /// A drop from the hand.
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self(to.index() as u16 | ((SQUARE_COUNT + kind.unpromoted().index()) as u16) << FROM)
    }

    /// The square moved to; a lattice square whatever the bits are.
    #[inline]
    pub const fn to(self) -> Square {
        let to = (self.0 & FIELD) as usize;
        Square::from_index(if to < SQUARE_COUNT { to } else { 0 })
    }

    /// Where the piece comes from.
    #[inline]
    pub const fn origin(self) -> Origin {
        let from = (self.0 >> FROM & FIELD) as usize;
        if from < SQUARE_COUNT {
            Origin::Board(Square::from_index(from))
        } else {
            Origin::Hand(PieceKind::base((from - SQUARE_COUNT) % PieceKind::BASE_COUNT))
        }
    }

    /// The square moved from, unless this is a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.origin() {
            Origin::Board(from) => Some(from),
            Origin::Hand(_) => None,
        }
    }

    /// Whether this is a drop.
    #[inline]
    pub const fn is_drop(self) -> bool {
        (self.0 >> FROM & FIELD) as usize >= SQUARE_COUNT
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// Whether this is neither [`Move::NONE`] nor [`Move::NULL`].
    #[inline]
    pub const fn is_some(self) -> bool {
        self.0 != Self::NONE.0 && self.0 != Self::NULL.0
    }

    /// The bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The move these bits say, which a table may have garbled.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether these bits are what one of the constructors makes.
    pub(crate) const fn is_canonical(self) -> bool {
        let (to, from) = ((self.0 & FIELD) as usize, (self.0 >> FROM & FIELD) as usize);
        let promoted_drop = from >= SQUARE_COUNT && self.is_promotion();
        to < SQUARE_COUNT
            && from < SQUARE_COUNT + PieceKind::BASE_COUNT
            && to != from
            && self.0 < PROMOTION << 1
            && !promoted_drop
    }
}

/// Without a game's letters: `7g7f`, `8h2b+`, and a drop by its kind's place, `#4*5e`. For move
/// text see [`Rules::usi`](crate::Rules::usi).
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
    fn every_bit_pattern_can_be_looked_at() {
        let mut canonical = 0;
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            let remade = match mv.origin() {
                Origin::Board(from) if mv.is_promotion() => Move::promotion(from, mv.to()),
                Origin::Board(from) => Move::normal(from, mv.to()),
                Origin::Hand(kind) => Move::drop(kind, mv.to()),
            };
            assert_eq!(mv.is_canonical(), remade == mv && mv.from() != Some(mv.to()));
            canonical += usize::from(mv.is_canonical());
        }
        assert_eq!(
            canonical,
            2 * SQUARE_COUNT * (SQUARE_COUNT - 1) + PieceKind::BASE_COUNT * SQUARE_COUNT
        );
        assert!(!Move::NONE.is_canonical() && !Move::NULL.is_canonical());
    }
}
