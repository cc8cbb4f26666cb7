//! A game in progress: a board, and how it came about.

use crate::bitboard::Bitboard;
use crate::board::{Board, Observer};
use crate::guard::Guard;
use crate::legality::Refusal;
use crate::movegen::{Law, MoveList, Sink, Stage};
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
/// let shogi = Rules::named("shogi").unwrap();
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
    /// What each move left behind, the start's first, the present last at `height`. Entries above
    /// are kept for their memory.
    states: Vec<State>,
    height: usize,
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
        Self::from_sfen(rules, rules.start()).expect("checked when the rules were built")
    }

    /// A board as the start of a game, its faults not looked for.
    pub(crate) fn new(board: Board, first_number: u32) -> Self {
        let mut start = State::blank();
        start.guard = Guard::of(&board);
        Self { states: vec![start], height: 0, keys: vec![board.key()], first_number, board }
    }

    /// What stands where.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The number of the move to come, counted from the start's.
    pub fn move_number(&self) -> u32 {
        self.first_number.saturating_add(self.height as u32)
    }

    /// How many moves were made since the position was set up.
    #[inline]
    pub fn height(&self) -> usize {
        self.height
    }

    /// The moves made since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.states[1..=self.height].iter().map(|state| state.mv)
    }

    /// The last move made, if any.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        (self.height > 0).then(|| self.states[self.height].mv)
    }

    /// What the last move captured.
    #[inline]
    pub fn last_capture(&self) -> Option<Piece> {
        self.states[self.height].captured
    }

    #[inline]
    fn guard(&self) -> &Guard {
        &self.states[self.height].guard
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.guard().checkers()
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the position after the first `height` moves was a check.
    #[inline]
    pub(crate) fn was_check(&self, height: usize) -> bool {
        self.states[height].guard.checkers().any()
    }

    /// Whether some drop would leave the side to move out of check, had it the right piece in hand.
    #[inline]
    pub fn drop_may_parry(&self) -> bool {
        (self.guard().allowed() & self.board.vacant()).any()
    }

    /// The repetition keys of all positions from the start to the present.
    #[inline]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a move, which must be pseudo-legal and should be legal.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_observed(mv, &mut ());
    }

    /// Makes a move and tells an observer what changes.
    #[inline]
    pub fn do_move_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        debug_assert_eq!(self.board.refuse_pseudo(mv), Ok(()), "{mv:?} in {}", self.sfen());
        observer.advance();
        let checks = self.board.checks();
        let state = self.rise();
        (state.mv, state.checks) = (mv, checks);
        let height = self.height;
        let state = &mut self.states[height];
        state.captured = self.board.advance(mv, &mut state.guard, observer);
        self.keys.push(self.board.key());
    }

    /// Goes up to the next state.
    #[inline]
    fn rise(&mut self) -> &mut State {
        self.height += 1;
        if self.height == self.states.len() {
            self.states.push(State::blank());
        }
        &mut self.states[self.height]
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo_move(&mut self) {
        self.undo_move_observed(&mut ());
    }

    /// Takes back the last move and has an observer step back.
    #[inline]
    pub fn undo_move_observed<O: Observer>(&mut self, observer: &mut O) {
        if self.height == 0 {
            return;
        }
        observer.retreat();
        let State { mv, captured, checks, .. } = self.states[self.height];
        self.height -= 1;
        self.keys.truncate(self.height + 1);
        let key = self.keys[self.height];
        if mv == Move::NULL {
            self.board.pass();
            self.board.set_checks(checks);
        } else {
            self.board.retreat(mv, captured, key, checks);
        }
    }

    /// Passes the turn, which a search does; the side to move must not be in check. The checks in
    /// a row of the side that passes end.
    pub fn do_null(&mut self) {
        let (side, checks) = (self.board.side(), self.board.checks());
        let state = self.rise();
        (state.mv, state.captured, state.checks) = (Move::NULL, None, checks);
        self.board.pass();
        let mut after = checks;
        after[side.index()] = 0;
        self.board.set_checks(after);
        let height = self.height;
        self.states[height].guard.renew(&self.board, Bitboard::EMPTY);
        self.keys.push(self.board.key());
    }

    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Stage::All, &mut list);
        list
    }

    /// Appends the legal moves of a stage to a list.
    #[inline]
    pub fn generate(&self, stage: Stage, list: &mut MoveList) {
        self.board.list(Law::Legal, stage, self.guard(), list);
    }

    /// Gives a sink the legal moves of a stage.
    #[inline]
    pub fn give<S: Sink>(&self, stage: Stage, sink: &mut S) {
        self.board.give(stage, self.guard(), sink);
    }

    /// Appends the pseudo-legal moves of a stage to a list: those that
    /// [`is_legal`](Self::is_legal) may be asked about.
    #[inline]
    pub fn generate_pseudo(&self, stage: Stage, list: &mut MoveList) {
        self.board.list(Law::Pseudo, stage, self.guard(), list);
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal(&self) -> u64 {
        self.board.count_legal(self.guard())
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.board.has_legal_move(self.guard())
    }

    /// Whether any sixteen bits are a move that obeys movements, promotion, dead squares and the
    /// two-pawn rule.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.board.refuse_pseudo(mv).is_ok()
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.allows(mv, self.guard())
    }

    /// Makes a move if it is legal; says why if not.
    pub fn try_move(&mut self, mv: Move) -> Result<(), Refusal> {
        self.board.refuse(mv, self.guard())?;
        self.do_move(mv);
        Ok(())
    }

    /// Whether a move is legal, and if not, why.
    pub fn check_move(&self, mv: Move) -> Result<(), Refusal> {
        self.board.refuse(mv, self.guard())
    }

    /// The piece a move puts on its square, if the move's bits fit the board.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Option<Piece> {
        match mv.origin() {
            crate::mv::Origin::Hand(kind) => Some(Piece::new(self.board.side(), kind)),
            crate::mv::Origin::Board(from) => self.board.piece_on(from),
        }
    }

    /// Whether a move captures.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_drop() && self.board.occupied().has(mv.to())
    }

    /// Whether nothing that is kept as moves are made differs from the same made anew.
    #[doc(hidden)]
    pub fn is_consistent(&self) -> bool {
        let occupied: Bitboard =
            Square::all().filter(|&s| self.board.piece_on(s).is_some()).collect();
        let fresh = Guard::of(&self.board);
        self.board.key() == self.board.fresh_key()
            && self.keys.len() == self.height + 1
            && self.keys[self.height] == self.board.key()
            && occupied == self.board.occupied()
            && fresh.checkers() == self.checkers()
            && fresh.allowed() == self.guard().allowed()
            && occupied.into_iter().all(|s| fresh.allowed_from(s) == self.guard().allowed_from(s))
    }
}
