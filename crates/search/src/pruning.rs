//! Pruning: conditions under which a node ends without searching its moves, or without searching a move.

use crate::move_picker::{LazyCheckInfo, MovePicker, PickMode};
use crate::node::Node;
use crate::score::Score;
use crate::see::see_ge;
use crate::transposition_table::{Bound, Entry};
use crate::tunables::{scaled, tunable};
use crate::worker::Worker;
use rules::Move;

tunable! {
    mod razoring;

    /// Margin: a constant, and a part per square of the depth.
    razor_base = 502 in 100..=1_000;
    razor_per_square = 306 in 50..=700;
}

/// The depth at which the margin of razoring exceeds all scores.
const MAX_RAZOR_DEPTH: i32 = 64;

impl Worker<'_> {
    /// Step 6: razoring. If the evaluation is far below alpha, only captures can help.
    pub(crate) fn razor(&mut self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        // A deeper search, as of a position that is nearly over, would have a margin that no number holds.
        let depth = node.depth.min(MAX_RAZOR_DEPTH);
        let margin = scaled(razor_base() + razor_per_square() * depth * depth);
        (node.estimate < alpha.raw() - margin)
            .then(|| self.quiescence::<false>(alpha, beta, node.ply, 0))
    }
}

tunable! {
    mod reverse_futility_pruning;

    /// Smallest depth without reverse futility pruning.
    reverse_futility_depth = 15 in 5..=20;
    /// Margin per ply by which the evaluation must exceed beta, with a table entry and without.
    reverse_futility_margin = 76 in 40..=200;
    reverse_futility_margin_no_entry = 55 in 20..=200;
    /// By how much less if the evaluation is improving, or the opponent's worsening, in 1/1024 of the margin per ply.
    reverse_futility_improving = 2_686 in 0..=5_000;
    reverse_futility_worsening = 362 in 0..=1_500;
    /// Additional margin, in percent of the correction of the evaluation.
    reverse_futility_correction = 73 in 0..=200;
}

/// Step 7: reverse futility pruning. An evaluation far above beta probably stays above it.
pub(crate) fn reverse_futility(node: &Node, beta: Score) -> Option<Score> {
    if node.was_pv
        || node.depth >= reverse_futility_depth()
        || node.estimate < beta.raw()
        || node.table_move.is_some() && !node.table_move_captures
        || beta.is_loss()
    {
        return None;
    }
    let per_ply = match node.entry {
        Some(_) => reverse_futility_margin(),
        None => reverse_futility_margin_no_entry(),
    };
    let less = reverse_futility_improving() * i32::from(node.improving)
        + reverse_futility_worsening() * i32::from(node.opponent_worsening);
    let margin = scaled(per_ply * node.depth - less * per_ply / 1024)
        + node.correction.abs() * reverse_futility_correction() / 100;
    (node.estimate - margin >= beta.raw())
        .then(|| Score::from_eval((2 * beta.raw() + node.estimate) / 3))
}

tunable! {
    mod null_move_pruning;

    /// Margin by which the evaluation must exceed beta for a null move: a constant, less a part per ply, and less if
    /// improving.
    null_move_margin = 378 in 100..=700;
    null_move_margin_per_ply = 16 in 0..=40;
    null_move_improving = 53 in 0..=200;
    /// Reduction of the search after a null move, in plies, apart from a third of the depth.
    null_move_reduction = 7 in 3..=9;
    /// Smallest depth at which a null move that fails high is verified.
    null_move_verification_depth = 16 in 8..=30;
}

