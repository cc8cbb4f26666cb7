//! What stands where: a position without its past.

use crate::bitboard::Bitboard;
use crate::guard::Guard;
use crate::mv::{Move, Origin};
use crate::piece::{Cell, Color, Hand, Kind, Piece};
use crate::rules::{Alike, Rules};
use crate::spec::CheckLimit;
use crate::square::{SQUARES, Square};
use crate::zobrist;

/// The pieces on the board and in hand, the side to move, and the checks in a row.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rules: &'static Rules,
    colors: [Bitboard; 2],
    kinds: [Bitboard; Kind::COUNT],
    /// The pieces of either side that do more than leap and step.
    liners: Bitboard,
    cells: [Cell; SQUARES],
    hands: [Hand; 2],
    kings: [Option<Square>; 2],
    side: Color,
    key: u64,
    checks: [u8; 2],
}

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
    pub(crate) fn empty(rules: &'static Rules, side: Color) -> Self {
        Self {
            rules,
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; Kind::COUNT],
            liners: Bitboard::EMPTY,
            cells: [Cell::EMPTY; SQUARES],
            hands: [Hand::default(); 2],
            kings: [None; 2],
            side,
            key: if side == Color::White { zobrist::side() } else { 0 },
            checks: [0; 2],
        }
    }

    /// The rules of the game.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of the board without a piece.
    #[inline]
    pub fn vacant(&self) -> Bitboard {
        self.rules.board.without(self.occupied())
    }

    /// The squares with a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares with a kind of piece of either side.
    #[inline]
    pub fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares with a side's pieces of a kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: Kind) -> Bitboard {
        self.pieces(color) & self.kind(kind)
    }

    /// The squares with any of these kinds.
    #[inline]
    pub(crate) fn alike(&self, kinds: &Alike) -> Bitboard {
        kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | self.kind(kind))
    }

    /// What a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> &Hand {
        &self.hands[color.index()]
    }

    /// Where a side's king stands; in a mate problem the attacker may have none.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

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
        let mut hold = |kind: Kind, before: u8, after: u8| {
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
                    let kind = taken.kind().demoted();
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
    pub fn handless_key(&self) -> u64 {
        let hand = |color| zobrist::hand(color, self.hand(color));
        self.table_key() ^ hand(Color::Black) ^ hand(Color::White)
    }

    /// How many checks in a row a side has given up to its last move. Games without a limit of
    /// checks do not count, and it stays zero.
    #[inline]
    pub fn checks_in_a_row(&self, color: Color) -> u8 {
        self.checks[color.index()]
    }

    /// Whether the side to move may still give check.
    #[inline]
    pub(crate) fn may_check(&self) -> bool {
        match self.rules.check_limit {
            CheckLimit::None => true,
            CheckLimit::InARow(limit) => self.checks_in_a_row(self.side) < limit,
        }
    }

    /// The pieces of either side that do more than leap and step.
    #[inline]
    pub(crate) fn liners(&self) -> Bitboard {
        self.liners
    }

    /// The squares among some to which a side's king may step when these squares are occupied.
    #[inline]
    pub(crate) fn king_steps(
        &self,
        us: Color,
        king: Square,
        occupied: Bitboard,
        among: Bitboard,
    ) -> Bitboard {
        let them = !us;
        let tables = &self.rules.tables;
        let steps = tables.leaps[us.index()][self.rules.king().index()][king.index()];
        let steps = steps.without(self.pieces(us)) & among;
        if steps.is_empty() {
            return steps;
        }
        // The king does not shield the squares behind it from an attack.
        let occupied = occupied.without(Bitboard::of(king));
        let mut danger = Bitboard::EMPTY;
        (self.pieces(them) & tables.near_leaps[them.index()][king.index()]).each(|from| {
            if let Some(piece) = self.piece_on(from) {
                danger |= tables.leap_threats(them, piece.kind(), from);
            }
        });
        (self.pieces(them) & self.liners).each(|from| {
            let Some(piece) = self.piece_on(from) else { return };
            let near = &tables.near_lines[them.index()][piece.kind().index()];
            if near[king.index()].has(from) {
                danger |= tables.line_threats(them, piece.kind(), from, occupied);
            }
        });
        steps.without(danger)
    }

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

    #[inline]
    pub(crate) fn checks(&self) -> [u8; 2] {
        self.checks
    }

    pub(crate) fn set_checks(&mut self, checks: [u8; 2]) {
        self.checks = checks;
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
