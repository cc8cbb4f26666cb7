//! How a piece bears on a square, by the way from the one to the other: a byte looked up, where
//! asking every kind whether it might be meant takes long.

use crate::attacks::{HopClass, PerSquare};
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::square::{OFFSET_COUNT, SQUARE_COUNT, Square};

/// How a piece bears on a square: with how many pieces between it captures there along a line, and
/// whether it leaps or steps there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bearing(u8);

impl Bearing {
    const LEAP: u8 = 8;

    /// Whether the piece leaps or steps there.
    #[inline]
    pub const fn leaps(self) -> bool {
        self.0 & Self::LEAP != 0
    }

    /// With how many pieces between it captures there, if with any number.
    #[inline]
    pub fn hits(self) -> Option<HopClass> {
        let bits = self.0 & !Self::LEAP;
        (bits != 0).then(|| HopClass::from_bits(bits))
    }
}

type ByKind = [Bitboard; PieceKind::COUNT];
type ByWay = [[[Bearing; OFFSET_COUNT]; PieceKind::COUNT]; 2];

/// The bearings of every piece of a game.
#[derive(Debug)]
pub(crate) struct Bearings {
    by_way: Box<ByWay>,
    /// From where any kind may bear on a square along lines, by colour and square.
    lines: [PerSquare<Bitboard>; 2],
    /// From where any kind may leap or step to a square.
    leaps: [PerSquare<Bitboard>; 2],
    /// From where each kind may bear on a square at all.
    by_kind: Box<[PerSquare<ByKind>; 2]>,
}

impl Bearings {
    pub fn new() -> Self {
        Self {
            by_way: Box::new([[[Bearing::default(); OFFSET_COUNT]; PieceKind::COUNT]; 2]),
            lines: [[Bitboard::EMPTY; SQUARE_COUNT]; 2],
            leaps: [[Bitboard::EMPTY; SQUARE_COUNT]; 2],
            by_kind: Box::new([[[Bitboard::EMPTY; PieceKind::COUNT]; SQUARE_COUNT]; 2]),
        }
    }

    /// Learns that a piece captures so along a line. It is the same on every board and for every
    /// place: nothing but the way counts.
    pub fn add_hits(
        &mut self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        hits: HopClass,
    ) {
        if hits.bits() != 0 {
            let way = from.offset_to(target);
            self.by_way[color.index()][kind.index()][way].0 |= hits.bits();
            self.lines[color.index()][target.index()] |= Bitboard::from_square(from);
            self.by_kind[color.index()][target.index()][kind.index()] |=
                Bitboard::from_square(from);
        }
    }

    /// Learns that a piece captures so by a leap or step.
    pub fn add_leap(&mut self, color: Color, kind: PieceKind, from: Square, target: Square) {
        let way = from.offset_to(target);
        self.by_way[color.index()][kind.index()][way].0 |= Bearing::LEAP;
        self.leaps[color.index()][target.index()] |= Bitboard::from_square(from);
        self.by_kind[color.index()][target.index()][kind.index()] |= Bitboard::from_square(from);
    }

    /// How a piece bears on a square.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceKind, from: Square, target: Square) -> Bearing {
        self.by_way[color.index()][kind.index()][from.offset_to(target)]
    }

    /// From where any piece of a colour may bear on a square along lines.
    #[inline]
    pub fn lines_to(&self, color: Color, target: Square) -> Bitboard {
        self.lines[color.index()][target.index()]
    }

    /// From where any piece of a colour may leap or step to a square.
    #[inline]
    pub fn leaps_to(&self, color: Color, target: Square) -> Bitboard {
        self.leaps[color.index()][target.index()]
    }

    /// From where each kind of a colour may bear on a square, by a leap or along a line.
    #[inline]
    pub fn by_kind(&self, color: Color, target: Square) -> &ByKind {
        &self.by_kind[color.index()][target.index()]
    }
}
