//! Updates of the histories by the results of nodes.

use crate::history::NO_CONTINUATION;
use crate::node::Node;
use crate::score::Score;
use crate::tunables::{scaled, tunable, unscaled};
use crate::worker::{StackEntry, Worker};
use rules::Move;

tunable! {
    mod best_move;

    /// History bonus of the best move: a part per ply, minus a constant, up to a maximum, and more for a table move.
    bonus_per_ply = 128 in 50..=350;
    bonus_offset = 77 in -200..=300;
    bonus_max = 1_529 in 600..=4_000;
    bonus_table_move = 353 in 0..=1_000;
    /// The history score of the previous move that adds 1 to the bonus.
    bonus_previous_divisor = 32 in 8..=200;
    /// History malus of the moves searched before the best one: a part per ply, minus a constant, up to a maximum.
    malus_per_ply = 882 in 100..=1_500;
    malus_offset = 204 in -200..=600;
    malus_max = 2_122 in 600..=5_000;
    /// Weights in 1/1024: of the bonus of a quiet move, the malus of quiet moves and how it changes from one move to
    /// the next, the bonus of a capture and the malus of captures.
    bonus_quiet = 806 in 200..=2_000;
    malus_quiet = 1_113 in 200..=2_500;
    malus_quiet_decay = 977 in 700..=1_024;
    bonus_capture = 1_286 in 200..=2_500;
    malus_capture = 1_559 in 200..=3_000;
}

/// Returns the part of the best move's bonus that depends on the depth alone.
#[inline]
fn depth_bonus(depth: i32) -> i32 {
    (bonus_per_ply() * depth - bonus_offset()).min(bonus_max())
}

impl Worker<'_> {
    /// Step 20: a bonus for the best move, a malus for the moves before it.
    pub(crate) fn update_histories(
        &mut self,
        node: &Node,
        best_move: Move,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let &Node { ply, depth, pawn_slot, .. } = node;
        let bonus = depth_bonus(depth)
            + bonus_table_move() * i32::from(Some(best_move) == node.table_move)
            + self.ss_before(ply, 1).stat / bonus_previous_divisor();
        let malus = (malus_per_ply() * depth - malus_offset()).min(malus_max());
        if self.position.is_capture(best_move) {
            self.update_capture(best_move, bonus * bonus_capture() / 1024);
        } else {
            self.update_quiet(ply, pawn_slot, best_move, bonus * bonus_quiet() / 1024);
            let mut malus = malus * malus_quiet() / 1024;
            for &mv in quiets {
                self.update_quiet(ply, pawn_slot, mv, -malus);
                malus = malus * malus_quiet_decay() / 1024;
            }
        }
        for &mv in captures {
            self.update_capture(mv, -malus * malus_capture() / 1024);
        }
        // The first move, or the one after the table move.
        let previous = self.ss_before(ply, 1);
        if ply > 0 && previous.move_count == 1 + usize::from(previous.has_entry) {
            self.punish_previous_move(ply, malus * refuted_malus() / 1024);
        }
    }

    /// Adds a bonus to the histories of a quiet move of this position.
    fn update_quiet(&mut self, ply: usize, pawn_slot: usize, mv: Move, bonus: i32) {
        let context = self.quiet_context(self.position.side(), ply, pawn_slot);
        let piece_to = self.piece_to(mv);
        self.histories.moves.update_quiet(&context, mv, piece_to, bonus);
    }

    /// Adds a bonus to the history of a capture of this position.
    fn update_capture(&mut self, mv: Move, bonus: i32) {
        let captured = self.position.board().kind_on(mv.to());
        let (side, piece_to) = (self.position.side(), self.piece_to(mv));
        self.histories.moves.update_capture(side, piece_to, captured, bonus);
    }

    /// Adds a bonus to continuation history alone, for the last quiet move made at a ply of the line.
    pub(crate) fn update_continuation(&mut self, ply: usize, bonus: i32) {
        let tables = self.continuation_tables(ply);
        let &mut StackEntry { in_check, piece_to, .. } = self.ss(ply);
        self.histories.moves.update_continuation(&tables, in_check, piece_to, bonus);
    }
}

tunable! {
    mod refuted_move;

    /// Malus in continuation history of an early quiet move that the table refutes, and of one that a search refutes, in
    /// 1/1024 of the malus of other moves.
    table_cutoff_malus = 2_142 in 0..=6_000;
    refuted_malus = 622 in 0..=3_000;
}

impl Worker<'_> {
    /// Step 2: a bonus for a quiet table move that fails high at once, a malus for the early move that it refutes.
    pub(crate) fn update_by_table_cutoff(&mut self, ply: usize, depth: i32, table_move: Move) {
        if !self.position.is_capture(table_move) {
            self.ss(ply).in_check = self.position.in_check();
            let pawn_slot = self.correction_indices(ply).pawn_slot;
            self.update_quiet(ply, pawn_slot, table_move, depth_bonus(depth) * 3 / 4);
        }
        if self.ss_before(ply, 1).move_count <= 4 {
            self.punish_previous_move(ply, table_cutoff_malus());
        }
    }

    /// Gives a malus in continuation history to the move that led to this node, if it is a quiet one.
    fn punish_previous_move(&mut self, ply: usize, malus: i32) {
        if self.previous_quiet_move(ply).is_some() {
            self.update_continuation(ply - 1, -malus);
        }
    }

    /// Returns the move that led to this node if it is a quiet one.
    fn previous_quiet_move(&mut self, ply: usize) -> Option<Move> {
        let is_quiet = self.position.last_capture().is_none()
            && self.ss_before(ply, 1).continuation != NO_CONTINUATION;
        self.position.last_move().filter(|_| is_quiet)
    }
}

