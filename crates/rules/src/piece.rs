//! Colours, kinds of piece, pieces and hands.

use arrayvec::ArrayVec;
use std::fmt;
use std::ops::Not;

/// A side. Black (sente) moves first and up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Sente.
    Black,
    /// Gote.
    White,
}

impl Color {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
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

/// A kind of piece: its place in the game's list of pieces, and whether it is promoted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceKind(u8);

impl PieceKind {
    /// How many kinds a game may have before promotion.
    pub const BASE_COUNT: usize = 16;
    /// How many kinds a game may have, the promoted ones counted apart.
    pub const COUNT: usize = 2 * Self::BASE_COUNT;

    /// The unpromoted kind at this place in the game's list.
    ///
    /// # Panics
    /// If the place is not below [`PieceKind::BASE_COUNT`].
    #[inline]
    pub const fn base(place: usize) -> Self {
        assert!(place < Self::BASE_COUNT);
        Self(place as u8)
    }

    /// The kind with this index.
    ///
    /// # Panics
    /// If the index is not below [`PieceKind::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// The kind's index, below [`PieceKind::COUNT`]; an unpromoted kind's is its place in the list.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The promoted form. Whether the game has it, its rules say.
    #[inline]
    pub const fn promoted(self) -> Self {
        Self(self.0 | Self::BASE_COUNT as u8)
    }

    /// The unpromoted form, which a captured piece takes in hand.
    #[inline]
    pub const fn unpromoted(self) -> Self {
        Self(self.0 & (Self::BASE_COUNT as u8 - 1))
    }

    /// Whether this is a promoted form.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.0 >= Self::BASE_COUNT as u8
    }
}

/// A list of different kinds.
pub(crate) type KindList = ArrayVec<PieceKind, { PieceKind::COUNT }>;

/// A piece of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    const COLOR: u8 = PieceKind::COUNT as u8;

    /// A piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self(kind.0 | (color as u8 * Self::COLOR))
    }

    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 & Self::COLOR == 0 { Color::Black } else { Color::White }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind(self.0 % Self::COLOR)
    }
}

/// What stands on a square, in a byte.
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

    /// The kind of the piece on a square that has one.
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
    /// How many of an unpromoted kind are held.
    #[inline]
    pub const fn count(&self, kind: PieceKind) -> u8 {
        self.counts[kind.unpromoted().index()]
    }

    /// Whether nothing is held.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.bits() == 0
    }

    /// The counts as one number, a byte for each kind.
    #[inline]
    pub const fn bits(&self) -> u128 {
        u128::from_le_bytes(self.counts)
    }

    /// The kinds held, with their counts, in the game's order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (PieceKind, u8)> + '_ {
        // A byte at a time, and only those that are not zero: this is asked at every node.
        let mut left = self.bits();
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let place = left.trailing_zeros() / 8;
            left &= !(0xFF << (8 * place));
            let kind = PieceKind::base(place as usize);
            Some((kind, self.count(kind)))
        })
    }

    #[inline]
    pub(crate) fn add(&mut self, kind: PieceKind) {
        self.counts[kind.unpromoted().index()] += 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, kind: PieceKind) {
        self.counts[kind.unpromoted().index()] -= 1;
    }
}
