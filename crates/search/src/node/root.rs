//! What the root does beyond other nodes: some moves only, and a record of each.

use crate::score::{MAX_PLY, Score};
use crate::worker::Worker;
use rules::Move;

impl Worker<'_> {
    /// Whether a root move is among those asked for and not yet in a better line.
    pub(super) fn is_wanted_at_root(&self, mv: Move) -> bool {
        self.root[self.multipv..].iter().any(|root| root.mv == mv)
    }

    /// Whether every legal move is searched, so that the result is the position's own.
    pub(super) fn searches_whole_root(&self) -> bool {
        self.multipv == 0 && self.shared.whole
    }

    pub(super) fn note_root_move(
        &mut self,
        mv: Move,
        score: Score,
        alpha: Score,
        number: usize,
        nodes: u64,
    ) {
        let (seldepth, line) = (self.seldepth, self.frame(1).line.clone());
        let Some(root) = self.root.iter_mut().find(|root| root.mv == mv) else { return };
        root.nodes += nodes;
        if number == 1 || score > alpha {
            root.score = score;
            root.seldepth = seldepth;
            root.line.clear();
            root.line.push(mv);
            root.line.extend(line.iter().copied().take(MAX_PLY - 1));
        } else {
            root.score = -Score::INFINITE;
        }
    }
}
