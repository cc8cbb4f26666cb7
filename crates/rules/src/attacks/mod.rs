//! Attack tables: the movements of a game compiled for its board.
//!
//! Leaps and single steps are looked up by square. Movement along lines is looked up by the
//! occupancy of each line in [hop tables](hop_tables), which handle slides and cannon hops alike.
//! The [relations] answer the reverse question: how a piece could attack a given square.

mod compile;
mod hop_tables;
mod relations;

pub use relations::HopClass;

use crate::bitboard::Bitboard;
use crate::lines::Line;
use crate::piece::{Color, PieceKind};
use crate::square::Square;
use arrayvec::ArrayVec;
use relations::{AttackRelations, PerSquare};

type KindTable = Box<[[PerSquare<Bitboard>; PieceKind::COUNT]; 2]>;

#[derive(Debug)]
pub(crate) struct AttackTables {
    /// The four lines through each square, and the offset of the square's entries in a hop table
    /// for each.
    lines: Box<PerSquare<[(Line, u32); 4]>>,
    /// All hop tables, concatenated.
    hop_tables: Vec<u16>,
    /// The squares each kind reaches by leaps and single steps that both move and capture.
    pub leaps: KindTable,
    /// Leaps that only move or only capture. Most games have none.
    divergent_leaps: Option<Box<DivergentLeaps>>,
    /// By color and kind: the moves along lines, captures and non-captures.
    moves: [[LineMoves; PieceKind::COUNT]; 2],
    /// By color and kind: the attacks along lines, on empty and occupied squares alike.
    attacks: [[LineMoves; PieceKind::COUNT]; 2],
    /// One bit per kind that captures along lines, beyond single steps.
    pub line_captures: u32,
    /// Whether some piece captures over one screen but not over none.
    pub has_cannons: bool,
    /// How each piece could attack a square.
    pub relations: AttackRelations,
    /// By attacking color, kind and king square: the squares from which the kind might attack a
    /// destination of the king along a line.
    pub king_ring_lines: KindTable,
    /// By attacking color and king square: the squares from which any kind might attack a
    /// destination of the king by a leap or step.
    pub king_ring_leaps: [PerSquare<Bitboard>; 2],
    /// The squares strictly between two squares of a line. Empty for other pairs.
    between: Box<PerSquare<PerSquare<Bitboard>>>,
}

/// Leaps that only move (quiet) or only capture.
#[derive(Debug)]
struct DivergentLeaps {
    quiet: KindTable,
    capture: KindTable,
}

// Cold, because most games have no such leaps.
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

/// The lines along which a kind moves, as indices of
/// [`LINE_STEPS`](crate::lines::LINE_STEPS), each with the start of its hop table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct LineMoves(ArrayVec<(u8, u32), 4>);

impl AttackTables {
    /// Returns the squares a piece attacks by leaps and steps.
    #[inline]
    pub fn leap_attacks(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        let attacks = self.leaps[color.index()][kind.index()][from.index()];
        match &self.divergent_leaps {
            None => attacks,
            Some(divergent_leaps) => attacks | divergent_leaps.attacks(color, kind, from),
        }
    }

    /// Returns the targets of a piece's moves, as if all other pieces were the opponent's.
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

    /// Returns the squares a piece attacks along lines.
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

    /// Returns the squares from which pieces of a kind attack a square by leaps and steps.
    #[inline]
    pub fn leap_origins(&self, color: Color, kind: PieceKind, target: Square) -> Bitboard {
        // The two sides move in opposite directions, so the opponent's leap leads back.
        self.leap_attacks(!color, kind, target)
    }

    #[inline]
    fn line_targets(&self, line_moves: &LineMoves, from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &self.lines[from.index()];
        let mut targets = Bitboard::EMPTY;
        for &(line, table) in &line_moves.0 {
            let (line, offset) = &lines[usize::from(line % 4)];
            let bits = self.hop_tables[(table + offset) as usize + line.gather(occupied)];
            targets |= line.scatter(bits);
        }
        targets
    }

    /// Returns a superset of the squares to which a black piece may move with any occupancy: its
    /// leaps and all squares of its lines.
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

    /// Returns whether a kind only leaps and steps. False for all kinds of a game with divergent
    /// leaps.
    pub fn is_leaper(&self, kind: PieceKind) -> bool {
        self.divergent_leaps.is_none() && self.moves[0][kind.index()].0.is_empty()
    }

    /// Returns the squares strictly between two squares of a line. Empty for other pairs.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        self.between[a.index()][b.index()]
    }
}
