//! How a piece bears on a square, by the way from the one to the other: a byte looked up, where
//! asking every kind whether it might be meant takes long.

use crate::betza::{Ray, Reach};
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::square::{OFFSET_COUNT, SQUARE_COUNT, Square};

/// One value for every square.
pub(crate) type PerSquare<T> = [T; SQUARE_COUNT];
/// With how many pieces between an attacker captures: none, one, two or more, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HopClass(u8);

impl HopClass {
    /// With any number of pieces between.
    pub(crate) const ALWAYS: Self = Self(0b111);

    /// Whether it captures with so many pieces between.
    #[inline]
    pub const fn allows(self, between: u32) -> bool {
        self.0 >> (if between < 2 { between } else { 2 }) & 1 != 0
    }

    /// The three bits, the lowest for none between.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    pub(super) fn of_ray(ray: &Ray, distance: u8) -> Self {
        let bits = |reach: Reach, bits: u8| if distance <= reach.capture { bits } else { 0 };
        Self(bits(ray.slide, 0b001) | bits(ray.hop_one, 0b010) | bits(ray.hop_any, 0b110))
    }
}

/// How a piece bears on a square: with how many pieces between it captures there along a line, and
/// whether it leaps or steps there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct AttackRelation(u8);

impl AttackRelation {
    const LEAP: u8 = 8;

    /// Whether the piece leaps or steps there.
    #[inline]
    pub const fn leaps(self) -> bool {
        self.0 & Self::LEAP != 0
    }

    /// With how many pieces between it captures there, if with any number.
    #[inline]
    pub fn hop_class(self) -> Option<HopClass> {
        let bits = self.0 & !Self::LEAP;
        (bits != 0).then(|| HopClass::from_bits(bits))
    }
}

type ByKind = [Bitboard; PieceKind::COUNT];
type ByOffset = [[[AttackRelation; OFFSET_COUNT]; PieceKind::COUNT]; 2];

/// The relations of every piece of a game.
#[derive(Debug)]
pub(crate) struct AttackRelations {
    by_offset: Box<ByOffset>,
    /// From where any kind may bear on a square along lines, by colour and square.
    lines: [PerSquare<Bitboard>; 2],
    /// From where any kind may leap or step to a square.
    leaps: [PerSquare<Bitboard>; 2],
    /// From where each kind may bear on a square at all.
    by_kind: Box<[PerSquare<ByKind>; 2]>,
}

impl AttackRelations {
    pub fn new() -> Self {
        Self {
            by_offset: Box::new([[[AttackRelation::default(); OFFSET_COUNT]; PieceKind::COUNT]; 2]),
            lines: [[Bitboard::EMPTY; SQUARE_COUNT]; 2],
            leaps: [[Bitboard::EMPTY; SQUARE_COUNT]; 2],
            by_kind: Box::new([[[Bitboard::EMPTY; PieceKind::COUNT]; SQUARE_COUNT]; 2]),
        }
    }

    /// Learns that a piece captures so along a line. It is the same on every board and for every
    /// place: nothing but the way counts.
    pub fn add_line(
        &mut self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        hop_class: HopClass,
    ) {
        if hop_class.bits() != 0 {
            let offset = from.offset_to(target);
            self.by_offset[color.index()][kind.index()][offset].0 |= hop_class.bits();
            self.lines[color.index()][target.index()] |= Bitboard::from_square(from);
            self.by_kind[color.index()][target.index()][kind.index()] |=
                Bitboard::from_square(from);
        }
    }

    /// Learns that a piece captures so by a leap or step.
    pub fn add_leap(&mut self, color: Color, kind: PieceKind, from: Square, target: Square) {
        let offset = from.offset_to(target);
        self.by_offset[color.index()][kind.index()][offset].0 |= AttackRelation::LEAP;
        self.leaps[color.index()][target.index()] |= Bitboard::from_square(from);
        self.by_kind[color.index()][target.index()][kind.index()] |= Bitboard::from_square(from);
    }

    /// How a piece bears on a square.
    #[inline]
    pub fn get(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
    ) -> AttackRelation {
        self.by_offset[color.index()][kind.index()][from.offset_to(target)]
    }

    /// From where any piece of a colour may bear on a square along lines.
    #[inline]
    pub fn line_origins(&self, color: Color, target: Square) -> Bitboard {
        self.lines[color.index()][target.index()]
    }

    /// From where any piece of a colour may leap or step to a square.
    #[inline]
    pub fn leap_origins(&self, color: Color, target: Square) -> Bitboard {
        self.leaps[color.index()][target.index()]
    }

    /// From where each kind of a colour may bear on a square, by a leap or along a line.
    #[inline]
    pub fn origins_by_kind(&self, color: Color, target: Square) -> &ByKind {
        &self.by_kind[color.index()][target.index()]
    }
}
