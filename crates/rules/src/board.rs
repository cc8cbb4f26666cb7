//! The board: piece placement, hands, side to move and hash keys.
//!
//! Makes and unmakes moves and reports every change to an [`Observer`]. A
//! [`Position`](crate::Position) adds the move history and legality.

use crate::bitboard::Bitboard;
use crate::mv::{Move, Origin};
use crate::piece::{Cell, Color, Hand, Piece, PieceKind};
use crate::rules::Rules;
use crate::spec::CheckLimit;
use crate::square::{SQUARE_COUNT, Square};
use crate::zobrist;

/// The pieces on the board and in hand, the side to move, and the counts of consecutive checks.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    rules: &'static Rules,
    colors: [Bitboard; 2],
    kinds: [Bitboard; PieceKind::COUNT],
    /// Both sides' pieces of the kinds that are not leapers ([`Rules::is_leaper`]).
    line_pieces: Bitboard,
    mailbox: [Cell; SQUARE_COUNT],
    hands: [Hand; 2],
    kings: [Option<Square>; 2],
    side: Color,
    key: u64,
    /// See [`piece_key`](Self::piece_key).
    piece_keys: [u64; 2],
    check_counts: [u8; 2],
}

/// Receives every change of pieces and hands, for example to update an accumulator incrementally.
///
/// A move calls [`move_started`](Self::move_started), then one method for each change. A null move calls
/// `move_started` only. Unmaking either calls [`move_undone`](Self::move_undone) once, so an observer keeps
/// a stack.
pub trait Observer {
    /// A move or null move is about to be made on this board.
    fn move_started(&mut self, _before: &Board) {}
    /// A piece has appeared on a square.
    fn piece_added(&mut self, _piece: Piece, _square: Square) {}
    /// A piece has left a square.
    fn piece_removed(&mut self, _piece: Piece, _square: Square) {}
    /// The number of pieces of a kind in a side's hand has changed.
    fn hand_changed(&mut self, _color: Color, _kind: PieceKind, _before: u8, _after: u8) {}
    /// The last move or null move has been unmade; `board` is the board before that move.
    fn move_undone(&mut self, _board: &Board) {}
}

/// Ignores all changes.
impl Observer for () {}

