//! Making moves and taking them back.

use super::{Position, State};
use crate::bitboard::Bitboard;
use crate::board::Observer;
use crate::legality::Refusal;
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
        observer.advance();
        let checks = self.board.checks();
        let state = self.rise();
        (state.mv, state.checks) = (mv, checks);
        let height = self.height;
        let state = &mut self.states[height];
        state.captured = self.board.advance(mv, &mut state.guard, observer);
        self.keys.push(self.board.key());
    }

    /// Makes a move if it is legal; says why if not.
    pub fn try_move(&mut self, mv: Move) -> Result<(), Refusal> {
        self.board.refuse(mv, self.guard())?;
        self.do_move(mv);
        Ok(())
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
}
