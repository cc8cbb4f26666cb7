//! The search for a capture that stays above a raised window.

use crate::picker::{Picker, Wanted};
use crate::quiescence::WITH_CHECKS;
use crate::score::Score;
use crate::transposition_table::{Bound, Entry};
use crate::worker::Worker;
use rules::Move;

impl Worker<'_> {
    /// The score of such a capture, if one is found.
    pub(super) fn probe_cut(
        &mut self,
        raised: Score,
        depth: i32,
        ply: usize,
        table_move: Move,
        cut: bool,
        raw: i16,
    ) -> Option<Score> {
        let first = if self.position.is_capture(table_move) { table_move } else { Move::NONE };
        let mut picker = Picker::new(Wanted::GoodCaptures, first, self.earlier(ply), &self.arena);
        let mut found = None;
        while let Some(mv) = self.pick(&mut picker, None) {
            self.make(mv, ply);
            let mut score = -self.quiesce::<false>(-raised, -raised + 1, ply + 1, WITH_CHECKS);
            if score >= raised {
                score = -self.search::<false>(-raised, -raised + 1, depth - 4, ply + 1, !cut);
            }
            self.unmake();
            if self.is_stopped() {
                break;
            }
            if score >= raised {
                let (depth, bound) = (depth - 3, Bound::Lower);
                self.keep(self.key(), Entry { mv, score, eval: raw, depth, bound, pv: false }, ply);
                found = Some(score);
                break;
            }
        }
        picker.close(&mut self.arena);
        if self.is_stopped() { Some(Score::ZERO) } else { found }
    }
}
