//! The main search: principal variation search. [`Worker::search`] lists the steps of a node by number;
//! functions for the longer steps follow it in the same order.
//!
//! Most techniques are described in the [Chess Programming Wiki](https://www.chessprogramming.org).

use crate::correction_history::CorrectionIndices;
use crate::history::{NO_PIECE_TO, piece_to};
use crate::move_picker::{LazyCheckInfo, MovePicker, PickMode};
use crate::quiescence::DEPTH_QS_CHECKS;
use crate::score::{MAX_PLY, Score};
use crate::see::see_ge;
use crate::transposition_table::{Bound, Entry, NO_EVAL};
use crate::tunables::*;
use crate::worker::{RootLine, Worker};
use arrayvec::ArrayVec;
use rules::Move;
use std::sync::LazyLock;

/// The most quiet moves, and the most captures, of a node that can get a history malus.
const MAX_TRIED: usize = 48;

/// Data of a node that its steps share.
#[derive(Clone, Copy)]
struct Node {
    ply: usize,
    depth: i32,
    cut_node: bool,
    in_check: bool,
    /// The move excluded by a singular search.
    excluded: Option<Move>,
    /// The position's key in the transposition table.
    key: u64,
    /// The transposition table entry. None in a singular search.
    entry: Option<Entry>,
    /// The score of the entry, with plies counted from the root.
    table_score: Option<Score>,
    /// The move to try first: at the root the best one so far, elsewhere that of the entry, if it is legal.
    table_move: Option<Move>,
    /// Whether this is a PV node, or its table entry says that it was one.
    was_pv: bool,
    /// The static evaluation before correction, for the transposition table, or [`NO_EVAL`].
    raw_eval: i16,
    /// The corrected static evaluation, or the table score if that is a better estimate.
    estimate: i32,
    /// Whether the static evaluation is better than two plies before, or four if that was in check.
    improving: bool,
}

/// Data of a move that the steps of the move loop share.
#[derive(Clone, Copy)]
struct MoveContext {
    mv: Move,
    /// The number of the move among those searched or pruned in this node, from 1.
    move_count: usize,
    is_capture: bool,
    /// Not computed for the first move.
    gives_check: bool,
    history: i32,
    /// The base reduction in 1/1024 of a ply.
    reduction: i32,
    /// The extension in plies, negative for a reduction.
    extension: i32,
}

