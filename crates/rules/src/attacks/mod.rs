//! Movements compiled to tables for one board: where a piece goes, what it threatens, and from
//! where it reaches a king.

mod compile;
mod hop_tables;
mod relations;

pub use relations::HopClass;

use crate::bitboard::Bitboard;
use crate::lines::Line;
use crate::piece::{Color, KindList, PieceKind};
use crate::square::Square;
use arrayvec::ArrayVec;
use relations::{AttackRelations, PerSquare};

/// One set of squares for every kind, colour and square.
type KindTable = Box<[[PerSquare<Bitboard>; PieceKind::COUNT]; 2]>;

/// The attack tables of a game.
#[derive(Debug)]
pub(crate) struct AttackTables {
    /// The four lines through each square, and where a hop table has the square's place on each.
    lines: Box<PerSquare<[(Line, u32); 4]>>,
    /// The hop tables, one behind the other.
    hop_tables: Vec<u16>,
    /// Where each kind leaps or steps, moving and capturing alike.
    pub leaps: KindTable,
    /// Leaps that only move and leaps that only capture; most games have none.
    divergent_leaps: Option<Box<DivergentLeaps>>,
    /// What each kind does along lines when it moves.
    moves: [[LineMoves; PieceKind::COUNT]; 2],
    /// The same for what it could capture, whatever stands there.
    attacks: [[LineMoves; PieceKind::COUNT]; 2],
    /// The ways to capture along a line.
    pub line_captures: Vec<LineCapture>,
    /// Whether any piece captures beyond a screen and not without one.
    pub has_cannons: bool,
    /// How every piece bears on a square.
    pub relations: AttackRelations,
    /// From where a kind of a colour may threaten, along lines, some square to which a king may go.
    pub king_ring_lines: KindTable,
    /// From where any leap of a colour may hit some square to which a king may go.
    pub king_ring_leaps: [PerSquare<Bitboard>; 2],
    /// The squares strictly between two on a line, and none otherwise.
    between: Box<PerSquare<PerSquare<Bitboard>>>,
}

#[derive(Debug)]
struct DivergentLeaps {
    quiet: KindTable,
    capture: KindTable,
}

/// Out of the way of the games that have no such leaps.
impl DivergentLeaps {
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
struct LineMoves(ArrayVec<(u8, u32), 4>);

/// A way to capture along a line, shared by all kinds that have it: from which squares it reaches
/// a target, by attacking colour and target, and with how many pieces between.
#[derive(Debug)]
pub(crate) struct LineCapture {
    pub kinds: KindList,
    pub hop_class: HopClass,
    pub origins: Box<[PerSquare<Bitboard>; 2]>,
}

impl AttackTables {
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
        if let Some(divergent_leaps) = &self.divergent_leaps {
            targets |= divergent_leaps.targets(color, kind, from, occupied);
        }
        targets | self.line_targets(&self.moves[color.index()][kind.index()], from, occupied)
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
        match &self.divergent_leaps {
            None => attacks,
            Some(divergent_leaps) => attacks | divergent_leaps.attacks(color, kind, from),
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
        self.line_targets(&self.attacks[color.index()][kind.index()], from, occupied)
    }

    /// From where pieces of a kind threaten a square by leaps and steps.
    #[inline]
    pub fn leap_origins(&self, color: Color, kind: PieceKind, target: Square) -> Bitboard {
        // White moves as Black turned round, so the way back is the other colour's way there.
        self.leap_attacks(!color, kind, target)
    }

    #[inline]
    fn line_targets(&self, sweep: &LineMoves, from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &self.lines[from.index()];
        let mut targets = Bitboard::EMPTY;
        for &(line, table) in &sweep.0 {
            let (line, place) = &lines[usize::from(line % 4)];
            let bits = self.hop_tables[(table + place) as usize + line.gather(occupied)];
            targets |= line.scatter(bits);
        }
        targets
    }

    /// Every square to which Black's piece might ever move, whatever stands where.
    pub fn max_targets(&self, kind: PieceKind, from: Square) -> Bitboard {
        let leaps = self.leaps[0][kind.index()][from.index()];
        let divergent_leaps =
            self.divergent_leaps.as_ref().map_or(Bitboard::EMPTY, |divergent_leaps| {
                divergent_leaps.quiet[0][kind.index()][from.index()]
                    | divergent_leaps.capture[0][kind.index()][from.index()]
            });
        let lines = self.moves[0][kind.index()]
            .0
            .iter()
            .map(|&(line, _)| self.lines[from.index()][usize::from(line)].0.scatter(u16::MAX));
        lines.fold(leaps | divergent_leaps, |all, line| all | line)
    }

    /// Whether a kind does nothing along lines, beyond single steps, nor moves otherwise than it
    /// captures.
    pub fn is_leaper(&self, kind: PieceKind) -> bool {
        self.divergent_leaps.is_none() && self.moves[0][kind.index()].0.is_empty()
    }

    /// The squares strictly between two on a line, and none otherwise.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }

    /// Whether a piece on a square threatens another square.
    #[inline]
    pub fn attacks_square(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let relation = self.relations.get(color, kind, from, target);
        let between = || (self.between(target, from) & occupied).count();
        relation.leaps()
            || relation.hop_class().is_some_and(|hop_class| hop_class.allows(between()))
    }

    /// Whether a kind captures along lines at all.
    pub fn has_line_captures(&self, kind: PieceKind) -> bool {
        self.line_captures.iter().any(|capture| capture.kinds.contains(&kind))
    }
}
