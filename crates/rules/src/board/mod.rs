//! What stands where: a position without its past.

mod advance;
mod keys;

pub use advance::Observer;

use crate::bitboard::Bitboard;
use crate::piece::{Cell, Color, Hand, Piece, PieceKind};
use crate::rules::{Alike, Rules};
use crate::spec::CheckLimit;
use crate::square::{SQUARE_COUNT, Square};
use crate::zobrist;

/// The pieces on the board and in hand, the side to move, and the checks in a row.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rules: &'static Rules,
    colors: [Bitboard; 2],
    kinds: [Bitboard; PieceKind::COUNT],
    /// The pieces of either side that do more than leap and step.
    line_pieces: Bitboard,
    cells: [Cell; SQUARE_COUNT],
    hands: [Hand; 2],
    kings: [Option<Square>; 2],
    side: Color,
    key: u64,
    checks: [u8; 2],
}

impl Board {
    pub(crate) fn empty(rules: &'static Rules, side: Color) -> Self {
        Self {
            rules,
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            line_pieces: Bitboard::EMPTY,
            cells: [Cell::EMPTY; SQUARE_COUNT],
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

    /// The kind of the piece on a square that has one.
    #[inline]
    pub fn kind_on(&self, square: Square) -> PieceKind {
        self.cells[square.index()].kind()
    }

    /// The squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The squares of the board without a piece.
    #[inline]
    pub fn empty_squares(&self) -> Bitboard {
        self.rules.board.without(self.occupied())
    }

    /// The squares with a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares with a kind of piece of either side.
    #[inline]
    pub fn pieces_of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares with a side's pieces of a kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.pieces(color) & self.pieces_of_kind(kind)
    }

    /// The squares with any of these kinds.
    #[inline]
    pub(crate) fn alike(&self, kinds: &Alike) -> Bitboard {
        kinds.iter().fold(Bitboard::EMPTY, |set, &kind| set | self.pieces_of_kind(kind))
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

    /// How many checks in a row a side has given up to its last move. Games without a limit of
    /// checks do not count, and it stays zero.
    #[inline]
    pub fn consecutive_checks(&self, color: Color) -> u8 {
        self.checks[color.index()]
    }

    #[inline]
    pub(crate) fn checks(&self) -> [u8; 2] {
        self.checks
    }

    pub(crate) fn set_checks(&mut self, checks: [u8; 2]) {
        self.checks = checks;
    }

    /// Whether the side to move may still give check.
    #[inline]
    pub(crate) fn may_check(&self) -> bool {
        match self.rules.check_limit {
            CheckLimit::None => true,
            CheckLimit::Consecutive(limit) => self.consecutive_checks(self.side) < limit,
        }
    }

    /// The pieces of either side that do more than leap and step.
    #[inline]
    pub(crate) fn line_pieces(&self) -> Bitboard {
        self.line_pieces
    }
}
