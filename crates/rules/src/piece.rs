//! Colors, piece kinds, pieces and hands.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Not;

/// A side. Black (sente) makes the first move and plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Side"))]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Color {
    /// Sente.
    #[serde(alias = "Black")]
    Black,
    /// Gote.
    #[serde(alias = "White")]
    White,
}

impl Color {
    /// Both colors, in order of index.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// Returns 0 for Black and 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        if matches!(self, Self::Black) { Self::White } else { Self::Black }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Black { "black" } else { "white" })
    }
}

/// A kind of piece: its index in the game's list of pieces, and whether it is promoted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceKind(u8);

impl PieceKind {
    /// The maximum number of unpromoted kinds of a game.
    pub const BASE_COUNT: usize = 16;
    /// The maximum number of kinds of a game, with promoted ones counted separately.
    pub const COUNT: usize = 2 * Self::BASE_COUNT;

    /// Returns the unpromoted kind with this index in the game's list of pieces.
    ///
    /// # Panics
    /// If the index is not below [`PieceKind::BASE_COUNT`].
    #[inline]
    pub const fn base(index: usize) -> Self {
        assert!(index < Self::BASE_COUNT);
        Self(index as u8)
    }

    /// Returns the kind with this index.
    ///
    /// # Panics
    /// If the index is not below [`PieceKind::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Returns the kind's index, below [`PieceKind::COUNT`]. The index of an unpromoted kind is its
    /// index in the game's list of pieces.
    #[inline]
    pub const fn index(self) -> usize {
        // The remainder is the number itself, but saves bounds checks.
        self.0 as usize % Self::COUNT
    }

    /// Returns the promoted kind. Valid only if
    /// [`Rules::can_promote`](crate::Rules::can_promote) returns true.
    #[inline]
    pub const fn promoted(self) -> Self {
        Self(self.0 | Self::BASE_COUNT as u8)
    }

    /// Returns the unpromoted kind, to which a captured piece reverts.
    #[inline]
    pub const fn unpromoted(self) -> Self {
        Self(self.0 & (Self::BASE_COUNT as u8 - 1))
    }

    /// Returns whether this is a promoted kind.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 >= Self::BASE_COUNT as u8
    }
}

/// A piece with its color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The bit that is set for White.
    const COLOR_BIT: u8 = PieceKind::COUNT as u8;

    /// Creates a piece of this color and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self(kind.0 | (color as u8 * Self::COLOR_BIT))
    }

    /// Returns the piece's color.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & Self::COLOR_BIT == 0 { Color::Black } else { Color::White }
    }

    /// Returns the piece's kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind(self.0 % Self::COLOR_BIT)
    }
}

/// The content of a square, in one byte: a piece or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell(u8);

impl Cell {
    pub const EMPTY: Self = Self(0xFF);

    #[inline]
    pub const fn of(piece: Piece) -> Self {
        Self(piece.0)
    }

    #[inline]
    pub const fn piece(self) -> Option<Piece> {
        if self.0 == Self::EMPTY.0 { None } else { Some(Piece(self.0)) }
    }

    /// Returns the kind of the piece; the square must not be empty.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        debug_assert!(self.0 != Self::EMPTY.0);
        Piece(self.0).kind()
    }
}

/// The pieces a side has in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Hand {
    counts: [u8; PieceKind::BASE_COUNT],
}

impl Hand {
    /// Returns the number of pieces of a kind in hand. A promoted kind counts as unpromoted.
    #[inline]
    pub const fn count(&self, kind: PieceKind) -> u8 {
        self.counts[kind.unpromoted().index()]
    }

    /// Returns whether the hand is empty.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.bits() == 0
    }

    /// Returns the number of pieces in hand.
    #[inline]
    pub fn size(&self) -> usize {
        self.counts.iter().copied().map(usize::from).sum()
    }

    /// Returns all counts as one number, one byte per kind.
    #[inline]
    pub const fn bits(&self) -> u128 {
        u128::from_le_bytes(self.counts)
    }

    /// Returns the kinds in hand with their counts, in order of kind index.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (PieceKind, u8)> + '_ {
        // Visits only the kinds in hand, because this is called at every node. A count above zero carries
        // into the highest bit of its byte.
        const LOW_BITS: u128 = u128::from_le_bytes([0x7F; PieceKind::BASE_COUNT]);
        let mut remaining = (self.bits() + LOW_BITS) & !LOW_BITS;
        std::iter::from_fn(move || {
            if remaining == 0 {
                return None;
            }
            let kind = PieceKind::base(remaining.trailing_zeros() as usize / 8);
            remaining &= remaining - 1;
            Some((kind, self.count(kind)))
        })
    }

    /// Adds a piece. Returns how many of its kind there were before.
    #[inline]
    pub(crate) fn add(&mut self, kind: PieceKind) -> u8 {
        let count = &mut self.counts[kind.unpromoted().index()];
        *count += 1;
        *count - 1
    }

    /// Removes a piece. Returns how many of its kind there were before.
    #[inline]
    pub(crate) fn remove(&mut self, kind: PieceKind) -> u8 {
        let count = &mut self.counts[kind.unpromoted().index()];
        *count -= 1;
        *count + 1
    }
}