impl Worker<'_> {
    /// Step 8: null move pruning. If passing fails high, some move is likely to as well.
    pub(crate) fn null_move(&mut self, node: &Node, beta: Score) -> Option<Score> {
        let &Node { ply, depth, .. } = node;
        let margin = null_move_margin()
            - null_move_margin_per_ply() * depth
            - null_move_improving() * i32::from(node.improving);
        if !node.cut_node
            || node.eval < beta.raw() + scaled(margin)
            || beta.is_loss()
            || ply < self.null_move_min_ply
            || self.position.last_move() == Some(Move::NULL)
        {
            return None;
        }
        let reduced_depth = depth - null_move_reduction() - depth / 3;
        self.make_null_move(ply);
        let score = -self.search::<false>(-beta, -beta + 1, reduced_depth, ply + 1, false);
        self.undo_move();
        if self.is_stopped() {
            return Some(Score::ZERO);
        }
        if score < beta || score.is_win() {
            return None;
        }
        if self.null_move_min_ply > 0 || depth < null_move_verification_depth() {
            return Some(score);
        }
        // Verify by a search of the moves, without null moves for the next plies.
        self.null_move_min_ply = ply + 3 * reduced_depth.max(0) as usize / 4;
        let verified = self.search::<false>(beta - 1, beta, reduced_depth, ply, false);
        self.null_move_min_ply = 0;
        (verified >= beta || self.is_stopped()).then_some(score)
    }
}

tunable! {
    mod probcut_search;

    /// Smallest depth of ProbCut.
    probcut_depth = 3 in 3..=9;
    /// Margin by which the shallow search must exceed beta, and how much less if improving.
    probcut_margin = 224 in 60..=500;
    probcut_improving = 61 in 0..=200;
}

impl Worker<'_> {
    /// Step 10: ProbCut. A good capture that exceeds beta by a margin in a shallow search is likely to in a deep one.
    pub(crate) fn probcut(&mut self, node: &Node, beta: Score) -> Option<Score> {
        let &Node { ply, depth, table_move, .. } = node;
        let margin = scaled(probcut_margin() - probcut_improving() * i32::from(node.improving));
        let raised_beta = Score::from_eval(beta.raw() + margin);
        if depth < probcut_depth()
            || beta.is_decided()
            || node.table_score.is_some_and(|score| score < raised_beta)
        {
            return None;
        }
        let threshold = raised_beta.raw() - node.eval;
        let see_ge = |mv| see_ge(self.piece_values, self.position.board(), mv, threshold);
        let table_capture = table_move.filter(|&mv| self.position.is_capture(mv) && see_ge(mv));
        let mut picker = MovePicker::new(
            PickMode::CapturesGaining(threshold),
            table_capture,
            self.quiet_context(self.position.side(), ply, node.pawn_slot),
            &self.move_arena,
        );
        // The window of the positions after the captures.
        let (alpha, beta) = (-raised_beta, -raised_beta + 1);
        let mut check_info = LazyCheckInfo::default();
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            if Some(mv) == node.excluded {
                continue;
            }
            self.make_move(mv, ply);
            let mut score = -self.quiescence::<false>(alpha, beta, ply + 1, 0);
            if score >= raised_beta && depth > 4 {
                score = -self.search::<false>(alpha, beta, depth - 4, ply + 1, !node.cut_node);
            }
            self.undo_move();
            if self.is_stopped() {
                return Some(Score::ZERO);
            }
            if score >= raised_beta {
                let (mv, eval, depth, bound) = (Some(mv), node.raw_eval, depth - 3, Bound::Lower);
                let pv = node.was_pv;
                self.store(node.key, Entry { mv, score, eval, depth, bound, pv }, ply);
                return Some(if score.is_decided() { score } else { score - margin });
            }
        }
        None
    }
}

tunable! {
    mod probcut_by_table;

    /// Margin by which the score of a table entry must exceed beta to cut in the same way.
    probcut_table_margin = 416 in 100..=800;
}

/// Step 11: returns a score if a table entry of a shallower search exceeds beta by a margin.
pub(crate) fn table_probcut(node: &Node, beta: Score) -> Option<Score> {
    let raised_beta = Score::from_eval(beta.raw() + scaled(probcut_table_margin()));
    let (entry, score) = (node.entry?, node.table_score?);
    (entry.bound.is_lower()
        && entry.depth >= node.depth - 4
        && score >= raised_beta
        && !score.is_decided()
        && !beta.is_decided())
    .then_some(raised_beta)
}

tunable! {
    mod late_move_pruning;

    /// The number of moves searched before, apart from the square of the depth.
    late_move_base = 3 in 1..=12;
}

