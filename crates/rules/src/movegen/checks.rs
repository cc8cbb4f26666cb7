//! Which moves give check, asked before they are made.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::{Piece, PieceKind};
use crate::square::Square;

/// What [`Board::gives_check`] needs to know of a position, whichever the move.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Option<Square>,
    /// The moves that leave the other king as it is: all others uncover a check.
    no_discovery: KingSafetyMasks,
}

impl Board {
    /// What is to know once before asking which moves give check.
    pub fn check_info(&self) -> CheckInfo {
        CheckInfo {
            king: self.king(!self.side()),
            no_discovery: KingSafetyMasks::for_enemy_king(self),
        }
    }

    /// The squares on which a piece that comes from a square or the hand, to be of a kind, might
    /// give check: few of all, so that fewer need be asked about.
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

    /// Whether a pseudo-legal move gives check, by the piece moved or by others that it uncovers
    /// or serves as a screen.
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
