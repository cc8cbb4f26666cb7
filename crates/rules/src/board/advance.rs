//! Making moves on a board and taking them back, with word of every change to who listens.

use super::Board;
use crate::bitboard::Bitboard;
use crate::guard::Guard;
use crate::mv::{Move, Origin};
use crate::piece::{Cell, Color, Kind, Piece};
use crate::spec::CheckLimit;
use crate::square::Square;
use crate::zobrist;

/// One who hears of every change to pieces and hands, such as an evaluation that keeps sums.
///
/// A move is told as its parts. Taking a move back is one [`retreat`](Self::retreat), so an
/// observer keeps a stack and steps back on it.
pub trait Observer {
    /// A move, or null move, is about to be made.
    fn advance(&mut self) {}
    /// The last move is taken back.
    fn retreat(&mut self) {}
    /// A piece comes to stand on a square.
    fn put(&mut self, _piece: Piece, _square: Square) {}
    /// A piece leaves a square.
    fn lift(&mut self, _piece: Piece, _square: Square) {}
    /// A side comes to hold another number of a kind.
    fn hold(&mut self, _color: Color, _kind: Kind, _before: u8, _after: u8) {}
}

/// One who does not care.
impl Observer for () {}

impl Board {
    /// Adds a piece to the sets it belongs to, or takes it out of them.
    #[inline]
    fn flip(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::of(square);
        self.colors[piece.color().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        if !self.rules.is_stepper(piece.kind()) {
            self.liners ^= bit;
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.flip(piece, square);
        self.cells[square.index()] = Cell::holding(piece);
        self.key ^= zobrist::piece(piece, square);
        if piece.kind() == self.rules.king() {
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
    pub(crate) fn gain(&mut self, color: Color, kind: Kind) -> u8 {
        let hand = &mut self.hands[color.index()];
        let before = hand.count(kind);
        hand.add(kind);
        self.key ^= zobrist::held(color, kind, before) ^ zobrist::held(color, kind, before + 1);
        before
    }

    #[inline]
    fn spend(&mut self, color: Color, kind: Kind) -> u8 {
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
                observer.hold(us, kind, before, before - 1);
                Piece::new(us, kind)
            }
            Origin::Board(from) => {
                let piece = self.piece_on(from)?;
                captured = self.piece_on(to);
                if let Some(taken) = captured {
                    self.lift(taken, to);
                    observer.lift(taken, to);
                    let kind = taken.kind().demoted();
                    let before = self.gain(us, kind);
                    observer.hold(us, kind, before, before + 1);
                }
                self.lift(piece, from);
                observer.lift(piece, from);
                if mv.is_promotion() { Piece::new(us, piece.kind().promoted()) } else { piece }
            }
        };
        self.put(moved, to);
        observer.put(moved, to);
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
        let threats = self.rules.tables.leap_threats(moved.color(), moved.kind(), to);
        match self.king(self.side) {
            Some(king) if threats.has(king) => Bitboard::of(to),
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
                    self.put(Piece::new(us, moved.kind().demoted()), from);
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
