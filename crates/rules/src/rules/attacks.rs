//! Where single pieces move and attack.

use super::Rules;
use crate::bitboard::Bitboard;
use crate::piece::{Color, PieceKind};
use crate::square::Square;

impl Rules {
    /// Returns the squares to which a piece can move, also those of pieces of its own side.
    #[inline]
    pub fn targets(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        self.tables.targets(color, kind, from, occupied)
    }

    /// Returns the squares a piece attacks, whether they are empty or have a piece of either side.
    #[inline]
    pub fn attacks(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let tables = &self.tables;
        tables.leap_attacks(color, kind, from) | tables.line_attacks(color, kind, from, occupied)
    }

    /// Returns whether a piece on a square attacks the target.
    #[inline]
    pub fn attacks_square(
        &self,
        color: Color,
        kind: PieceKind,
        from: Square,
        target: Square,
        occupied: Bitboard,
    ) -> bool {
        let tables = &self.tables;
        let relation = tables.relations.get(color, kind, from, target);
        let between = || (tables.between(target, from) & occupied).count();
        relation.leaps()
            || relation.hop_class().is_some_and(|hop_class| hop_class.allows(between()))
    }

    /// Returns, by kind, the squares from which a piece of this color attacks the target with at
    /// least one occupancy of the squares in between.
    #[inline]
    pub fn attack_origins(&self, color: Color, target: Square) -> &[Bitboard; PieceKind::COUNT] {
        self.tables.relations.origins_by_kind(color, target)
    }

    /// Returns whether a kind captures along lines, beyond single steps.
    pub fn has_line_captures(&self, kind: PieceKind) -> bool {
        self.tables.line_captures >> kind.index() & 1 != 0
    }
}
