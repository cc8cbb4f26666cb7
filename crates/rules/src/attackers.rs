//! Attack queries on a board: which pieces attack a square, and what each piece attacks.

use crate::attacks::HopClass;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};
use crate::spec::FacingKings;
use crate::square::Square;

/// A side's single-step pawns and the squares they attack, one square per pawn.
#[derive(Clone, Copy, Debug)]
pub struct PawnAttacks {
    /// The pawns' kind.
    pub kind: PieceKind,
    /// The squares of the pawns.
    pub pieces: Bitboard,
    /// The squares they attack.
    pub attacks: Bitboard,
}

impl Board {
    /// Returns the attacks of a side's pawns, computed with one shift. Returns `None` if the game
    /// has no pawns with a single step, like those of shogi.
    #[inline]
    pub fn pawn_attacks(&self, color: Color) -> Option<PawnAttacks> {
        let step_pawns = self.rules().step_pawns.as_ref()?;
        let pieces = self.pieces_of(color, step_pawns.kind);
        let attacks = step_pawns.attacks(color, pieces);
        Some(PawnAttacks { kind: step_pawns.kind, pieces, attacks })
    }

    /// Calls `call` for each of a side's pieces except those in
    /// [`pawn_attacks`](Self::pawn_attacks), with its kind and the squares it attacks.
    #[inline(always)]
    pub fn for_each_attack_set(&self, color: Color, mut call: impl FnMut(PieceKind, Bitboard)) {
        let (rules, occupied) = (self.rules(), self.occupied());
        let step_pawns = rules.step_pawns.as_ref();
        let step_pawns = step_pawns.map(|pawns| self.pieces_of_kind(pawns.kind));
        let others = self.pieces(color).without(step_pawns.unwrap_or_default());
        // Most pieces only leap and step. A separate short loop for them is faster.
        let leaps = &rules.tables.leaps[color.index()];
        others.without(self.line_pieces()).for_each(|from| {
            let kind = self.kind_on(from);
            call(kind, leaps[kind.index()][from.index()]);
        });
        (others & self.line_pieces()).for_each(|from| {
            let kind = self.kind_on(from);
            call(kind, rules.attacks(color, kind, from, occupied));
        });
    }

    /// Returns a side's pieces that attack a square with the given occupancy.
    pub fn attackers(&self, color: Color, target: Square, occupied: Bitboard) -> Bitboard {
        let mut attackers = Bitboard::EMPTY;
        self.possible_attackers(color, target).for_each(|from| {
            if self.rules().attacks_square(color, self.kind_on(from), from, target, occupied) {
                attackers |= Bitboard::from_square(from);
            }
        });
        attackers
    }

    /// Calls `call` for each of a side's line pieces that might attack the target along a line or by a
    /// lame leap, with its square, its hop class and the squares between. Whether it attacks depends on
    /// the number of occupied squares between.
    #[inline]
    pub fn for_each_line_attacker(
        &self,
        color: Color,
        target: Square,
        mut call: impl FnMut(Square, HopClass, Bitboard),
    ) {
        let tables = &self.rules().tables;
        let mut candidates =
            self.pieces(color) & self.line_pieces() & tables.relations.line_origins(color, target);
        if tables.has_rare_moves() {
            candidates = self.not_confined(candidates, color, target);
        }
        candidates.for_each(|from| {
            let relation = tables.relations.get(color, self.kind_on(from), from, target);
            if let Some(hop_class) = relation.hop_class() {
                call(from, hop_class, tables.path(from, target));
            }
        });
    }

    /// Returns a superset of a side's pieces that attack the target with any occupancy.
    #[inline]
    pub fn possible_attackers(&self, color: Color, target: Square) -> Bitboard {
        let relations = &self.rules().tables.relations;
        let lines = self.line_pieces() & relations.line_origins(color, target);
        self.pieces(color) & (lines | relations.leap_origins(color, target))
    }

    /// Returns those of a side's pieces that may move to the target, wherever they stand. The others are confined to other
    /// squares.
    #[cold]
    fn not_confined(&self, pieces: Bitboard, color: Color, target: Square) -> Bitboard {
        let may_move_there =
            |&from: &Square| self.rules().region(color, self.kind_on(from)).contains(target);
        pieces.into_iter().filter(may_move_there).collect()
    }

    /// Returns whether a king would be safe from a side on a square: not attacked, and not facing its king where that is
    /// forbidden.
    pub(crate) fn is_king_safe_from(
        &self,
        color: Color,
        square: Square,
        occupied: Bitboard,
    ) -> bool {
        self.attackers(color, square, occupied).is_empty()
            && !self.would_face(color, square, occupied)
    }

    /// Returns whether a king on a square would face a side's king although that is forbidden.
    pub(crate) fn would_face(&self, color: Color, square: Square, occupied: Bitboard) -> bool {
        let facing = self.facing_king(color, square);
        facing.is_some_and(|(_, between)| (between & occupied).is_empty())
    }

    /// Returns a side's king and the squares between it and a square, on which the other king stands, if the two may not
    /// face each other on this line.
    #[inline]
    pub(crate) fn facing_king(&self, color: Color, square: Square) -> Option<(Square, Bitboard)> {
        match self.rules().spec().facing_kings {
            FacingKings::Allowed => None,
            FacingKings::ForbiddenOnFiles => self.king_on_line(color, square, false),
            FacingKings::ForbiddenOnFilesAndRanks => self.king_on_line(color, square, true),
        }
    }

    #[cold]
    fn king_on_line(
        &self,
        color: Color,
        square: Square,
        on_ranks: bool,
    ) -> Option<(Square, Bitboard)> {
        let king = self.king(color)?;
        let is_on_line = king.file() == square.file() || on_ranks && king.rank() == square.rank();
        is_on_line.then(|| (king, self.rules().tables.path(king, square)))
    }
}
