//! A position: a board, the moves that led to it, and the state needed to unmake them.

use crate::bitboard::Bitboard;
use crate::board::{Board, Observer};
use crate::king_safety::{KingSafetyMasks, MaskStack};
use crate::legality::IllegalMove;
use crate::movegen::{CheckInfo, GenKind, MoveList, MoveSink};
use crate::mv::{Move, Origin};
use crate::piece::{Color, Piece};
use crate::rules::Rules;
use crate::square::Square;
use std::ops::Deref;

/// A position with its history.
///
/// It dereferences to its [`Board`], through which pieces, hands and the side to move are read.
///
/// ```
/// # use rules::{Position, Rules};
/// # let minicannon = toml::from_str(include_str!("../examples/minicannon.toml"))?;
/// # let rules = Rules::build(&minicannon)?;
/// let mut position = Position::start(rules);
/// assert_eq!(position.legal_moves().len(), 13);
/// position.try_move(rules.parse_usi("2e2b")?)?;
/// assert_eq!(position.sfen().to_string(), "rcsgk/3Cp/5/P4/KGS1R w - 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// The king-safety masks of the side to move.
    king_safety: MaskStack,
    /// The moves made since the initial position, with the data to unmake them.
    history: Vec<HistoryEntry>,
    /// The ply after the last null move, or 0. Only positions from there on can recur.
    recurring_from: usize,
    start_move_number: u32,
}

/// A move that was made, and the data to unmake it.
#[derive(Clone, Copy, Debug)]
struct HistoryEntry {
    mv: Move,
    captured: Option<Piece>,
    gave_check: bool,
    /// The [`Board::key`] before the move.
    key: u64,
    /// The counts of consecutive checks before the move.
    check_counts: [u8; 2],
    /// [`Position::recurring_from`] before the move.
    recurring_from: usize,
}

impl Deref for Position {
    type Target = Board;

    #[inline]
    fn deref(&self) -> &Board {
        &self.board
    }
}

