//! Attack relations: how a piece on one square could attack another, by the offset between them.
//!
//! One lookup decides whether a piece is a possible attacker, instead of a test for each kind.
//! Relations do not depend on the occupancy. A line attack also needs a number of screens that its
//! [`HopClass`] allows.

use crate::betza::{Ray, Reach};
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::square::{OFFSET_COUNT, SQUARE_COUNT, Square};

/// One value per square.
pub(crate) type PerSquare<T> = [T; SQUARE_COUNT];

/// The numbers of screens over which a line piece captures: none, one, two, three or more. A rook captures
/// over none, a Chinese cannon over exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HopClass(u8);

impl HopClass {
    /// That of slides and lame leaps.
    pub(crate) const NO_SCREEN: Self = Self(0b0001);

    /// Returns whether the piece captures over this many screens.
    #[inline]
    pub const fn allows(self, screens: u32) -> bool {
        self.0 >> (if screens < 3 { screens } else { 3 }) & 1 != 0
    }

    /// Returns three bits: bit 0 for no screen, bit 1 for one, bit 2 for any larger number.
    #[inline]
    pub const fn coarse_bits(self) -> u8 {
        self.0 & 0b0011 | (self.0 | self.0 >> 1) & 0b0100
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether one more screen can make the piece attack.
    pub(super) fn may_need_screen(self) -> bool {
        (0..3).any(|screens| !self.allows(screens) && self.allows(screens + 1))
    }

    pub(crate) const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Returns the hop class of a ray's captures at a distance.
    pub(super) fn of_ray(ray: &Ray, distance: u8) -> Self {
        let bits = |reach: Reach, bits: u8| if distance <= reach.capture { bits } else { 0 };
        Self(
            bits(ray.slide, Self::NO_SCREEN.0)
                | bits(ray.hop_one, 0b0010)
                | bits(ray.hop_two, 0b0100)
                | bits(ray.hop_any, 0b1110),
        )
    }
}

/// How a piece could attack a square: its hop class along the path between them, and whether it
/// steps or freely leaps there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct AttackRelation(u8);

impl AttackRelation {
    const LEAP: u8 = 16;

    /// Returns whether the piece leaps or steps to the square.
    #[inline]
    pub const fn leaps(self) -> bool {
        self.0 & Self::LEAP != 0
    }

    /// Returns the hop class of the piece's attack along a line or by a lame leap, if any.
    #[inline]
    pub fn hop_class(self) -> Option<HopClass> {
        let bits = self.0 & !Self::LEAP;
        (bits != 0).then(|| HopClass::from_bits(bits))
    }
}

type ByKind = [Bitboard; PieceKind::COUNT];
/// By color, kind and [`Square::offset_to`] from the attacker to the target.
type ByOffset = [[[AttackRelation; OFFSET_COUNT]; PieceKind::COUNT]; 2];

/// The attack relations of all pieces of a game.
#[derive(Debug)]
pub(crate) struct AttackRelations {
    by_offset: Box<ByOffset>,
    /// By color and target: the squares from which any kind might attack it along a line.
    lines: [PerSquare<Bitboard>; 2],
    /// By color and target: the squares from which any kind might attack it by a leap or step.
    leaps: [PerSquare<Bitboard>; 2],
    /// By color, target and kind: the squares from which the kind might attack it in either way.
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

    /// Adds a capture along a line or by a lame leap. The hop class depends only on the offset from `from` to
    /// `target`, so all pairs of squares with that offset share an entry.
    pub fn add_line(
        &mut self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        hop_class: HopClass,
    ) {
        let offset = from.offset_to(target);
        self.by_offset[color.index()][kind.index()][offset].0 |= hop_class.bits();
        self.lines[color.index()][target.index()] |= Bitboard::from_square(from);
        self.by_kind[color.index()][target.index()][kind.index()] |= Bitboard::from_square(from);
    }

    /// Adds a capture by a leap or step.
    pub fn add_leap(&mut self, color: Color, kind: PieceKind, from: Square, target: Square) {
        let offset = from.offset_to(target);
        self.by_offset[color.index()][kind.index()][offset].0 |= AttackRelation::LEAP;
        self.leaps[color.index()][target.index()] |= Bitboard::from_square(from);
        self.by_kind[color.index()][target.index()][kind.index()] |= Bitboard::from_square(from);
    }

    /// Returns how a piece on `from` could attack the target.
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

    /// Returns the squares from which any piece of a color might attack the target along a line.
    #[inline]
    pub fn line_origins(&self, color: Color, target: Square) -> Bitboard {
        self.lines[color.index()][target.index()]
    }

    /// Returns the squares from which any piece of a color might attack the target by a leap or
    /// step.
    #[inline]
    pub fn leap_origins(&self, color: Color, target: Square) -> Bitboard {
        self.leaps[color.index()][target.index()]
    }

    /// Returns, by kind, the squares from which the kind might attack the target in either way.
    #[inline]
    pub fn origins_by_kind(&self, color: Color, target: Square) -> &ByKind {
        &self.by_kind[color.index()][target.index()]
    }
}
