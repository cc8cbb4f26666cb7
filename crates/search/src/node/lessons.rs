//! What the histories learn from a node.

use crate::history::{NO_ARRIVAL, arrival};
use crate::tunables::{history_bonus, history_malus, history_unrefuted};
use crate::worker::Worker;
use rules::Move;

impl Worker<'_> {
    /// Teaches the histories that one move cut off where others did not.
    pub(super) fn teach_all(
        &mut self,
        best: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let bonus = history_bonus(depth);
        let malus = -bonus * history_malus() / 100;
        if !self.position.is_capture(best) {
            quiets.iter().for_each(|&mv| self.teach(mv, ply, malus));
        }
        captures.iter().for_each(|&mv| self.teach(mv, ply, malus));
        self.teach(best, ply, bonus);
    }

    /// Teaches that no reply refuted the move that led here.
    pub(super) fn praise_last(&mut self, depth: i32, ply: usize) {
        let arrival = self.frame(ply - 1).arrival;
        let quiet = self.position.last_capture().is_none() && arrival != NO_ARRIVAL;
        let Some(last) = self.position.last_move().filter(|_| quiet) else { return };
        let (side, earlier) = (!self.position.side(), self.earlier(ply - 1));
        let bonus = history_bonus(depth) * history_unrefuted() / 100;
        self.memory.history.learn_quiet(side, last, arrival, &earlier, bonus);
    }

    pub(super) fn teach(&mut self, mv: Move, ply: usize, bonus: i32) {
        let Some(piece) = self.position.moved_piece(mv) else { return };
        let (arrival, earlier) = (arrival(piece, mv), self.earlier(ply));
        let history = &mut self.memory.history;
        match self.position.piece_on(mv.to()) {
            Some(taken) => history.learn_capture(arrival, taken.kind(), bonus),
            None => history.learn_quiet(self.position.side(), mv, arrival, &earlier, bonus),
        }
    }
}
