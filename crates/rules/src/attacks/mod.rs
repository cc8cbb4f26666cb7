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
use compile::kind_table;
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
    /// Other leaps. `None` if the game has neither such leaps nor pieces that are confined to a part of the board.
    rare_moves: Option<Box<RareMoves>>,
    /// By color and kind: the squares to which it may move.
    regions: [[Bitboard; PieceKind::COUNT]; 2],
    /// By color and kind: the moves along lines, captures and non-captures.
    moves: [[LineMoves; PieceKind::COUNT]; 2],
    /// By color and kind: the attacks along lines, on empty and occupied squares alike.
    attacks: [[LineMoves; PieceKind::COUNT]; 2],
    /// One bit per kind that captures along lines, beyond single steps.
    pub line_captures: u32,
    /// Whether a further screen can make some piece attack.
    pub has_cannons: bool,
    /// How each piece could attack a square.
    pub relations: AttackRelations,
    /// By attacking color, kind and king square: the squares from which the kind might attack a
    /// destination of the king along a line.
    pub king_ring_lines: KindTable,
    /// By attacking color and king square: the squares from which any kind might attack a
    /// destination of the king by a leap or step.
    pub king_ring_leaps: [PerSquare<Bitboard>; 2],
    /// By origin and target: see [`path`](Self::path).
    paths: Box<PerSquare<PerSquare<Bitboard>>>,
}

/// Leaps that only move (quiet) or only capture, and lame leaps.
#[derive(Debug)]
struct RareMoves {
    quiet: KindTable,
    capture: KindTable,
    lame_quiet: KindTable,
    lame_capture: KindTable,
}

// Cold, because most games have no such moves.
impl RareMoves {
    #[cold]
    fn new() -> Self {
        Self {
            quiet: kind_table(),
            capture: kind_table(),
            lame_quiet: kind_table(),
            lame_capture: kind_table(),
        }
    }

    /// Returns the captures that nothing blocks.
    #[cold]
    fn free_attacks(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        self.capture[color.index()][kind.index()][from.index()]
    }
}

/// The lines along which a kind moves, as indices of
/// [`LINE_STEPS`](crate::lines::LINE_STEPS), each with the start of its hop table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct LineMoves(ArrayVec<(u8, u32), 4>);

impl AttackTables {
    /// Returns the squares a piece attacks by steps and by leaps that nothing blocks.
    #[inline]
    pub fn leap_attacks(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        let attacks = self.leaps[color.index()][kind.index()][from.index()];
        match &self.rare_moves {
            None => attacks,
            Some(rare) => attacks | rare.free_attacks(color, kind, from),
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
        targets |= self.line_targets(&self.moves[color.index()][kind.index()], from, occupied);
        match &self.rare_moves {
            None => targets,
            Some(rare) => {
                let rare_targets = self.rare_targets(rare, color, kind, from, occupied);
                (targets | rare_targets) & self.region(color, kind)
            }
        }
    }

    /// Returns the squares a piece attacks.
    #[inline]
    pub fn attacks(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let attacks = self.leaps[color.index()][kind.index()][from.index()]
            | self.line_attacks(color, kind, from, occupied);
        match &self.rare_moves {
            None => attacks,
            Some(rare) => {
                let rare_attacks = self.rare_attacks(rare, color, kind, from, occupied);
                (attacks | rare_attacks) & self.region(color, kind)
            }
        }
    }

    /// Returns the squares a piece attacks along lines if it is not confined.
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

    #[cold]
    fn rare_targets(
        &self,
        rare: &RareMoves,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let quiet = rare.quiet[color.index()][kind.index()][from.index()]
            | self.unblocked(&rare.lame_quiet[color.index()][kind.index()], from, occupied);
        quiet.without(occupied) | (self.rare_attacks(rare, color, kind, from, occupied) & occupied)
    }

    #[cold]
    fn rare_attacks(
        &self,
        rare: &RareMoves,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let lame = &rare.lame_capture[color.index()][kind.index()];
        rare.free_attacks(color, kind, from) | self.unblocked(lame, from, occupied)
    }

    /// Returns the targets of lame leaps to which the path is free.
    fn unblocked(&self, lame: &PerSquare<Bitboard>, from: Square, occupied: Bitboard) -> Bitboard {
        let is_free = |&to: &Square| (self.path(from, to) & occupied).is_empty();
        lame[from.index()].into_iter().filter(is_free).collect()
    }

    #[inline]
    fn line_targets(&self, line_moves: &LineMoves, from: Square, occupied: Bitboard) -> Bitboard {
        let lines = &self.lines[from.index()];
        let mut targets = Bitboard::EMPTY;
        for &(line, table) in &line_moves.0 {
            // The remainder saves a bounds check.
            let (line, offset) = &lines[usize::from(line % 4)];
            let bits = self.hop_tables[(table + offset) as usize + line.gather(occupied)];
            targets |= line.scatter(bits);
        }
        targets
    }

    /// Returns a superset of the squares to which a piece may move with any occupancy: its leaps and all squares of its
    /// lines.
    pub fn max_targets(&self, color: Color, kind: PieceKind, from: Square) -> Bitboard {
        let leaps = self.leaps[color.index()][kind.index()][from.index()];
        let rare_moves = self.rare_moves.as_ref().map_or(Bitboard::EMPTY, |rare| {
            [&rare.quiet, &rare.capture, &rare.lame_quiet, &rare.lame_capture]
                .into_iter()
                .fold(Bitboard::EMPTY, |all, table| {
                    all | table[color.index()][kind.index()][from.index()]
                })
        });
        let lines = self.moves[color.index()][kind.index()]
            .0
            .iter()
            .map(|&(line, _)| self.lines[from.index()][usize::from(line)].0.scatter(u16::MAX));
        lines.fold(leaps | rare_moves, |all, line| all | line) & self.region(color, kind)
    }

    /// Returns whether some piece has leaps that only move or only capture, or lame leaps, or is confined to a part of the
    /// board.
    #[inline]
    pub fn has_rare_moves(&self) -> bool {
        self.rare_moves.is_some()
    }

    /// Returns the squares to which a kind may move: the whole board unless it is confined to a part.
    #[inline]
    pub fn region(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.regions[color.index()][kind.index()]
    }

    /// Returns whether a kind only leaps and steps. False for all kinds of a game with rare moves.
    pub fn is_leaper(&self, kind: PieceKind) -> bool {
        self.rare_moves.is_none() && self.moves[0][kind.index()].0.is_empty()
    }

    /// Returns the squares that a piece passes on its way: those strictly between two squares of a line, or those of a
    /// lame leap. Empty for other pairs.
    #[inline]
    pub fn path(&self, from: Square, to: Square) -> Bitboard {
        self.paths[from.index()][to.index()]
    }
}
