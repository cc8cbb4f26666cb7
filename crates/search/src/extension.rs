//! Extensions: how much deeper the table move is searched.

use crate::history::CounterKind;
use crate::node::Node;
use crate::score::Score;
use crate::tunables::{scaled, tunable};
use crate::worker::Worker;

tunable! {
    mod singular_extension;

    /// Smallest depth of singular extensions; one more in nodes that were PV nodes.
    singular_depth = 6 in 4..=11;
    /// Margin per ply by which all other moves must score below the table score, in 1/55, and more in nodes that were
    /// PV nodes but are none.
    singular_margin = 60 in 20..=200;
    singular_margin_was_pv = 66 in 0..=200;
    /// Additional margin for a double extension: a constant, and changes for PV nodes, quiet table moves, the
    /// table move history (in 1/1024) and plies beyond the depth of the root.
    singular_double = -4 in -100..=200;
    singular_double_pv = 212 in 0..=500;
    singular_double_quiet = 182 in 0..=500;
    singular_double_history = 8 in 0..=30;
    singular_double_ply = 44 in 0..=200;
    /// The same for a triple extension.
    singular_triple = 73 in -100..=400;
    singular_triple_pv = 320 in 0..=800;
    singular_triple_quiet = 218 in 0..=600;
    singular_triple_was_pv = 92 in 0..=300;
    singular_triple_ply = 45 in 0..=200;
    /// Less margin for both, in percent of the correction of the evaluation.
    singular_correction = 62 in 0..=200;
}

impl Worker<'_> {
    /// Step 16: returns the extension of the table move in plies, judged by a search of all other
    /// moves at half the depth. Returns `Err` with the score of the node if that search prunes it.
    #[inline(always)]
    pub(crate) fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node,
        beta: Score,
    ) -> Result<i32, Score> {
        let &Node { ply, depth, cut_node, was_pv, .. } = node;
        let Some((entry, score)) = node.entry.zip(node.table_score) else { return Ok(0) };
        if depth < singular_depth() + i32::from(was_pv)
            || ply >= 2 * self.root_depth
            || !entry.bound.is_lower()
            || entry.depth < depth - 3
            || score.is_decided()
        {
            return Ok(0);
        }
        let margin =
            (singular_margin() + singular_margin_was_pv() * i32::from(was_pv && !PV)) * depth / 55;
        let singular_beta = score - scaled(margin);
        let half_depth = (depth - 1) / 2;
        self.ss(ply).excluded = node.table_move;
        let others =
            self.search::<false>(singular_beta - 1, singular_beta, half_depth, ply, cut_node);
        self.ss(ply).excluded = None;
        if self.is_stopped() {
            return Err(Score::ZERO);
        }
        if others < singular_beta {
            let quiet = i32::from(!node.table_move_captures);
            let beyond = i32::from(ply > self.root_depth);
            let correction = node.correction.abs() * singular_correction() / 100;
            let double = singular_double() + singular_double_pv() * i32::from(PV)
                - singular_double_quiet() * quiet
                - singular_double_history() * i32::from(self.table_move_history) / 1024
                - singular_double_ply() * beyond;
            let triple = singular_triple() + singular_triple_pv() * i32::from(PV)
                - singular_triple_quiet() * quiet
                + singular_triple_was_pv() * i32::from(was_pv)
                - singular_triple_ply() * beyond;
            let is_below = |margin| others < singular_beta - (scaled(margin) - correction);
            Ok(1 + i32::from(is_below(double)) + i32::from(is_below(triple)))
        } else if others >= beta && !others.is_decided() {
            // Multi-cut: another move fails high too.
            self.punish_table_move(depth);
            Err(others)
        } else if score >= beta {
            Ok(-3)
        } else if cut_node {
            Ok(-2)
        } else {
            Ok(0)
        }
    }
}

tunable! {
    mod table_move_history;

    /// The bonus if the table move is the best, and the malus if another is.
    table_move_bonus = 805 in 100..=2_000;
    table_move_malus = 787 in 100..=2_000;
    /// The malus of a multi-cut: a constant, and a part per ply, up to a maximum.
    multi_cut_malus = 424 in 0..=1_000;
    multi_cut_malus_per_ply = 107 in 0..=300;
    multi_cut_malus_max = 3_375 in 500..=8_000;
}

/// The counter [`Worker::table_move_history`].
const TABLE_MOVE_HISTORY: CounterKind = CounterKind { limit: 8_192, initial: 0 };

impl Worker<'_> {
    /// Step 20: updates the table move history with the result of a node that has a best move.
    #[inline(always)]
    pub(crate) fn update_table_move_history(&mut self, is_table_move_best: bool) {
        let bonus = if is_table_move_best { table_move_bonus() } else { -table_move_malus() };
        TABLE_MOVE_HISTORY.update(&mut self.table_move_history, bonus);
    }

    /// Step 16: updates the table move history after a multi-cut.
    #[inline(always)]
    fn punish_table_move(&mut self, depth: i32) {
        let malus = multi_cut_malus() + multi_cut_malus_per_ply() * depth;
        let bonus = -malus.min(multi_cut_malus_max());
        TABLE_MOVE_HISTORY.update(&mut self.table_move_history, bonus);
    }
}
