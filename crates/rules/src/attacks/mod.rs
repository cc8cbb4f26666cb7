//! Movements compiled to tables for one board: where a piece goes, what it threatens, and from
//! where it reaches a king.

mod compile;
mod hops;

use crate::bearing::Bearings;
use crate::betza::{Ray, Reach};
use crate::bitboard::Bitboard;
use crate::lines::Line;
use crate::piece::{Color, PieceKind};
use crate::rules::Alike;
use crate::square::{SQUARE_COUNT, Square};
use arrayvec::ArrayVec;

/// One value for every square.
pub(crate) type PerSquare<T> = [T; SQUARE_COUNT];
/// One set of squares for every kind, colour and square.
type KindTable = Box<[[PerSquare<Bitboard>; PieceKind::COUNT]; 2]>;

/// The attack tables of a game.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The four lines through each square, and where a hop table has the square's place on each.
    lines: Box<PerSquare<[(Line, u32); 4]>>,
    /// The hop tables, one behind the other.
    hops: Vec<u16>,
    /// Where each kind leaps or steps, moving and capturing alike.
    pub leaps: KindTable,
    /// Leaps that only move and leaps that only capture; most games have none.
    modal: Option<Box<Modal>>,
    /// What each kind does along lines when it moves.
    moves: [[Sweep; PieceKind::COUNT]; 2],
    /// The same for what it could capture, whatever stands there.
    attacks: [[Sweep; PieceKind::COUNT]; 2],
    /// The ways to capture along a line.
    pub aims: Vec<Aim>,
    /// Whether any piece captures beyond a screen and not without one.
    pub has_hops: bool,
    /// How every piece bears on a square.
    pub bearings: Bearings,
    /// From where a kind of a colour may threaten, along lines, some square to which a king may go.
    pub near_lines: KindTable,
    /// From where any leap of a colour may hit some square to which a king may go.
    pub near_leaps: [PerSquare<Bitboard>; 2],
    /// The squares strictly between two on a line, and none otherwise.
    between: Box<PerSquare<PerSquare<Bitboard>>>,
}

#[derive(Debug)]
struct Modal {
    quiet: KindTable,
    capture: KindTable,
}

/// Out of the way of the games that have no such leaps.
impl Modal {
    #[cold]
    fn targets(&self, color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
        let quiet = self.quiet[color.index()][kind.index()][from.index()];
        quiet.without(occupied) | (self.attacks(color, kind, from) & occupied)
    }

    #[cold]
    fn attacks(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        self.capture[color.index()][kind.index()][from.index()]
    }
}

/// The lines along which a kind does something, each with the start of its hop table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Sweep(ArrayVec<(u8, u32), 4>);

/// A way to capture along a line, shared by all kinds that have it: from which squares it reaches
/// a target, by attacking colour and target, and with how many pieces between.
#[derive(Debug)]
pub(crate) struct Aim {
    pub kinds: Alike,
    pub hits: HopClass,
    pub from: Box<[PerSquare<Bitboard>; 2]>,
}

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

    fn at(ray: &Ray, distance: u8) -> Self {
        let way = |reach: Reach, hits: u8| if distance <= reach.capture { hits } else { 0 };
        Self(way(ray.slide, 0b001) | way(ray.hop_one, 0b010) | way(ray.hop_any, 0b110))
    }
}

impl Tables {
    /// The squares to which a piece may move, its own side's pieces not yet taken out.
    #[inline]
    pub fn targets(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let mut targets = self.leaps[color.index()][kind.index()][from.index()];
        if let Some(modal) = &self.modal {
            targets |= modal.targets(color, kind, from, occupied);
        }
        targets | self.sweep(&self.moves[color.index()][kind.index()], from, occupied)
    }

    /// The squares on which a piece could capture, whatever stands there.
    #[inline]
    pub fn attacks(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.leap_attacks(color, kind, from) | self.line_attacks(color, kind, from, occupied)
    }

    /// What a piece threatens by leaps and steps.
    #[inline]
    pub fn leap_attacks(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        let attacks = self.leaps[color.index()][kind.index()][from.index()];
        match &self.modal {
            None => attacks,
            Some(modal) => attacks | modal.attacks(color, kind, from),
        }
    }

    /// What a piece threatens along lines.
    #[inline]
    pub fn line_attacks(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.sweep(&self.attacks[color.index()][kind.index()], from, occupied)
    }

    /// From where pieces of a kind threaten a square by leaps and steps.
    #[inline]
    pub fn leapers(&self, color: Color, kind: PieceKind, target: Square) -> Bitboard {
        // White moves as Black turned round, so the way back is the other colour's way there.
        self.leap_attacks(!color, kind, target)
    }

    #[inline]
    fn sweep(&self, sweep: &Sweep, from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &self.lines[from.index()];
        let mut targets = Bitboard::EMPTY;
        for &(line, table) in &sweep.0 {
            let (line, place) = &lines[usize::from(line % 4)];
            let bits = self.hops[(table + place) as usize + line.gather(occupied)];
            targets |= line.scatter(bits);
        }
        targets
    }

    /// Every square to which Black's piece might ever move, whatever stands where.
    pub fn reach(&self, kind: PieceKind, from: Square) -> Bitboard {
        let leaps = self.leaps[0][kind.index()][from.index()];
        let modal = self.modal.as_ref().map_or(Bitboard::EMPTY, |modal| {
            modal.quiet[0][kind.index()][from.index()]
                | modal.capture[0][kind.index()][from.index()]
        });
        let lines = self.moves[0][kind.index()]
            .0
            .iter()
            .map(|&(line, _)| self.lines[from.index()][usize::from(line)].0.scatter(u16::MAX));
        lines.fold(leaps | modal, |all, line| all | line)
    }

    /// Whether a kind does nothing along lines, beyond single steps, nor moves otherwise than it
    /// captures.
    pub fn is_stepper(&self, kind: PieceKind) -> bool {
        self.modal.is_none() && self.moves[0][kind.index()].0.is_empty()
    }

    /// The squares strictly between two on a line, and none otherwise.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }

    /// Whether a piece on a square threatens another square.
    #[inline]
    pub fn hits(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let bearing = self.bearings.of(color, kind, from, target);
        let between = || (self.between(target, from) & occupied).count();
        bearing.leaps() || bearing.hits().is_some_and(|hits| hits.allows(between()))
    }

    /// Whether a kind captures along lines at all.
    pub fn has_aims(&self, kind: PieceKind) -> bool {
        self.aims.iter().any(|aim| aim.kinds.contains(&kind))
    }
}
