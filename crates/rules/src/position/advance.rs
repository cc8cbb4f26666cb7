//! Making moves and taking them back.

use super::{Position, State};
use crate::bitboard::Bitboard;
use crate::board::Observer;
use crate::legality::IllegalMove;
use crate::mv::Move;

impl Position {
    /// Makes a move, which must be pseudo-legal and should be legal.
    #[inline]
    pub fn do_move(&mut self, mv: Move) {
        self.do_move_observed(mv, &mut ());
    }

    /// Makes a move and tells an observer what changes.
    #[inline]
    pub fn do_move_observed<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        debug_assert_eq!(self.board.refuse_pseudo(mv), Ok(()), "{mv:?} in {}", self.sfen());
        observer.move_started(&self.board);
        let checks = self.board.checks();
        let state = self.rise();
        (state.mv, state.checks) = (mv, checks);
        let ply = self.ply;
        let state = &mut self.states[ply];
        state.captured = self.board.advance(mv, &mut state.guard, observer);
        self.keys.push(self.board.key());
        observer.move_made(&self.board);
    }

    /// Makes a move if it is legal; says why if not.
    pub fn try_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.board.refuse(mv, self.guard())?;
        self.do_move(mv);
        Ok(())
    }

    /// Goes up to the next state.
    #[inline]
    fn rise(&mut self) -> &mut State {
        self.ply += 1;
        if self.ply == self.states.len() {
            self.states.push(State::blank());
        }
        &mut self.states[self.ply]
    }

    /// Takes back the last move.
    #[inline]
    pub fn undo_move(&mut self) {
        self.undo_move_observed(&mut ());
    }

    /// Takes back the last move and has an observer step back.
    #[inline]
    pub fn undo_move_observed<O: Observer>(&mut self, observer: &mut O) {
        if self.ply == 0 {
            return;
        }
        let State { mv, captured, checks, .. } = self.states[self.ply];
        self.ply -= 1;
        self.keys.truncate(self.ply + 1);
        let key = self.keys[self.ply];
        if mv == Move::NULL {
            self.board.pass();
            self.board.set_checks(checks);
        } else {
            self.board.retreat(mv, captured, key, checks);
        }
        observer.move_undone(&self.board);
    }

    /// Makes a null move: passes the turn. The side to move must not be in check. Its run of
    /// consecutive checks ends.
    #[inline]
    pub fn do_null_move(&mut self) {
        self.do_null_move_observed(&mut ());
    }

    /// Makes a null move and reports it to an observer.
    #[inline]
    pub fn do_null_move_observed<O: Observer>(&mut self, observer: &mut O) {
        observer.move_started(&self.board);
        let (side, checks) = (self.board.side(), self.board.checks());
        let state = self.rise();
        (state.mv, state.captured, state.checks) = (Move::NULL, None, checks);
        self.board.pass();
        let mut after = checks;
        after[side.index()] = 0;
        self.board.set_checks(after);
        let ply = self.ply;
        self.states[ply].guard.renew(&self.board, Bitboard::EMPTY);
        self.keys.push(self.board.key());
        observer.move_made(&self.board);
    }
}
