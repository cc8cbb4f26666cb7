//! Moves encoded in 16 bits.

use crate::piece::PieceKind;
use crate::square::{SQUARE_COUNT, Square};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU16;

/// A board move or a drop.
///
/// Bits 0-6 are the destination square. Bits 7-13 are the origin square or, for a drop, 100 plus
/// the index of the kind. Bit 14 marks a promotion. Bit 15 is always set in memory, so that an
/// `Option<Move>` takes no more. Not every value is a possible move: see
/// [`Position::is_pseudo_legal`](crate::Position::is_pseudo_legal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u16", try_from = "u16")]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);
const FROM_SHIFT: u32 = 7;
const SQUARE_MASK: u16 = 127;
const PROMOTION: u16 = 1 << 14;
const IS_MOVE: u16 = 1 << 15;

/// The origin of a moving piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand: a drop of this kind.
    Hand(PieceKind),
}

impl Move {
    /// The null move, which only switches the side to move.
    pub const NULL: Self = Self::new(1, 1);

    /// Creates a move from an origin, a square's index or 100 plus that of a kind, to a square.
    #[inline]
    const fn new(from: usize, to: usize) -> Self {
        let bits = to as u16 | (from as u16) << FROM_SHIFT | IS_MOVE;
        Self(NonZeroU16::new(bits).expect("bit 15 is set"))
    }

    /// Creates a board move without promotion.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Self {
        Self::new(from.index(), to.index())
    }

    /// Creates a board move with promotion.
    #[inline]
    pub const fn promotion(from: Square, to: Square) -> Self {
        Self::new(from.index() | (PROMOTION >> FROM_SHIFT) as usize, to.index())
    }

    /// Creates a drop.
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Self {
        Self::new(SQUARE_COUNT + kind.unpromoted().index(), to.index())
    }

    /// Returns the destination.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0.get() & SQUARE_MASK) as usize)
    }

    /// Returns the index of the origin square or, for a drop, 100 plus the index of the kind.
    #[inline]
    pub const fn origin_index(self) -> usize {
        (self.0.get() >> FROM_SHIFT & SQUARE_MASK) as usize
    }

    /// Returns the origin of the piece.
    #[inline]
    pub const fn origin(self) -> Origin {
        let from = self.origin_index();
        if from < SQUARE_COUNT {
            Origin::Board(Square::from_index(from))
        } else {
            Origin::Hand(PieceKind::base(from - SQUARE_COUNT))
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
        self.origin_index() >= SQUARE_COUNT
    }

    /// Returns whether the piece promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTION != 0
    }

    /// Returns the kind of the moving piece after the move, given the kind before.
    #[inline]
    pub const fn kind_after(self, kind: PieceKind) -> PieceKind {
        if self.is_promotion() { kind.promoted() } else { kind }
    }

    /// Returns whether the move ends where it starts, as the null move does. No piece moves so.
    pub(crate) const fn stays(self) -> bool {
        self.origin_index() == self.to().index()
    }

    /// Returns the encoding in 15 bits, which is not 0 for a move of a piece.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get() & !IS_MOVE
    }

    /// Returns the move with this encoding, or `None` if no move of a piece has it.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (to, from) =
            ((bits & SQUARE_MASK) as usize, (bits >> FROM_SHIFT & SQUARE_MASK) as usize);
        let is_promoted_drop = from >= SQUARE_COUNT && bits & PROMOTION != 0;
        let is_move = to < SQUARE_COUNT
            && from < SQUARE_COUNT + PieceKind::BASE_COUNT
            && to != from
            && bits & IS_MOVE == 0
            && !is_promoted_drop;
        if is_move { Some(Self::new((bits >> FROM_SHIFT) as usize, to)) } else { None }
    }
}

impl From<Move> for u16 {
    fn from(mv: Move) -> Self {
        mv.bits()
    }
}

impl TryFrom<u16> for Move {
    type Error = &'static str;

    fn try_from(bits: u16) -> Result<Self, Self::Error> {
        Self::from_bits(bits).ok_or("not a move")
    }
}

/// A format independent of the game's piece letters: `7g7f`, `8h2b+`, and `#4*5e` for a drop of the
/// kind with index 4. For USI notation see [`Rules::usi`](crate::Rules::usi).
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.origin()) {
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
    fn only_the_encodings_of_moves_are_decoded() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_bits).collect();
        for &mv in &moves {
            let rebuilt = match mv.origin() {
                Origin::Board(from) if mv.is_promotion() => Move::promotion(from, mv.to()),
                Origin::Board(from) => Move::normal(from, mv.to()),
                Origin::Hand(kind) => Move::drop(kind, mv.to()),
            };
            assert_eq!((rebuilt, Move::from_bits(mv.bits())), (mv, Some(mv)));
            assert!(!mv.stays());
        }
        assert_eq!(
            moves.len(),
            2 * SQUARE_COUNT * (SQUARE_COUNT - 1) + PieceKind::BASE_COUNT * SQUARE_COUNT
        );
        assert!(Move::NULL.stays());
    }
}