impl Worker<'_> {
    /// Returns the score of the position, searched to a depth with the window from `alpha` to
    /// `beta` (fail-soft).
    pub fn search<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply, DEPTH_QS_CHECKS);
        }
        let is_root = ply == 0;
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.ss(ply).pv.clear();
        }
        let in_check = self.position.in_check();

        // 1. Stopped search, results by rule, maximum ply, mate distance pruning.
        if !is_root {
            if self.is_stopped() {
                return Score::ZERO;
            }
            if let Some(score) = self.terminal_score(ply) {
                return score;
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { Score::ZERO } else { Score::from_eval(self.evaluate()) };
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 2. Transposition table.
        let excluded = self.ss(ply).excluded;
        let key = self.table_key();
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        let table_score = entry.map(|entry| entry.score.from_table(ply));
        let table_move =
            if is_root { Some(self.root_moves[self.pv_index].mv) } else { self.legal_move(entry) };
        if !PV
            && let (Some(entry), Some(score)) = (entry, table_score)
            && entry.depth >= depth
            && entry.bound.allows_cutoff(score, beta)
        {
            if score >= beta
                && let Some(mv) = table_move
                && !self.position.is_capture(mv)
            {
                self.update_history(mv, ply, history_bonus(depth) / 2);
            }
            return score;
        }

        // 3. Static evaluation.
        let mut node = Node {
            ply,
            depth,
            cut_node,
            in_check,
            excluded,
            key,
            entry,
            table_score,
            table_move,
            was_pv: PV || entry.is_some_and(|entry| entry.pv),
            raw_eval: NO_EVAL,
            estimate: 0,
            improving: false,
        };
        let correction = self.correction_indices(ply);
        if let Some(score) = self.evaluate_node::<PV>(&mut node, &correction, beta) {
            return score;
        }

        // 4. Pruning of the whole node.
        if !PV
            && !in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(&node, alpha, beta)
        {
            return score;
        }

        // 5. Internal iterative reduction: without a table move, search one ply less.
        if depth >= internal_reduction_depth()
            && table_move.is_none()
            && (PV || cut_node)
            && excluded.is_none()
        {
            node.depth -= 1;
        }
        let depth = node.depth;

        // 6. Loop over the moves.
        let mut check_info = LazyCheckInfo::default();
        let continuation = self.continuation(ply);
        let mut picker = MovePicker::new(PickMode::All, table_move, continuation, &self.move_arena);
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let (mut move_count, mut quiet_count) = (0, 0);
        let mut quiets = ArrayVec::<Move, MAX_TRIED>::new();
        let mut captures = ArrayVec::<Move, MAX_TRIED>::new();
        let old_alpha = alpha;
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            if Some(mv) == excluded || is_root && !self.is_searched_at_root(mv) {
                continue;
            }
            move_count += 1;
            let is_capture = self.position.is_capture(mv);
            // The first move is neither pruned nor reduced, and it is often the last.
            let gives_check =
                move_count > 1 && self.position.gives_check(mv, check_info.get(&self.position));
            let piece = self.position.moved_piece(mv).expect("a legal move moves a piece");
            let piece_to = piece_to(piece, mv);
            let history = if is_capture {
                let captured = self.position.board().kind_on(mv.to());
                self.histories.moves.capture_history(piece_to, captured)
            } else {
                let side = self.position.side();
                self.histories.moves.quiet_history(side, mv, piece_to, &continuation)
            };
            let reduction = base_reduction(depth, move_count);

            // 7. Pruning of single moves, unless the best score so far is a loss.
            if !is_root && !best.is_loss() {
                let reduced_depth = (depth - reduction / 1024).max(1);
                if !is_capture {
                    // Late move pruning.
                    quiet_count += 1;
                    if quiet_count > late_move_count(depth, node.improving) {
                        picker.skip_quiets();
                        // This move was already picked. It is still searched if it gives check.
                        if !gives_check {
                            continue;
                        }
                    }
                    // Futility pruning.
                    let futility_score = Score::from_eval(
                        node.estimate
                            + futility_base()
                            + futility_per_ply() * reduced_depth
                            + history / 128,
                    );
                    if !in_check
                        && !gives_check
                        && reduced_depth <= futility_depth()
                        && !mv.is_promotion()
                        && futility_score <= alpha
                    {
                        if !best.is_decided() {
                            best = best.max(futility_score);
                        }
                        continue;
                    }
                    // History pruning.
                    if reduced_depth <= history_pruning_depth()
                        && !gives_check
                        && history < history_pruning_threshold() * reduced_depth
                    {
                        continue;
                    }
                    // SEE pruning of quiet moves.
                    let threshold = see_quiet_threshold() * reduced_depth * reduced_depth;
                    if reduced_depth <= see_pruning_depth()
                        && !see_ge(self.piece_values, self.position.board(), mv, threshold)
                    {
                        continue;
                    }
                } else if depth <= see_pruning_depth()
                    && picker.is_at_bad_captures()
                    && !see_ge(
                        self.piece_values,
                        self.position.board(),
                        mv,
                        see_capture_threshold() * depth,
                    )
                {
                    // SEE pruning of captures.
                    continue;
                }
            }

            // 8. Singular extension.
            let mut extension = 0;
            if !is_root && Some(mv) == table_move {
                match self.singular_extension::<PV>(&node, beta) {
                    Ok(plies) => extension = plies,
                    Err(score) => return score,
                }
            }

            // 9. Search of the move.
            let nodes_before = self.nodes;
            let context = MoveContext {
                mv,
                move_count,
                is_capture,
                gives_check,
                history,
                reduction,
                extension,
            };
            let score = self.search_move::<PV>(&node, &context, alpha, beta);
            if self.is_stopped() {
                return Score::ZERO;
            }

            // 10. Best move and cutoff.
            if is_root {
                let bound = match score {
                    _ if score >= beta => Bound::Lower,
                    _ if score > alpha => Bound::Exact,
                    _ => Bound::Upper,
                };
                let keep_score = move_count == 1 || score > alpha;
                let result = keep_score.then_some((score, bound));
                self.update_root_move(mv, result, self.nodes - nodes_before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV && !is_root {
                        self.update_pv(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(mv) != best_move {
                let tried = if is_capture { &mut captures } else { &mut quiets };
                // Moves beyond MAX_TRIED get no malus.
                let _ = tried.try_push(mv);
            }
        }

        // 11. Mate and stalemate.
        if move_count == 0 {
            return if excluded.is_some() { alpha } else { self.no_moves_score(ply) };
        }

        // 12. History and transposition table updates.
        if best >= beta {
            let best_move = best_move.expect("a move failed high");
            self.update_histories(best_move, &quiets, &captures, depth, ply);
        } else if best <= old_alpha && !is_root && excluded.is_none() {
            self.reward_previous_move(depth, ply);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if PV && best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() && (!is_root || self.searches_all_root_moves()) {
            self.store_node(&node, &correction, best_move, best, bound);
        }
        best
    }

    /// Step 3: sets the static evaluation of a node, or returns a score if a lower bound of it is
    /// enough to prune the node.
    #[inline(always)]
    fn evaluate_node<const PV: bool>(
        &mut self,
        node: &mut Node,
        correction: &CorrectionIndices,
        beta: Score,
    ) -> Option<Score> {
        let &mut Node { ply, entry, .. } = node;
        if node.in_check {
            self.ss(ply).eval = None;
        } else if node.excluded.is_some() {
            node.estimate = self.ss(ply).eval.expect("evaluated before the singular search");
        } else {
            let table_eval = entry.and_then(|entry| entry.static_eval());
            let correction = self.histories.correction.correction(correction);
            // Reverse futility pruning by a lower bound, which saves computing the evaluation.
            if !PV
                && entry.is_none()
                && node.depth <= reverse_futility_depth()
                && let Some(bound) = self.evaluator.lower_bound(self.position.board())
                && let Some(score) = reverse_futility_score(bound + correction, node.depth, beta)
            {
                return Some(score);
            }
            let raw_eval = table_eval.unwrap_or_else(|| self.evaluate() as i16);
            self.evaluator.record(self.position.board(), raw_eval.into(), table_eval.is_none());
            let eval = Score::from_eval(i32::from(raw_eval) + correction);
            self.ss(ply).eval = Some(eval.raw());
            (node.raw_eval, node.estimate) = (raw_eval, eval.raw());
            match entry {
                None => self.store_evaluation(node.key, raw_eval, node.was_pv),
                Some(entry) => node.estimate = entry.refine_eval(eval, ply).raw(),
            }
        }
        node.improving = !node.in_check
            && match (self.eval_before(ply, 2), self.eval_before(ply, 4)) {
                (Some(before), _) | (None, Some(before)) => self.ss(ply).eval > Some(before),
                _ => false,
            };
        None
    }

    /// Step 4: returns a score if the node can be pruned without a move loop.
    #[inline(always)]
    fn prune_node(&mut self, node: &Node, alpha: Score, beta: Score) -> Option<Score> {
        let &Node { ply, depth, estimate, .. } = node;
        let estimated_score = Score::from_eval(estimate);

        // Razoring: far below alpha, only captures can help.
        if depth <= razor_depth() && estimated_score + razor_margin() * depth < alpha {
            let score = self.quiescence::<false>(alpha, alpha + 1, ply, DEPTH_QS_CHECKS);
            if score <= alpha || self.is_stopped() {
                return Some(score);
            }
        }

        // Reverse futility pruning: far above beta, no reply is likely to bring the score below it.
        if depth <= reverse_futility_depth()
            && let Some(score) =
                reverse_futility_score(estimate, depth - i32::from(node.improving), beta)
        {
            return Some(score);
        }

        // Null move pruning: if passing fails high, some move is likely to as well.
        if depth >= null_move_depth()
            && estimated_score >= beta + null_move_margin()
            && !beta.is_loss()
            && self.position.last_move() != Some(Move::NULL)
        {
            let surplus = (estimate - beta.raw()) / null_move_divisor();
            let reduced_depth = depth - null_move_base() - depth / 3 - surplus.min(3);
            self.make_null_move(ply);
            let cut_node = !node.cut_node;
            let score = -self.search::<false>(-beta, -beta + 1, reduced_depth, ply + 1, cut_node);
            self.undo_move();
            if self.is_stopped() {
                return Some(Score::ZERO);
            }
            if score >= beta {
                return Some(if score.is_decided() { beta } else { score });
            }
        }

        // ProbCut: a good capture that exceeds beta by a margin in a shallow search.
        let probcut_beta = Score::from_eval(beta.raw() + probcut_margin());
        let is_refuted = node.entry.is_some_and(|entry| entry.depth >= depth - 3)
            && node.table_score.is_some_and(|score| score < probcut_beta);
        if depth >= probcut_depth() && !beta.is_decided() && !is_refuted {
            return self.probcut(node, probcut_beta);
        }
        None
    }

    /// Searches for a good capture that fails high against a beta raised by a margin, at a reduced
    /// depth.
    fn probcut(&mut self, node: &Node, probcut_beta: Score) -> Option<Score> {
        let &Node { ply, depth, table_move, .. } = node;
        let table_capture = table_move.filter(|&mv| self.position.is_capture(mv));
        let mut picker = MovePicker::new(
            PickMode::GoodCaptures,
            table_capture,
            self.continuation(ply),
            &self.move_arena,
        );
        let window = (-probcut_beta, -probcut_beta + 1);
        let mut result = None;
        let mut check_info = LazyCheckInfo::default();
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            self.make_move(mv, ply);
            let mut score = -self.quiescence::<false>(window.0, window.1, ply + 1, DEPTH_QS_CHECKS);
            if score >= probcut_beta {
                let cut_node = !node.cut_node;
                score = -self.search::<false>(window.0, window.1, depth - 4, ply + 1, cut_node);
            }
            self.undo_move();
            if self.is_stopped() {
                break;
            }
            if score >= probcut_beta {
                let (mv, eval, depth, bound) = (Some(mv), node.raw_eval, depth - 3, Bound::Lower);
                self.store(node.key, Entry { mv, score, eval, depth, bound, pv: false }, ply);
                result = Some(score);
                break;
            }
        }
        if self.is_stopped() { Some(Score::ZERO) } else { result }
    }

    /// Step 8: returns the extension of the table move in plies, judged by a search of all other
    /// moves at half the depth. Returns `Err` with the score of the node if that search prunes it.
    #[inline(always)]
    fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node,
        beta: Score,
    ) -> Result<i32, Score> {
        let &Node { ply, depth, cut_node, .. } = node;
        if depth >= singular_depth()
            && ply < 2 * self.root_depth
            && let (Some(entry), Some(score)) = (node.entry, node.table_score)
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && entry.depth >= depth - 3
            && !score.is_decided()
        {
            let singular_beta = score - singular_margin() * depth;
            self.ss(ply).excluded = node.table_move;
            let score_of_others = self.search::<false>(
                singular_beta - 1,
                singular_beta,
                (depth - 1) / 2,
                ply,
                cut_node,
            );
            self.ss(ply).excluded = None;
            if self.is_stopped() {
                return Err(Score::ZERO);
            }
            if score_of_others < singular_beta {
                return Ok(1 + i32::from(
                    !PV && score_of_others < singular_beta - singular_double_margin(),
                ));
            } else if singular_beta >= beta {
                // Multi-cut: another move fails high too.
                return Err(singular_beta);
            } else if score >= beta || cut_node {
                return Ok(-1);
            }
        }
        Ok(0)
    }

    /// Step 9: makes, searches and undoes a move, and returns its score. Late moves are searched at
    /// a reduced depth first (late move reduction). All moves but the first move of a PV node are
    /// searched with a null window first.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        context: &MoveContext,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let &Node { ply, depth, cut_node, .. } = node;
        let &MoveContext { mv, move_count, .. } = context;
        self.make_move(mv, ply);
        let new_depth = depth - 1 + context.extension;
        let mut score = -Score::INFINITE;
        let is_late = move_count > 1 + usize::from(ply == 0) && depth >= 2;
        let mut needs_full_depth = !PV || move_count > 1;
        if is_late {
            let mut reduction = context.reduction;
            reduction += reduction_cut_node() * i32::from(cut_node)
                + reduction_not_improving() * i32::from(!node.improving);
            reduction -= reduction_pv() * i32::from(node.was_pv)
                + reduction_check() * i32::from(context.gives_check)
                + reduction_evasion() * i32::from(node.in_check)
                + reduction_capture() * i32::from(context.is_capture);
            reduction -= context.history * 1024 / reduction_history_divisor();
            let reduced_depth =
                (new_depth - reduction / 1024).clamp(1.min(new_depth), new_depth + i32::from(PV));
            score = -self.search::<false>(-alpha - 1, -alpha, reduced_depth, ply + 1, true);
            needs_full_depth = score > alpha && reduced_depth < new_depth;
        }
        if needs_full_depth {
            score = -self.search::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
        }
        if PV && (move_count == 1 || score > alpha) {
            score = -self.search::<true>(-beta, -alpha, new_depth, ply + 1, false);
        }
        self.undo_move();
        score
    }

    /// Step 12: stores the result of a node in the transposition table and updates the correction
    /// history.
    #[inline(always)]
    fn store_node(
        &mut self,
        node: &Node,
        correction: &CorrectionIndices,
        best_move: Option<Move>,
        best: Score,
        bound: Bound,
    ) {
        let &Node { ply, depth, raw_eval: eval, was_pv: pv, .. } = node;
        self.store(node.key, Entry { mv: best_move, score: best, eval, depth, bound, pv }, ply);
        // The static evaluation is for quiet positions. A best move that captures does not correct it.
        let is_quiet = best_move.is_none_or(|mv| !self.position.is_capture(mv));
        if let Some(eval) = self.ss(ply).eval
            && is_quiet
            && !best.is_decided()
            && !(bound == Bound::Lower && best.raw() <= eval)
            && !(bound == Bound::Upper && best.raw() >= eval)
        {
            self.histories.correction.update(correction, best.raw() - eval, depth);
        }
    }

    /// Step 12: updates the histories after a cutoff: a bonus for the best move, a malus for the moves
    /// before it.
    fn update_histories(
        &mut self,
        best_move: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let bonus = history_bonus(depth);
        let malus = -bonus * history_malus_percent() / 100;
        if !self.position.is_capture(best_move) {
            quiets.iter().for_each(|&mv| self.update_history(mv, ply, malus));
        }
        captures.iter().for_each(|&mv| self.update_history(mv, ply, malus));
        self.update_history(best_move, ply, bonus);
    }

    /// Step 12: rewards the quiet move that led to this node, as no reply refuted it.
    fn reward_previous_move(&mut self, depth: i32, ply: usize) {
        let piece_to = self.ss(ply - 1).piece_to;
        let is_quiet = self.position.last_capture().is_none() && piece_to != NO_PIECE_TO;
        let Some(last) = self.position.last_move().filter(|_| is_quiet) else { return };
        let (side, continuation) = (!self.position.side(), self.continuation(ply - 1));
        let bonus = history_bonus(depth) * history_unrefuted_percent() / 100;
        self.histories.moves.update_quiet(side, last, piece_to, &continuation, bonus);
    }

    /// Adds a bonus or malus to the histories of a move of this position.
    fn update_history(&mut self, mv: Move, ply: usize, bonus: i32) {
        let piece = self.position.moved_piece(mv).expect("a legal move moves a piece");
        let (piece_to, continuation) = (piece_to(piece, mv), self.continuation(ply));
        let side = self.position.side();
        let history = &mut self.histories.moves;
        match self.position.piece_on(mv.to()) {
            Some(captured) => history.update_capture(piece_to, captured.kind(), bonus),
            None => history.update_quiet(side, mv, piece_to, &continuation, bonus),
        }
    }

    /// Returns whether to search a root move: it is one of the search moves, and no better variation
    /// starts with it (MultiPV).
    fn is_searched_at_root(&self, mv: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root| root.mv == mv)
    }

    /// Returns whether the root search includes all legal moves, so that its score is that of the
    /// position.
    fn searches_all_root_moves(&self) -> bool {
        self.pv_index == 0 && self.shared.limits.search_moves.is_empty()
    }

    /// Records the result of a root move. Without one, for moves that failed low, the score is set to
    /// minus infinity, so that the move sorts behind those with a score.
    fn update_root_move(&mut self, mv: Move, result: Option<(Score, Bound)>, nodes: u64) {
        let index = self.root_moves.iter().position(|root| root.mv == mv);
        let index = index.expect("the move is one of the root");
        let line = match result {
            None => RootLine::unsearched(mv),
            Some((score, bound)) => {
                let pv = [mv].into_iter().chain(self.ss(1).pv.iter().copied());
                let pv = pv.take(MAX_PLY).collect();
                let (depth, seldepth) = (self.root_depth as i32, self.seldepth);
                RootLine { score, bound, depth, seldepth, pv }
            }
        };
        let root = &mut self.root_moves[index];
        root.nodes += nodes;
        root.line = line;
    }
}

/// Returns a score if the estimate exceeds beta by the margin of this many plies.
#[inline]
fn reverse_futility_score(estimate: i32, plies: i32, beta: Score) -> Option<Score> {
    let exceeds_beta = Score::from_eval(estimate) - reverse_futility_margin() * plies >= beta;
    (exceeds_beta && !beta.is_loss()).then(|| Score::from_eval((2 * estimate + beta.raw()) / 3))
}

/// Natural logarithms of 1 to 63, in 1/128.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 128.0) as i32));

/// Returns the base of the late move reduction, in 1/1024 of a ply.
#[inline]
fn base_reduction(depth: i32, move_count: usize) -> i32 {
    let product = LOGARITHMS[depth.min(63) as usize] * LOGARITHMS[move_count.min(63)];
    reduction_base() + ((reduction_factor() * product) >> 14)
}