/// Step 14: returns the number of moves after which late move pruning skips quiet moves.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = late_move_base() + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}

tunable! {
    mod tactical_pruning;

    /// Largest reduced depth of futility pruning of captures, and its margin: a constant, a part per ply, and a part
    /// of the capture history in 1/1024.
    capture_futility_depth = 7 in 2..=14;
    capture_futility_base = 218 in 0..=600;
    capture_futility_per_ply = 223 in 50..=500;
    capture_futility_history = 131 in 0..=400;
    /// How much material captures and checks may lose per ply, and by capture history in 1/1024.
    capture_see_per_ply = 167 in 30..=400;
    capture_see_history = 34 in 0..=150;
}

impl Worker<'_> {
    /// Step 15: returns whether to skip a capture or check.
    pub(crate) fn prune_tactical(
        &self,
        node: &Node,
        mv: Move,
        gives_check: bool,
        capture_history: i32,
        reduced_depth: i32,
        alpha: Score,
    ) -> bool {
        // Futility pruning.
        if !gives_check && reduced_depth < capture_futility_depth() {
            let margin = capture_futility_base()
                + capture_futility_per_ply() * reduced_depth
                + capture_futility_history() * capture_history / 1024;
            let gain = self.piece_values.capture_swing(self.position.board().kind_on(mv.to()));
            if node.eval + scaled(margin) + gain <= alpha.raw() {
                return true;
            }
        }
        // SEE pruning.
        let may_lose =
            capture_see_per_ply() * node.depth + capture_see_history() * capture_history / 1024;
        let threshold = -scaled(may_lose.max(0));
        !see_ge(self.piece_values, self.position.board(), mv, threshold)
    }
}

tunable! {
    mod quiet_pruning;

    /// History score below which quiet moves are pruned, per ply.
    history_pruning_threshold = -4_097 in -12_000..=-500;
    /// Weight of main history in the reduced depth of quiet moves, in 1/32, and the history score that changes that
    /// depth by one ply.
    quiet_main_weight = 71 in 0..=200;
    quiet_depth_divisor = 3_220 in 1_000..=10_000;
    /// Smallest reduced depth without futility pruning of quiet moves, and its margin: a constant, a part without a
    /// best move, a part per ply, and a part if the evaluation exceeds alpha.
    futility_depth = 13 in 4..=18;
    futility_base = 42 in 0..=300;
    futility_no_best_move = 151 in 0..=400;
    futility_per_ply = 120 in 30..=300;
    futility_above_alpha = 86 in 0..=300;
    /// How much material quiet moves may lose per square of the reduced depth.
    quiet_see_per_square = 25 in 5..=80;
}

impl Worker<'_> {
    /// Step 15: returns whether to skip a quiet move: `Some` with an upper bound of its score, which is minus infinity if
    /// none is known, or `None` to search it. `history` is the sum of its continuation and pawn histories.
    pub(crate) fn prune_quiet(
        &self,
        node: &Node,
        mv: Move,
        history: i32,
        mut reduced_depth: i32,
        alpha: Score,
        has_best_move: bool,
    ) -> Option<Score> {
        // History pruning.
        if history < history_pruning_threshold() * node.depth {
            return Some(-Score::INFINITE);
        }
        let main = self.histories.moves.main(self.position.side(), mv);
        reduced_depth += (history + quiet_main_weight() * main / 32) / quiet_depth_divisor();
        // Futility pruning.
        if !node.in_check && reduced_depth < futility_depth() {
            let margin = futility_base()
                + futility_no_best_move() * i32::from(!has_best_move)
                + futility_per_ply() * reduced_depth
                + futility_above_alpha() * i32::from(node.eval > alpha.raw());
            let score = Score::from_eval(node.eval + scaled(margin));
            if score <= alpha {
                return Some(score);
            }
        }
        // SEE pruning.
        let depth = reduced_depth.max(0);
        let threshold = -scaled(quiet_see_per_square() * depth * depth);
        let is_enough = see_ge(self.piece_values, self.position.board(), mv, threshold);
        (!is_enough).then_some(-Score::INFINITE)
    }
}
