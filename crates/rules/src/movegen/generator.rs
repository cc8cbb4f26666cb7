//! The moves of a stage, kind by kind or piece by piece.

use super::{GenKind, Law, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::guard::Guard;
use crate::piece::{Color, PieceKind};
use crate::rules::{Mover, Swarm};
use crate::square::Square;

/// What makes the moves of a position, as much of the law heeded as is asked for.
pub(super) struct Generator<'a> {
    pub(super) board: &'a Board,
    pub(super) guard: &'a Guard,
    pub(super) law: Law,
    pub(super) us: Color,
}

impl Generator<'_> {
    #[inline]
    pub(super) fn run<S: MoveSink>(&self, stage: GenKind, sink: &mut S) {
        let board = self.board;
        if stage == GenKind::Drops {
            return self.drops(sink);
        }
        let to = match stage {
            GenKind::Captures => board.pieces(!self.us),
            GenKind::Quiets => board.empty_squares(),
            _ => board.rules().board.without(board.pieces(self.us)),
        };
        self.king(to, sink);
        if self.law == Law::Legal
            && self.guard.allowed().is_empty()
            && self.guard.special().is_empty()
        {
            return;
        }
        if stage != GenKind::All {
            return self.by_piece(to, sink);
        }
        for swarm in &board.rules().swarms {
            self.swarm(swarm, to, sink);
        }
        for mover in &board.rules().movers {
            self.movers(mover, to, sink);
            if sink.is_done() {
                return;
            }
        }
        self.drops(sink);
    }

    /// Moves piece by piece: quicker than kind by kind where most pieces have no such move.
    #[inline]
    fn by_piece<S: MoveSink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let (allowed, special) = self.leave();
        let to_all = to & allowed;
        let king = board.king(self.us).map_or(Bitboard::EMPTY, Bitboard::from_square);
        let pieces = board.pieces(self.us).without(king);
        let tables = &board.rules().tables;
        let occupied = board.occupied();
        let mut give = |from: Square, kind: PieceKind, arrivals: Bitboard| {
            if arrivals.any() {
                let (plain, promoting) = self.promotions(kind, Some(from), arrivals);
                sink.push_moves(from, plain, promoting);
            }
        };
        let ordinary = pieces.without(special);
        ordinary.without(board.line_pieces()).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let leaps = &tables.leaps[self.us.index()][piece.kind().index()];
                give(from, piece.kind(), leaps[from.index()] & to_all);
            }
        });
        (ordinary & board.line_pieces()).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to_all);
            }
        });
        (pieces & special).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to & self.guard.allowed_from(from));
            }
        });
    }

    /// Where a piece that needs no asking singly may go, and which ones need it.
    #[inline]
    pub(super) fn leave(&self) -> (Bitboard, Bitboard) {
        match self.law {
            Law::Legal => (self.guard.allowed(), self.guard.special()),
            Law::Pseudo => (Bitboard::ALL, Bitboard::EMPTY),
        }
    }

    #[inline]
    fn swarm<S: MoveSink>(&self, swarm: &Swarm, to: Bitboard, sink: &mut S) {
        let (allowed, special) = self.leave();
        let pieces = self.board.pieces_of(self.us, swarm.kind);
        for &(shift, from) in &swarm.steps[self.us.index()] {
            let arrivals = (pieces.without(special) & from).shift(shift) & to & allowed;
            let (plain, promoting) = self.promotions(swarm.kind, None, arrivals);
            sink.push_shifted(shift, plain, promoting);
        }
        if (pieces & special).any() {
            self.singly(swarm.kind, pieces & special, to, sink);
        }
    }

    #[inline]
    fn movers<S: MoveSink>(&self, mover: &Mover, to: Bitboard, sink: &mut S) {
        let pieces = self.board.alike(&mover.kinds) & self.board.pieces(self.us);
        if pieces.is_empty() {
            return;
        }
        let (allowed, special) = self.leave();
        let (kind, dest) = (mover.kinds[0], to & allowed);
        let tables = &self.board.rules().tables;
        // Divided here, that each loop is short: it is run for every piece of every position.
        if mover.steps {
            let leaps = &tables.leaps[self.us.index()][kind.index()];
            let targets = |from: Square| leaps[from.index()];
            self.for_each(mover, kind, pieces.without(special), dest, targets, sink);
        } else {
            let occupied = self.board.occupied();
            let targets = |from| tables.targets(self.us, kind, from, occupied);
            self.for_each(mover, kind, pieces.without(special), dest, targets, sink);
        }
        if (pieces & special).any() {
            self.singly(kind, pieces & special, to, sink);
        }
    }

    #[inline]
    fn for_each<S: MoveSink>(
        &self,
        mover: &Mover,
        kind: PieceKind,
        pieces: Bitboard,
        dest: Bitboard,
        targets: impl Fn(Square) -> Bitboard,
        sink: &mut S,
    ) {
        if mover.promotes {
            pieces.for_each(|from| {
                let (plain, promoting) = self.promotions(kind, Some(from), targets(from) & dest);
                sink.push_moves(from, plain, promoting);
            });
        } else {
            pieces.for_each(|from| sink.push_moves(from, targets(from) & dest, Bitboard::EMPTY));
        }
    }

    /// The moves of pieces each of which has squares of its own allowed to it.
    #[cold]
    #[inline(never)]
    fn singly<S: MoveSink>(&self, kind: PieceKind, pieces: Bitboard, to: Bitboard, sink: &mut S) {
        for from in pieces {
            let targets = self.board.rules().targets(self.us, kind, from, self.board.occupied());
            let arrivals = targets & to & self.guard.allowed_from(from);
            let (plain, promoting) = self.promotions(kind, Some(from), arrivals);
            sink.push_moves(from, plain, promoting);
        }
    }

    /// Divides arrivals into those that may stay unpromoted and those that may promote.
    #[inline]
    fn promotions(
        &self,
        kind: PieceKind,
        from: Option<Square>,
        to: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let rules = self.board.rules();
        if !rules.can_promote(kind) {
            return (to, Bitboard::EMPTY);
        }
        let zone = rules.promotion_zone(self.us);
        let promoting = if from.is_some_and(|from| zone.contains(from)) { to } else { to & zone };
        (to.without(rules.dead_squares(self.us, kind)), promoting)
    }
}