impl Board {
    /// Sets up a board.
    pub(crate) fn new(
        rules: &'static Rules,
        side: Color,
        pieces: &[(Piece, Square)],
        hands: [Hand; 2],
    ) -> Self {
        let mut board = Self {
            rules,
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; PieceKind::COUNT],
            line_pieces: Bitboard::EMPTY,
            mailbox: [Cell::EMPTY; SQUARE_COUNT],
            hands,
            kings: [None; 2],
            side,
            key: 0,
            piece_keys: [0; 2],
            check_counts: [0; 2],
        };
        for &(piece, square) in pieces {
            board.add_piece(piece, square);
        }
        board.key = board.compute_key();
        board
    }

    /// Returns the rules of the game.
    #[inline]
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Returns the side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// Returns the piece on a square, if any.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.mailbox[square.index()].piece()
    }

    /// Returns the kind of the piece on a square, which must not be empty.
    #[inline]
    pub fn kind_on(&self, square: Square) -> PieceKind {
        self.mailbox[square.index()].kind()
    }

    /// Returns the pieces on the board with their squares.
    #[inline]
    pub fn placed_pieces(&self) -> impl Iterator<Item = (Piece, Square)> + '_ {
        let of_color = |color| {
            let squares = self.pieces(color).into_iter();
            squares.map(move |square| (Piece::new(color, self.kind_on(square)), square))
        };
        of_color(Color::Black).chain(of_color(Color::White))
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the empty squares.
    #[inline]
    pub fn empty_squares(&self) -> Bitboard {
        self.rules.board_squares.without(self.occupied())
    }

    /// Returns the squares on which two boards of the same game differ.
    pub fn differing_squares(&self, other: &Self) -> Bitboard {
        let colors = self.colors.iter().zip(&other.colors);
        let kinds = self.kinds.iter().zip(&other.kinds);
        colors.chain(kinds).fold(Bitboard::EMPTY, |all, (&one, &two)| all | (one ^ two))
    }

    /// Returns the squares of a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// Returns the squares of both sides' pieces of a kind.
    #[inline]
    pub fn pieces_of_kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// Returns the squares of a side's pieces of a kind.
    #[inline]
    pub fn pieces_of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.pieces(color) & self.pieces_of_kind(kind)
    }

    /// Returns a side's pieces in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> &Hand {
        &self.hands[color.index()]
    }

    /// Returns the square of a side's king. In a mate problem the attacking side may have none.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Returns the number of consecutive checks a side has given up to and including its last move.
    /// Always zero in games without a check limit.
    #[inline]
    pub fn consecutive_checks(&self, color: Color) -> u8 {
        self.check_counts[color.index()]
    }

    #[inline]
    pub(crate) fn check_counts(&self) -> [u8; 2] {
        self.check_counts
    }

    pub(crate) fn set_check_counts(&mut self, check_counts: [u8; 2]) {
        self.check_counts = check_counts;
    }

    /// Updates the number of consecutive checks of the side that has just moved, if the game limits it.
    #[inline]
    pub(crate) fn update_check_count(&mut self, gave_check: bool) {
        if self.rules.spec().check_limit != CheckLimit::None {
            let count = &mut self.check_counts[(!self.side).index()];
            *count = if gave_check { count.saturating_add(1) } else { 0 };
        }
    }

    /// Returns whether the check limit allows the side to move to give check.
    #[inline]
    pub(crate) fn can_give_check(&self) -> bool {
        match self.rules.spec().check_limit {
            CheckLimit::None => true,
            CheckLimit::Consecutive(limit) => self.consecutive_checks(self.side) < limit,
        }
    }

    /// Returns both sides' pieces of the kinds that are not leapers ([`Rules::is_leaper`]).
    #[inline]
    pub(crate) fn line_pieces(&self) -> Bitboard {
        self.line_pieces
    }

    /// Returns the hash key of placement, hands and side to move. Positions with equal keys count
    /// as repetitions.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the hash key of a side's pieces on the board except for its pawns.
    #[inline]
    pub fn piece_key(&self, color: Color) -> u64 {
        self.piece_keys[color.index()]
    }

    /// Returns the hash key for transposition tables, which also includes the counts of consecutive
    /// checks.
    #[inline]
    pub fn table_key(&self) -> u64 {
        self.key ^ zobrist::check_counts(self.check_counts)
    }

    /// Returns the [`table_key`](Self::table_key) after a move that leads to this [`key`](Self::key),
    /// for prefetching. Assumes that the move does not give check; a wrong key only wastes the prefetch.
    #[inline]
    pub fn next_table_key(&self, key: u64) -> u64 {
        let mut check_counts = self.check_counts;
        check_counts[self.side.index()] = 0;
        key ^ zobrist::check_counts(check_counts)
    }

    /// Returns the [`key`](Self::key) after a pseudo-legal move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let hand = self.hand(self.side);
        let hand_change = |kind: PieceKind, after: u8| {
            zobrist::hand_count(self.side, kind, hand.count(kind))
                ^ zobrist::hand_count(self.side, kind, after)
        };
        let hand_change = match (mv.origin(), self.piece_on(mv.to())) {
            (Origin::Hand(kind), _) => hand_change(kind, hand.count(kind).wrapping_sub(1)),
            (_, Some(taken)) => hand_change(taken.kind(), hand.count(taken.kind()) + 1),
            (_, None) => 0,
        };
        self.key ^ self.key_change_without_hands(mv) ^ hand_change
    }

    /// Returns the [`table_key`](Self::table_key) without the hands, for tables that compare hands
    /// separately.
    pub fn key_without_hands(&self) -> u64 {
        let hand = |color| zobrist::hand(color, self.hand(color));
        self.table_key() ^ hand(Color::Black) ^ hand(Color::White)
    }

    /// Returns the change of [`key_without_hands`](Self::key_without_hands) by a pseudo-legal move, as
    /// a number to XOR with it. Ignores the counts of consecutive checks.
    #[inline]
    pub fn key_change_without_hands(&self, mv: Move) -> u64 {
        let (us, to) = (self.side, mv.to());
        let arrived = |kind| zobrist::side() ^ zobrist::piece(Piece::new(us, kind), to);
        match mv.origin() {
            Origin::Hand(kind) => arrived(kind),
            Origin::Board(from) => {
                let kind = self.kind_on(from);
                let taken = self.piece_on(to).map_or(0, |taken| zobrist::piece(taken, to));
                zobrist::piece(Piece::new(us, kind), from) ^ arrived(mv.kind_after(kind)) ^ taken
            }
        }
    }

    /// Computes the [`piece_key`](Self::piece_key) from scratch.
    pub(crate) fn compute_piece_key(&self, color: Color) -> u64 {
        self.key_of(|piece| piece.color() == color && !self.rules.is_pawn(piece.kind()))
    }

    /// Returns the hash key of some pieces on the board.
    fn key_of(&self, is_counted: impl Fn(Piece) -> bool) -> u64 {
        let pieces = self.placed_pieces().filter(|&(piece, _)| is_counted(piece));
        pieces.fold(0, |key, (piece, square)| key ^ zobrist::piece(piece, square))
    }

    /// Computes the [`key`](Self::key) from scratch.
    pub(crate) fn compute_key(&self) -> u64 {
        let side = if self.side == Color::White { zobrist::side() } else { 0 };
        let key = side ^ self.key_of(|_| true);
        Color::BOTH.iter().fold(key, |key, &c| key ^ zobrist::hand(c, self.hand(c)))
    }

    /// Adds an absent piece to the bitboards, or removes a present one.
    #[inline]
    fn toggle_piece(&mut self, piece: Piece, square: Square) {
        let bit = Bitboard::from_square(square);
        self.colors[piece.color().index()] ^= bit;
        self.kinds[piece.kind().index()] ^= bit;
        if !self.rules.is_leaper(piece.kind()) {
            self.line_pieces ^= bit;
        }
        if !self.rules.is_pawn(piece.kind()) {
            self.piece_keys[piece.color().index()] ^= zobrist::piece(piece, square);
        }
    }

    #[inline]
    fn add_piece(&mut self, piece: Piece, square: Square) {
        self.toggle_piece(piece, square);
        self.mailbox[square.index()] = Cell::of(piece);
        if piece.kind() == self.rules.king_kind() {
            self.kings[piece.color().index()] = Some(square);
        }
    }

    #[inline]
    fn remove_piece(&mut self, piece: Piece, square: Square) {
        self.toggle_piece(piece, square);
        self.mailbox[square.index()] = Cell::EMPTY;
    }

    /// Makes a pseudo-legal move that leads to this key, and reports the changes to an observer. Returns the captured
    /// piece. Leaves the counts of consecutive checks as they are.
    #[inline]
    pub(crate) fn make_move<O: Observer>(
        &mut self,
        mv: Move,
        key: u64,
        observer: &mut O,
    ) -> Option<Piece> {
        let (us, to) = (self.side, mv.to());
        let captured = self.piece_on(to);
        if let Some(taken) = captured {
            self.remove_piece(taken, to);
            observer.piece_removed(taken, to);
            let before = self.hands[us.index()].add(taken.kind());
            observer.hand_changed(us, taken.kind().unpromoted(), before, before + 1);
        }
        let kind = match mv.origin() {
            Origin::Hand(kind) => {
                assert!(self.hand(us).count(kind) > 0, "{mv:?}: no such piece in hand");
                let before = self.hands[us.index()].remove(kind);
                observer.hand_changed(us, kind, before, before - 1);
                kind
            }
            Origin::Board(from) => {
                let moved = self.piece_on(from);
                let moved =
                    moved.unwrap_or_else(|| panic!("{mv:?}: no piece on the origin square"));
                self.remove_piece(moved, from);
                observer.piece_removed(moved, from);
                moved.kind()
            }
        };
        let moved = Piece::new(us, mv.kind_after(kind));
        self.add_piece(moved, to);
        observer.piece_added(moved, to);
        self.side = !us;
        self.key = key;
        captured
    }

    /// Unmakes a move. `captured`, `key` and `check_counts` restore the state that the move does
    /// not encode.
    #[inline]
    pub(crate) fn unmake_move(
        &mut self,
        mv: Move,
        captured: Option<Piece>,
        key: u64,
        check_counts: [u8; 2],
    ) {
        let (us, to) = (!self.side, mv.to());
        let kind = self.kind_on(to);
        self.remove_piece(Piece::new(us, kind), to);
        match mv.origin() {
            Origin::Hand(kind) => {
                self.hands[us.index()].add(kind);
            }
            Origin::Board(from) => {
                let kind = if mv.is_promotion() { kind.unpromoted() } else { kind };
                self.add_piece(Piece::new(us, kind), from);
            }
        }
        if let Some(taken) = captured {
            self.add_piece(taken, to);
            self.hands[us.index()].remove(taken.kind());
        }
        self.side = us;
        self.key = key;
        self.check_counts = check_counts;
    }

    #[inline]
    pub(crate) fn switch_side(&mut self) {
        self.side = !self.side;
        self.key ^= zobrist::side();
    }
}
