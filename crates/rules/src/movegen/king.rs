//! The king's moves.

use super::generator::Generator;
use super::{Law, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::Color;
use crate::square::Square;

impl Generator<'_> {
    #[inline]
    pub(super) fn king<S: MoveSink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let Some(king) = board.king(self.us) else { return };
        let steps = match self.law {
            Law::Legal => board.king_steps(self.us, king, board.occupied(), to),
            Law::Pseudo => {
                board.rules().targets(self.us, board.rules().king_kind(), king, board.occupied())
            }
        };
        sink.push_moves(king, steps & to, Bitboard::EMPTY);
    }
}

impl Board {
    /// The squares among some to which a side's king may step when these squares are occupied.
    #[inline]
    pub(super) fn king_steps(
        &self,
        us: Color,
        king: Square,
        occupied: Bitboard,
        among: Bitboard,
    ) -> Bitboard {
        let them = !us;
        let tables = &self.rules().tables;
        let steps = tables.leaps[us.index()][self.rules().king_kind().index()][king.index()];
        let steps = steps.without(self.pieces(us)) & among;
        if steps.is_empty() {
            return steps;
        }
        // The king does not shield the squares behind it from an attack.
        let occupied = occupied.without(Bitboard::from_square(king));
        let mut danger = Bitboard::EMPTY;
        (self.pieces(them) & tables.near_leaps[them.index()][king.index()]).for_each(|from| {
            if let Some(piece) = self.piece_on(from) {
                danger |= tables.leap_attacks(them, piece.kind(), from);
            }
        });
        (self.pieces(them) & self.line_pieces()).for_each(|from| {
            let Some(piece) = self.piece_on(from) else { return };
            let near = &tables.near_lines[them.index()][piece.kind().index()];
            if near[king.index()].contains(from) {
                danger |= tables.line_attacks(them, piece.kind(), from, occupied);
            }
        });
        steps.without(danger)
    }
}