tunable! {
    mod evaluation_change;

    /// Bounds of how much the previous move changed the evaluation, a constant added to it, and its weights in main
    /// and pawn history.
    swing_min = 214 in 50..=600;
    swing_max = 171 in 50..=600;
    swing_offset = 60 in -100..=200;
    swing_main = 10 in 0..=30;
    swing_pawn = 12 in 0..=40;
}

impl Worker<'_> {
    /// Step 4: judges the quiet move that led to this node by what it did to the evaluation.
    pub(crate) fn update_by_swing(&mut self, node: &Node) {
        let &Node { ply, eval, pawn_slot, .. } = node;
        let Some(mv) = self.previous_quiet_move(ply) else { return };
        let &mut StackEntry { piece_to, eval: previous_eval, in_check, .. } =
            self.ss_before(ply, 1);
        if in_check {
            return;
        }
        let swing = -(previous_eval + eval);
        let bonus = unscaled(swing).clamp(-swing_min(), swing_max()) + swing_offset();
        let side = !self.position.side();
        self.histories.moves.update_main(side, mv, swing_main() * bonus);
        if node.entry.is_none() && self.kept_pawn_structure(mv) {
            self.histories.moves.update_pawn(side, pawn_slot, piece_to, swing_pawn() * bonus);
        }
    }

    /// Returns whether the last move, a quiet one, was made by no pawn, so that the node before has the same pawn
    /// structure. A promotion counts as a move by a pawn.
    fn kept_pawn_structure(&self, last_move: Move) -> bool {
        let kind = self.position.board().kind_on(last_move.to());
        !last_move.is_promotion() && !self.position.rules().is_pawn(kind)
    }
}

tunable! {
    mod unrefuted_move;

    /// Bonus of a quiet move that no reply refuted. Its factor: a constant, the history score of the move that subtracts
    /// 1, a part per ply up to a maximum, more for a late move, more if the score is this much below the
    /// evaluations of this node and of the previous one.
    unrefuted_offset = 232 in 0..=600;
    unrefuted_history_divisor = 108 in 30..=400;
    unrefuted_per_ply = 59 in 10..=150;
    unrefuted_depth_max = 454 in 100..=1_000;
    unrefuted_late_move = 169 in 0..=500;
    unrefuted_below_eval = 145 in 0..=500;
    unrefuted_eval_margin = 110 in 0..=400;
    unrefuted_below_previous = 154 in 0..=500;
    unrefuted_previous_margin = 73 in 0..=400;
    /// The bonus for each unit of the factor: a part per ply, minus a constant, up to a maximum.
    unrefuted_bonus_per_ply = 135 in 30..=300;
    unrefuted_bonus_offset = 80 in -100..=300;
    unrefuted_bonus_max = 1_400 in 400..=3_000;
    /// Weights: of continuation history in 1/16384, of main history in 1/32768, of pawn history in 1/8192.
    unrefuted_continuation = 221 in 0..=800;
    unrefuted_main = 235 in 0..=800;
    unrefuted_pawn = 290 in 0..=1_000;
    /// Bonus of a capture that no reply refuted.
    unrefuted_capture = 1_012 in 0..=4_000;
}

impl Worker<'_> {
    /// Step 20: rewards the move that led to this node, as no reply refuted it.
    pub(crate) fn reward_previous_move(&mut self, node: &Node, best: Score) {
        let &Node { ply, depth, pawn_slot, .. } = node;
        let &mut StackEntry { piece_to, eval: previous_eval, in_check, move_count, stat, .. } =
            self.ss_before(ply, 1);
        let side = !self.position.side();
        if let Some(captured) = self.position.last_capture() {
            let (captured, bonus) = (captured.kind(), unrefuted_capture());
            return self.histories.moves.update_capture(side, piece_to, captured, bonus);
        }
        let Some(mv) = self.previous_quiet_move(ply) else { return };
        let is_below_eval =
            !node.in_check && best.raw() <= node.eval - scaled(unrefuted_eval_margin());
        let is_below_previous =
            !in_check && best.raw() <= -previous_eval - scaled(unrefuted_previous_margin());
        let factor = (unrefuted_per_ply() * depth).min(unrefuted_depth_max())
            - unrefuted_offset()
            - stat / unrefuted_history_divisor()
            + unrefuted_late_move() * i32::from(move_count > 8)
            + unrefuted_below_eval() * i32::from(is_below_eval)
            + unrefuted_below_previous() * i32::from(is_below_previous);
        let per_factor = (unrefuted_bonus_per_ply() * depth - unrefuted_bonus_offset())
            .min(unrefuted_bonus_max());
        let bonus = factor.max(0) * per_factor;
        self.update_continuation(ply - 1, bonus * unrefuted_continuation() / 16_384);
        self.histories.moves.update_main(side, mv, bonus * unrefuted_main() / 32_768);
        if self.kept_pawn_structure(mv) {
            let bonus = bonus * unrefuted_pawn() / 8_192;
            self.histories.moves.update_pawn(side, pawn_slot, piece_to, bonus);
        }
    }
}
