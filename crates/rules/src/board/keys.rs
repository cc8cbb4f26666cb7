//! The hashes of a board.

use super::Board;
use crate::mv::{Move, Origin};
use crate::piece::{Color, Piece, PieceKind};
use crate::zobrist;

impl Board {
    /// The hash of board, hands and side to move: what makes two positions the same.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The hash for tables: two positions that differ in the checks given may not share results.
    #[inline]
    pub fn table_key(&self) -> u64 {
        self.key ^ zobrist::checks(self.checks)
    }

    /// The [`table_key`](Self::table_key) after a pseudo-legal move that does not give check, known
    /// before the move is made: for a table to be read ahead.
    #[inline]
    pub fn table_key_after(&self, mv: Move) -> u64 {
        let (us, to) = (self.side, mv.to());
        let mut key = self.key ^ zobrist::side();
        let mut hold = |kind: PieceKind, before: u8, after: u8| {
            key ^= zobrist::held(us, kind, before) ^ zobrist::held(us, kind, after);
        };
        let moved = match mv.origin() {
            Origin::Hand(kind) => {
                let before = self.hand(us).count(kind);
                hold(kind, before, before.wrapping_sub(1));
                Piece::new(us, kind)
            }
            Origin::Board(from) => {
                let Some(piece) = self.piece_on(from) else { return key };
                if let Some(taken) = self.piece_on(to) {
                    let kind = taken.kind().unpromoted();
                    let before = self.hand(us).count(kind);
                    hold(kind, before, before + 1);
                    key ^= zobrist::piece(taken, to);
                }
                key ^= zobrist::piece(piece, from);
                if mv.is_promotion() { Piece::new(us, piece.kind().promoted()) } else { piece }
            }
        };
        let mut checks = self.checks;
        checks[us.index()] = 0;
        key ^ zobrist::piece(moved, to) ^ zobrist::checks(checks)
    }

    /// The hash for tables without what is in hand, for who compares hands.
    pub fn key_without_hands(&self) -> u64 {
        let hand = |color| zobrist::hand(color, self.hand(color));
        self.table_key() ^ hand(Color::Black) ^ hand(Color::White)
    }

    /// The key made anew from all that it hashes.
    pub(crate) fn fresh_key(&self) -> u64 {
        let mut key = if self.side == Color::White { zobrist::side() } else { 0 };
        for square in self.occupied() {
            key ^= self.piece_on(square).map_or(0, |piece| zobrist::piece(piece, square));
        }
        Color::BOTH.iter().fold(key, |key, &c| key ^ zobrist::hand(c, self.hand(c)))
    }
}
