//! A game in progress: a board, and how it came about.

mod advance;
mod moves;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::guard::Guard;
use crate::mv::Move;
use crate::piece::Piece;
use crate::rules::Rules;
use crate::square::Square;
use std::ops::Deref;

/// A position with the moves that led to it.
///
/// What stands where is read through the [`Board`] it dereferences to.
///
/// ```
/// use rules::{Position, Rules};
/// let shogi = Rules::by_name("shogi").unwrap();
/// let mut position = Position::start(shogi);
/// assert_eq!(position.legal_moves().len(), 30);
/// let mv = shogi.parse_usi("7g7f").unwrap();
/// position.try_move(mv).unwrap();
/// assert_eq!(position.sfen().to_string(),
///     "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// What each move left behind, the start's first, the present last at `ply`. Entries above
    /// are kept for their memory.
    states: Vec<State>,
    ply: usize,
    /// The repetition keys up to the present.
    keys: Vec<u64>,
    first_number: u32,
}

/// What cannot be worked out when a move is taken back.
#[derive(Clone, Debug)]
struct State {
    guard: Guard,
    mv: Move,
    captured: Option<Piece>,
    checks: [u8; 2],
}

impl State {
    const fn blank() -> Self {
        Self { guard: Guard::open(), mv: Move::NONE, captured: None, checks: [0; 2] }
    }
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// The start position of a game.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_sfen(rules, rules.start_sfen()).expect("checked when the rules were built")
    }

    /// A board as the start of a game, its faults not looked for.
    pub(crate) fn new(board: Board, first_number: u32) -> Self {
        let mut start = State::blank();
        start.guard = Guard::of(&board);
        Self { states: vec![start], ply: 0, keys: vec![board.key()], first_number, board }
    }

    /// What stands where.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the move to come, counted from the start's.
    pub fn move_number(&self) -> u32 {
        self.first_number.saturating_add(self.ply as u32)
    }

    /// How many moves were made since the position was set up.
    #[inline]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The moves made since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.states[1..=self.ply].iter().map(|state| state.mv)
    }

    /// The last move made, if any.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        (self.ply > 0).then(|| self.states[self.ply].mv)
    }

    /// What the last move captured.
    #[inline]
    pub fn last_capture(&self) -> Option<Piece> {
        self.states[self.ply].captured
    }

    #[inline]
    fn guard(&self) -> &Guard {
        &self.states[self.ply].guard
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.guard().checkers()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the position after the first `ply` moves was a check.
    #[inline]
    pub(crate) fn was_check(&self, ply: usize) -> bool {
        self.states[ply].guard.checkers().any()
    }

    /// Whether some drop would leave the side to move out of check, had it the right piece in hand.
    #[inline]
    pub fn drop_can_block(&self) -> bool {
        (self.guard().allowed() & self.board.empty_squares()).any()
    }

    /// The repetition keys of all positions from the start to the present.
    #[inline]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Whether nothing that is kept as moves are made differs from the same made anew.
    #[doc(hidden)]
    pub fn is_consistent(&self) -> bool {
        let occupied: Bitboard =
            Square::all().filter(|&s| self.board.piece_on(s).is_some()).collect();
        let fresh = Guard::of(&self.board);
        self.board.key() == self.board.fresh_key()
            && self.keys.len() == self.ply + 1
            && self.keys[self.ply] == self.board.key()
            && occupied == self.board.occupied()
            && fresh.checkers() == self.checkers()
            && fresh.allowed() == self.guard().allowed()
            && occupied.into_iter().all(|s| fresh.allowed_from(s) == self.guard().allowed_from(s))
    }
}
