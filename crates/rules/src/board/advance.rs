//! Making and unmaking moves on a board, reporting every change to an observer.

use super::Board;
use crate::bitboard::Bitboard;
use crate::guard::Guard;
use crate::mv::{Move, Origin};
use crate::piece::{Cell, Color, Piece, PieceKind};
use crate::spec::CheckLimit;
use crate::square::Square;
use crate::zobrist;

/// Receives every change of pieces and hands, for example to update an accumulator.
///
/// A move is reported as [`move_started`](Self::move_started), its changes, then
/// [`move_made`](Self::move_made); a null move has no changes in between. Taking a move back is one
/// [`move_undone`](Self::move_undone), so an observer keeps a stack and pops it.
pub trait Observer {
    /// A move or null move is about to be made on this board.
    fn move_started(&mut self, _before: &Board) {}
    /// A piece has appeared on a square.
    fn piece_added(&mut self, _piece: Piece, _square: Square) {}
    /// A piece has left a square.
    fn piece_removed(&mut self, _piece: Piece, _square: Square) {}
    /// The number of pieces of a kind in a side's hand has changed.
    fn hand_changed(&mut self, _color: Color, _kind: PieceKind, _before: u8, _after: u8) {}
    /// The move or null move is complete.
    fn move_made(&mut self, _after: &Board) {}
    /// The last move or null move has been taken back, which led to this board.
    fn move_undone(&mut self, _board: &Board) {}
}

/// Ignores everything.
impl Observer for () {}

impl Board {
    /// Adds a piece to the sets it belongs to, or takes it out of them.
    #[inline]
    fn flip(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from_square(square);
        self.colors[piece.color().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        if !self.rules.is_stepper(piece.kind()) {
            self.line_pieces ^= bit;
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.flip(piece, square);
        self.cells[square.index()] = Cell::holding(piece);
        self.key ^= zobrist::piece(piece, square);
        if piece.kind() == self.rules.king_kind() {
            self.kings[piece.color().index()] = Some(square);
        }
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.flip(piece, square);
        self.cells[square.index()] = Cell::EMPTY;
        self.key ^= zobrist::piece(piece, square);
    }

    #[inline]
    pub(crate) fn gain(&mut self, color: Color, kind: PieceKind) -> u8 {
        let hand = &mut self.hands[color.index()];
        let before = hand.count(kind);
        hand.add(kind);
        self.key ^= zobrist::held(color, kind, before) ^ zobrist::held(color, kind, before + 1);
        before
    }

    #[inline]
    fn spend(&mut self, color: Color, kind: PieceKind) -> u8 {
        let hand = &mut self.hands[color.index()];
        let before = hand.count(kind);
        hand.take(kind);
        self.key ^= zobrist::held(color, kind, before) ^ zobrist::held(color, kind, before - 1);
        before
    }

    /// Makes a pseudo-legal move, and gives what it captured. `guard` becomes that of the other
    /// side.
    #[inline]
    pub(crate) fn advance<O: Observer>(
        &mut self,
        mv: Move,
        guard: &mut Guard,
        observer: &mut O,
    ) -> Option<Piece> {
        let (us, to) = (self.side, mv.to());
        let mut captured = None;
        let moved = match mv.origin() {
            Origin::Hand(kind) => {
                let before = self.spend(us, kind);
                observer.hand_changed(us, kind, before, before - 1);
                Piece::new(us, kind)
            }
            Origin::Board(from) => {
                let piece = self.piece_on(from)?;
                captured = self.piece_on(to);
                if let Some(taken) = captured {
                    self.lift(taken, to);
                    observer.piece_removed(taken, to);
                    let kind = taken.kind().unpromoted();
                    let before = self.gain(us, kind);
                    observer.hand_changed(us, kind, before, before + 1);
                }
                self.lift(piece, from);
                observer.piece_removed(piece, from);
                if mv.is_promotion() { Piece::new(us, piece.kind().promoted()) } else { piece }
            }
        };
        self.put(moved, to);
        observer.piece_added(moved, to);
        self.pass();
        guard.renew(self, self.check_by_leap(moved, to));
        if self.rules.check_limit != CheckLimit::None {
            let count = &mut self.checks[us.index()];
            *count = if guard.checkers().any() { count.saturating_add(1) } else { 0 };
        }
        captured
    }

    /// The arrived piece, if it checks by a leap or step: after a legal position no other can.
    #[inline]
    fn check_by_leap(&self, moved: Piece, to: Square) -> Bitboard {
        let attacks = self.rules.tables.leap_attacks(moved.color(), moved.kind(), to);
        match self.king(self.side) {
            Some(king) if attacks.contains(king) => Bitboard::from_square(to),
            _ => Bitboard::EMPTY,
        }
    }

    /// Takes back what [`advance`](Self::advance) did.
    #[inline]
    pub(crate) fn retreat(&mut self, mv: Move, captured: Option<Piece>, key: u64, checks: [u8; 2]) {
        let to = mv.to();
        self.pass();
        let us = self.side;
        if let Some(moved) = self.piece_on(to) {
            self.lift(moved, to);
            match mv.origin() {
                Origin::Hand(kind) => {
                    self.gain(us, kind);
                }
                Origin::Board(from) if mv.is_promotion() => {
                    self.put(Piece::new(us, moved.kind().unpromoted()), from);
                }
                Origin::Board(from) => self.put(moved, from),
            }
        }
        if let Some(taken) = captured {
            self.put(taken, to);
            self.spend(us, taken.kind());
        }
        self.key = key;
        self.checks = checks;
    }

    #[inline]
    pub(crate) fn pass(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::side();
    }
}
