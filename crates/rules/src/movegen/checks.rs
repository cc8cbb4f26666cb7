//! Tests whether moves give check, before they are made.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// What [`Board::gives_check`] needs to know about a position. Compute it once for all moves.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Option<Square>,
    /// The masks of moves that do not discover a check.
    no_discovery: KingSafetyMasks,
}

impl Board {
    /// Computes what [`gives_check`](Self::gives_check) needs.
    pub fn check_info(&self) -> CheckInfo {
        CheckInfo {
            king: self.king(!self.side()),
            no_discovery: KingSafetyMasks::for_enemy_king(self),
        }
    }

    /// Returns the destinations where a move might give check. `from` is the origin square, or
    /// `None` for a drop, and `kind` the kind after the move. A quick filter: destinations outside
    /// never give check, those inside need [`gives_check`](Self::gives_check).
    #[inline]
    pub fn possible_check_squares(
        &self,
        from: Option<Square>,
        kind: PieceKind,
        info: &CheckInfo,
    ) -> Bitboard {
        let Some(king) = info.king else { return Bitboard::EMPTY };
        let us = self.side();
        let no_discovery =
            from.map_or(info.no_discovery.allowed(), |from| info.no_discovery.allowed_from(from));
        self.rules().attack_origins(us, king)[kind.index()] | !no_discovery
    }

    /// Returns whether a pseudo-legal move gives check: directly, by discovery or as a screen.
    #[inline]
    pub fn gives_check(&self, mv: Move, info: &CheckInfo) -> bool {
        let Some(king) = info.king else { return false };
        let (us, to) = (self.side(), mv.to());
        let (moved, no_discovery, occupied) = match mv.origin() {
            Origin::Hand(kind) => {
                (Piece::new(us, kind), info.no_discovery.allowed(), self.occupied())
            }
            Origin::Board(from) => {
                let Some(piece) = self.piece_on(from) else { return false };
                let kind = piece.kind();
                let kind = if mv.is_promotion() { kind.promoted() } else { kind };
                let occupied = self.occupied().without(Bitboard::from_square(from));
                (Piece::new(us, kind), info.no_discovery.allowed_from(from), occupied)
            }
        };
        !no_discovery.contains(to)
            || self.rules().tables.attacks_square(us, moved.kind(), to, king, occupied)
    }
}