impl Position {
    /// Returns the start position of a game.
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_sfen(rules, rules.start_sfen()).expect("checked when the rules were built")
    }

    /// Creates a position without history. The board must be valid.
    pub(crate) fn new(board: Board, start_move_number: u32) -> Self {
        Self {
            king_safety: MaskStack::new(&board),
            history: Vec::new(),
            recurring_from: 0,
            start_move_number,
            board,
        }
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of the next move, continuing the numbering of the SFEN.
    pub fn move_number(&self) -> u32 {
        self.start_move_number.saturating_add(self.ply() as u32)
    }

    /// Returns the number of moves made since the position was set up, null moves included.
    #[inline]
    pub fn ply(&self) -> usize {
        self.history.len()
    }

    /// Returns the moves made since the position was set up.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + ExactSizeIterator + '_ {
        self.history.iter().map(|entry| entry.mv)
    }

    /// Returns the last move, if any.
    #[inline]
    pub fn last_move(&self) -> Option<Move> {
        self.history.last().map(|entry| entry.mv)
    }

    /// Returns the piece captured by the last move, if any.
    #[inline]
    pub fn last_capture(&self) -> Option<Piece> {
        self.history.last().and_then(|entry| entry.captured)
    }

    #[inline]
    fn king_safety(&self) -> &KingSafetyMasks {
        self.king_safety.top()
    }

    /// Returns the pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.king_safety().checkers()
    }

    /// Returns whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Returns whether the move that led to a ply gave check.
    #[inline]
    pub(crate) fn gave_check(&self, ply: usize) -> bool {
        self.history[ply - 1].gave_check
    }

    /// Returns whether a drop could leave the side to move out of check: whether the king-safety
    /// masks allow a drop on some empty square. Ignores what is in hand and where it may be
    /// dropped.
    #[inline]
    pub fn drop_can_block(&self) -> bool {
        (self.king_safety().allowed() & self.board.empty_squares()).any()
    }

    /// Returns the [`Board::key`] of every position from the initial to the current one.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = u64> + '_ {
        self.history.iter().map(|entry| entry.key).chain([self.board.key()])
    }

    /// Returns the [`Board::key`] of the position at a ply before the current one.
    #[inline]
    pub(crate) fn earlier_key(&self, ply: usize) -> u64 {
        self.history[ply].key
    }

    /// Returns the counts of consecutive checks at a ply before the current one.
    #[inline]
    pub(crate) fn earlier_check_counts(&self, ply: usize) -> [u8; 2] {
        self.history[ply].check_counts
    }

    /// Returns the first ply whose position can recur: the one after the last null move, or 0.
    #[inline]
    pub(crate) fn recurring_from(&self) -> usize {
        self.recurring_from
    }

    /// Returns whether the incrementally updated state equals the state computed from scratch. Used
    /// by tests.
    #[doc(hidden)]
    pub fn is_consistent(&self) -> bool {
        let occupied: Bitboard =
            Square::all().filter(|&s| self.board.piece_on(s).is_some()).collect();
        let fresh = KingSafetyMasks::for_own_king(&self.board);
        let mut colors = Color::BOTH.iter();
        self.board.key() == self.board.compute_key()
            && colors.all(|&c| self.board.piece_key(c) == self.board.compute_piece_key(c))
            && occupied == self.board.occupied()
            && fresh.checkers() == self.checkers()
            && fresh.allowed() == self.king_safety().allowed()
            && occupied
                .into_iter()
                .all(|s| fresh.allowed_from(s) == self.king_safety().allowed_from(s))
    }

    /// Makes a move. It must be pseudo-legal, except that a move that only captures may go to an empty square.
    /// Legality is not checked.
    ///
    /// # Panics
    /// If there is no piece on the origin square, or no such piece in hand.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_observed(mv, &mut ());
    }

    /// Makes a move like [`do_move`](Self::do_move) and reports the changes to an observer.
    #[inline]
    pub fn do_move_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        self.do_move_to_key(mv, self.board.key_after(mv), observer);
    }

    /// Makes a move like [`do_move_observed`](Self::do_move_observed), for callers that already have its
    /// [`key_after`](Board::key_after), such as to prefetch with it.
    #[inline]
    pub fn do_move_to_key<O: Observer>(&mut self, mv: Move, key_after: u64, observer: &mut O) {
        debug_assert!(
            matches!(self.board.validate_pseudo_legal(mv), Ok(()) | Err(IllegalMove::OnlyCaptures)),
            "{mv:?} in {}",
            self.sfen()
        );
        debug_assert_eq!(key_after, self.board.key_after(mv), "{mv:?} in {}", self.sfen());
        observer.move_started(&self.board);
        let (check_counts, recurring_from) = (self.board.check_counts(), self.recurring_from);
        let key = self.board.key();
        let masks = self.king_safety.push();
        let captured = self.board.make_move(mv, key_after, observer);
        masks.update_after_move(&self.board, mv.to());
        let gave_check = masks.checkers().any();
        self.board.update_check_count(gave_check);
        let entry = HistoryEntry { mv, captured, gave_check, key, check_counts, recurring_from };
        self.history.push(entry);
    }

    /// Makes a move if it is legal, or returns the reason why it is not.
    pub fn try_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.board.validate_move(mv, self.king_safety())?;
        self.do_move(mv);
        Ok(())
    }

    /// Unmakes the last move or null move, if any.
    #[inline]
    pub fn undo_move(&mut self) {
        self.undo_move_observed(&mut ());
    }

    /// Unmakes the last move or null move and reports it to an observer.
    #[inline]
    pub fn undo_move_observed<O: Observer>(&mut self, observer: &mut O) {
        let Some(entry) = self.history.pop() else { return };
        let HistoryEntry { mv, captured, key, check_counts, recurring_from, .. } = entry;
        if mv == Move::NULL {
            self.board.switch_side();
            self.board.set_check_counts(check_counts);
        } else {
            self.board.unmake_move(mv, captured, key, check_counts);
        }
        self.recurring_from = recurring_from;
        self.king_safety.pop(&self.board);
        observer.move_undone(&self.board);
    }

    /// Makes a null move, which only switches the side to move, and resets that side's count of consecutive
    /// checks. Its opponent, who moves next, must not be in check.
    #[inline]
    pub fn do_null_move(&mut self) {
        self.do_null_move_observed(&mut ());
    }

    /// Makes a null move and reports it to an observer.
    #[inline]
    pub fn do_null_move_observed<O: Observer>(&mut self, observer: &mut O) {
        observer.move_started(&self.board);
        let (side, mut check_counts) = (self.board.side(), self.board.check_counts());
        let (recurring_from, mv) = (self.recurring_from, Move::NULL);
        let (captured, gave_check, key) = (None, false, self.board.key());
        let entry = HistoryEntry { mv, captured, gave_check, key, check_counts, recurring_from };
        self.history.push(entry);
        self.recurring_from = self.ply();
        self.board.switch_side();
        check_counts[side.index()] = 0;
        self.board.set_check_counts(check_counts);
        self.king_safety.push().update(&self.board, Bitboard::EMPTY);
    }

    /// Returns all legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenKind::All, &mut list);
        list
    }

    /// Generates legal moves into a sink, for instance a [`MoveList`].
    #[inline]
    pub fn generate<S: MoveSink>(&self, gen_kind: GenKind, sink: &mut S) {
        self.board.generate(gen_kind, self.king_safety(), sink);
    }

    /// Appends the legal moves that give check to a list. `info` is that of the current position.
    #[inline]
    pub fn generate_checks(&self, info: &CheckInfo, list: &mut MoveList) {
        self.board.generate_checks(self.king_safety(), info, list);
    }

    /// Returns the number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        self.board.count_legal_moves(self.king_safety())
    }

    /// Returns whether the side to move has a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.board.has_legal_move(self.king_safety())
    }

    /// Returns whether a move is pseudo-legal: whether it obeys the rules on movement, promotion,
    /// dead squares and two pawns. Accepts any move, also one of another position or game.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.board.validate_pseudo_legal(mv).is_ok()
    }

    /// Returns whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv, self.king_safety())
    }

    /// Checks that a move is legal, or returns the reason why not. Accepts any move.
    pub fn validate_move(&self, mv: Move) -> Result<(), IllegalMove> {
        self.board.validate_move(mv, self.king_safety())
    }

    /// Returns the moving piece, before any promotion. Returns `None` if the origin square is
    /// empty.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Option<Piece> {
        match mv.origin() {
            Origin::Hand(kind) => Some(Piece::new(self.board.side(), kind)),
            Origin::Board(from) => self.board.piece_on(from),
        }
    }

    /// Returns whether a move captures a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_drop() && self.board.occupied().contains(mv.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::PieceKind;
    use crate::random::SplitMix64;
    use crate::test_games;

    /// Makes a move in a position of shogi without pieces in hand and with an empty square 5e.
    fn make(mv: Move) {
        Position::start(test_games::rules("shogi")).do_move(mv);
    }

    #[test]
    #[should_panic]
    fn a_move_from_an_empty_square_panics() {
        make(Move::normal(Square::new(4, 4), Square::new(4, 3)));
    }

    /// The masks of earlier positions are not copied.
    #[test]
    fn a_copy_can_be_unmade() {
        for name in ["cannonshogi", "shosu", "shogi"] {
            let mut position = Position::start(test_games::rules(name));
            let mut random = SplitMix64::new(1);
            while position.ply() < 60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.do_move(moves[random.below(moves.len())]);
            }
            let mut copy = position.clone();
            while position.ply() > 0 {
                position.undo_move();
                copy.undo_move();
                assert!(copy.is_consistent(), "{name}: {}", copy.sfen());
                assert_eq!(copy.legal_moves(), position.legal_moves(), "{name}: {}", copy.sfen());
            }
        }
    }

    #[test]
    #[should_panic]
    fn a_drop_of_a_piece_that_is_not_in_hand_panics() {
        make(Move::drop(PieceKind::base(0), Square::new(4, 4)));
    }
}
