//! The main search: principal variation search. [`Worker::search`] lists the steps of a node by number;
//! functions for the longer steps follow it in the same order, or are in `pruning`, `reduction`, `extension` and
//! `history_update`.
//!
//! Most techniques are described in the [Chess Programming Wiki](https://www.chessprogramming.org).

use crate::correction_history::CorrectionIndices;
use crate::history::QuietContext;
use crate::move_picker::{LazyCheckInfo, MovePicker, PickMode};
use crate::node::Node;
use crate::pruning::{late_move_count, reverse_futility, table_probcut};
use crate::reduction::{base_reduction, reduction};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::{Bound, Entry, NO_DEPTH, NO_EVAL};
use crate::tunables::{scaled, tunable, unscaled};
use crate::worker::{RootLine, StackEntry, Worker};
use arrayvec::ArrayVec;
use rules::Move;

/// The most quiet moves, and the most captures, of a node that can get a history malus.
const MAX_TRIED: usize = 48;

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
            return self.quiescence::<PV>(alpha, beta, ply, 0);
        }
        let is_root = ply == 0;
        if is_root {
            self.root_delta = beta.raw() - alpha.raw();
        }
        if PV {
            self.begin_pv(ply);
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
                return self.max_ply_score();
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        self.ss(ply + 2).cutoffs = 0;
        let excluded = self.ss(ply).excluded;
        // Taken, so that the singular search and the verification of a null move, at the same ply, do not see it.
        let previous_reduction = std::mem::take(&mut self.ss_before(ply, 1).reduction);

        // 2. Transposition table.
        let key = self.table_key();
        let entry = self.shared.table.probe(key);
        let table_score = entry
            .filter(|entry| entry.bound != Bound::None)
            .map(|entry| entry.score.from_table(ply));
        if !PV
            && excluded.is_none()
            && let (Some(entry), Some(score)) = (entry, table_score)
            && entry.depth > depth - i32::from(score <= beta)
            && entry.bound.allows_cutoff(score, beta)
            && (cut_node == (score >= beta) || depth > 5)
        {
            if score >= beta
                && let Some(mv) = self.legal_move(Some(entry))
            {
                self.update_by_table_cutoff(ply, depth, mv);
            }
            return score;
        }
        let table_move =
            if is_root { Some(self.root_moves[self.pv_index].mv) } else { self.legal_move(entry) };
        let table_move_captures = table_move.is_some_and(|mv| self.position.is_capture(mv));

        // 3. Static evaluation.
        let correction_indices = self.correction_indices(ply);
        let pawn_slot = correction_indices.pawn_slot;
        let was_pv = match excluded {
            Some(_) => self.ss(ply).was_pv,
            None => PV || entry.is_some_and(|entry| entry.pv),
        };
        let mut node = Node {
            ply,
            depth,
            cut_node,
            in_check,
            excluded,
            key,
            pawn_slot,
            entry,
            table_score,
            table_move,
            table_move_captures,
            was_pv,
            raw_eval: NO_EVAL,
            correction: self.histories.correction.correction(&correction_indices),
            eval: 0,
            estimate: 0,
            improving: false,
            opponent_worsening: false,
        };
        self.evaluate_node(&mut node);
        let previous_eval = self.ss_before(ply, 1).eval;
        node.improving = !in_check && node.eval > self.ss_before(ply, 2).eval;
        node.opponent_worsening = node.eval > -previous_eval;
        let follows_pv = self.follows_pv(ply);
        let ss = self.ss(ply);
        ss.in_check = in_check;
        ss.has_entry = entry.is_some();
        ss.eval = node.eval;
        ss.was_pv = was_pv;
        ss.follows_pv = follows_pv;
        ss.stat = 0;

        if !in_check {
            // 4. The evaluation judges the previous move.
            if excluded.is_none() && !is_root {
                self.update_by_swing(&node);
            }
            // 5. Depth in hindsight of the reduction of the previous move.
            adjust_depth(&mut node, previous_eval, previous_reduction);
            // 6. to 8. Razoring, reverse futility pruning, null move pruning.
            if !PV {
                if let Some(score) = self.razor(&node, alpha, beta) {
                    return score;
                }
                if let Some(score) = reverse_futility(&node, beta) {
                    return score;
                }
                if excluded.is_none()
                    && let Some(score) = self.null_move(&node, beta)
                {
                    return score;
                }
            }
            // From here on, an evaluation that fails high counts as improving.
            node.improving |= node.eval >= beta.raw();
            // 9. Internal iterative reduction.
            if !(PV && follows_pv) {
                reduce_without_table_move::<PV>(&mut node, previous_reduction);
            }
            // 10. ProbCut.
            if !PV && let Some(score) = self.probcut(&node, beta) {
                return score;
            }
        }
        // 11. ProbCut by the table entry.
        if !is_root && let Some(score) = table_probcut(&node, beta) {
            return score;
        }

        // 12. Loop over the moves.
        let mut check_info = LazyCheckInfo::default();
        let quiet_context = self.quiet_context(self.position.side(), ply, pawn_slot);
        let mode = if in_check { PickMode::Evasions } else { PickMode::All };
        let mut picker = MovePicker::new(mode, table_move, quiet_context, &self.move_arena);
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut move_count = 0;
        let mut quiets = ArrayVec::<Move, MAX_TRIED>::new();
        let mut captures = ArrayVec::<Move, MAX_TRIED>::new();
        let old_alpha = alpha;
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            if Some(mv) == excluded || is_root && !self.is_searched_at_root(mv) {
                continue;
            }
            move_count += 1;
            self.ss(ply).move_count = move_count;

            // 13. Data of the move.
            let is_capture = self.position.is_capture(mv);
            // Only pruning depends on it, and the first move is never pruned.
            let gives_check =
                move_count > 1 && picker.gives_check(mv, &self.position, &mut check_info);
            let piece_to = self.piece_to(mv);
            let (history, stat) = self.move_history(mv, is_capture, piece_to, &quiet_context);
            self.ss(ply).stat = stat;
            let window_share = (beta.raw() - alpha.raw()) * 1024 / self.root_delta;
            let base_reduction = base_reduction(&node, move_count, window_share);
            let mut new_depth = node.depth - 1;

            // 14. Late move pruning, unless the best score so far is a loss.
            if !is_root && !best.is_loss() {
                if move_count >= late_move_count(node.depth, node.improving) {
                    picker.skip_quiets();
                }
                // 15. Pruning of single moves.
                let reduced_depth = new_depth - base_reduction / 1024;
                if is_capture || gives_check {
                    // A quiet check has no capture history.
                    let history = if is_capture { history } else { 0 };
                    if self.prune_tactical(&node, mv, gives_check, history, reduced_depth, alpha) {
                        continue;
                    }
                } else if !(PV && follows_pv) {
                    let history = history + self.histories.moves.pawn(&quiet_context, piece_to);
                    let has_best_move = best_move.is_some();
                    let upper_bound =
                        self.prune_quiet(&node, mv, history, reduced_depth, alpha, has_best_move);
                    if let Some(score) = upper_bound {
                        if !best.is_decided() {
                            best = best.max(score);
                        }
                        continue;
                    }
                }
            }

            // 16. Singular extension.
            let mut extension = 0;
            if !is_root && Some(mv) == table_move && excluded.is_none() {
                match self.singular_extension::<PV>(&node, beta) {
                    Ok(plies) => extension = plies,
                    Err(score) => return score,
                }
                new_depth += extension;
                node.depth += i32::from(extension > 0);
                // The search of the other moves has overwritten them.
                (self.ss(ply).move_count, self.ss(ply).stat) = (move_count, stat);
            }

            // 17. Search of the move.
            let nodes_before = self.nodes;
            let score =
                self.search_move::<PV>(&node, mv, new_depth, base_reduction, best, (alpha, beta));
            if self.is_stopped() {
                return Score::ZERO;
            }

            // 18. Best move and cutoff.
            if is_root {
                let nodes = self.nodes - nodes_before;
                self.update_root_move(mv, move_count == 1, score, (alpha, beta), nodes);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV && !is_root {
                        self.update_pv(mv, ply);
                    }
                    if score >= beta {
                        self.ss(ply).cutoffs += i32::from(PV || extension < 2);
                        break;
                    }
                    alpha = score;
                    if node.depth > 2 && node.depth < 14 && !score.is_decided() {
                        node.depth -= 2;
                    }
                }
            }
            if Some(mv) != best_move {
                let tried = if is_capture { &mut captures } else { &mut quiets };
                // Moves beyond MAX_TRIED get no malus.
                let _ = tried.try_push(mv);
            }
        }

        // 19. Mate and stalemate, and the score of a node that fails high.
        if move_count == 0 {
            return if excluded.is_some() { alpha } else { self.no_moves_score(ply) };
        }
        if best >= beta && !alpha.is_decided() {
            best = best.softened(beta, node.depth);
        }

        // 20. History and transposition table updates.
        if let Some(best_move) = best_move {
            self.update_histories(&node, best_move, &quiets, &captures);
            if !PV {
                self.update_table_move_history(Some(best_move) == table_move);
            }
        } else if !is_root {
            self.reward_previous_move(&node, best);
            // The move to this node is probably good, so the node counts as a PV node if the one before does.
            node.was_pv |= self.ss_before(ply, 1).was_pv;
        }
        let bound = Bound::in_window(best, old_alpha, beta);
        if excluded.is_none() && (!is_root || self.searches_all_root_moves()) {
            self.store_node(&node, &correction_indices, best_move, best, bound);
        }
        best
    }

    /// Step 3: returns whether all moves up to the node are those of the last iteration's principal variation.
    #[inline(always)]
    fn follows_pv(&mut self, ply: usize) -> bool {
        ply == 0
            || self.ss_before(ply, 1).follows_pv
                && self.root_moves[self.pv_index].previous.pv.get(ply - 1).copied()
                    == self.position.last_move()
    }

    /// Step 3: sets the static evaluation of a node, and stores it if the table has no entry.
    #[inline(always)]
    fn evaluate_node(&mut self, node: &mut Node) {
        let &mut Node { ply, entry, .. } = node;
        if node.in_check {
            node.eval = self.ss_before(ply, 2).eval;
        } else if node.excluded.is_some() {
            node.eval = self.ss(ply).eval;
            node.estimate = node.eval;
        } else {
            node.raw_eval = self.raw_eval(entry);
            let eval = Score::from_eval(i32::from(node.raw_eval) + node.correction);
            let estimate = entry.map_or(eval, |entry| entry.refine_eval(eval, ply));
            (node.eval, node.estimate) = (eval.raw(), estimate.raw());
            if entry.is_none() {
                let (score, eval, depth, bound) =
                    (Score::ZERO, node.raw_eval, NO_DEPTH, Bound::None);
                let entry = Entry { mv: None, score, eval, depth, bound, pv: node.was_pv };
                self.store(node.key, entry, ply);
            }
        }
    }
}

tunable! {
    mod depth_changes;

    /// The evaluations of this node and the previous one that together take back a ply of depth.
    hindsight_margin = 173 in 50..=400;
    /// Smallest depth of internal iterative reductions, and the largest reduction of the previous move.
    internal_reduction_depth = 6 in 2..=10;
    internal_reduction_previous = 3 in 0..=8;
}

/// Step 5: changes the depth in hindsight of the reduction of the previous move, now that its evaluation is known.
#[inline(always)]
fn adjust_depth(node: &mut Node, previous_eval: i32, previous_reduction: i32) {
    if previous_reduction >= 3 && !node.opponent_worsening {
        node.depth += 1;
    }
    if previous_reduction >= 2
        && node.depth >= 2
        && node.eval + previous_eval > scaled(hindsight_margin())
    {
        node.depth -= 1;
    }
}

/// Step 9: internal iterative reduction. A PV or cut node without a table move is searched one ply less deep.
#[inline(always)]
fn reduce_without_table_move<const PV: bool>(node: &mut Node, previous_reduction: i32) {
    if node.depth >= internal_reduction_depth()
        && node.table_move.is_none()
        && (PV || node.cut_node)
        && previous_reduction <= internal_reduction_previous()
    {
        node.depth -= 1;
    }
}

tunable! {
    mod move_history;

    /// Weight of the captured piece's value in the history score of a capture, in 1/128.
    capture_stat_weight = 863 in 200..=2_000;
}

impl Worker<'_> {
    /// Step 13: returns the capture history of a move or, if it is quiet, its continuation history, and the history
    /// score on which its reduction depends.
    #[inline(always)]
    fn move_history(
        &self,
        mv: Move,
        is_capture: bool,
        piece_to: usize,
        quiet_context: &QuietContext,
    ) -> (i32, i32) {
        let (history, side) = (&self.histories.moves, quiet_context.side);
        if is_capture {
            let captured = self.position.board().kind_on(mv.to());
            let value = unscaled(self.piece_values.capture_value(captured));
            let score = history.capture(side, piece_to, captured);
            (score, capture_stat_weight() * value / 128 + score)
        } else {
            let score = history.continuation(quiet_context, piece_to);
            (score, score + 2 * history.main(side, mv))
        }
    }
}

tunable! {
    mod move_search;

    /// Outside of PV nodes: the reductions above which the first move is searched one and two plies less deep, and the
    /// additional reduction without a table move.
    first_move_reduction = 3_200 in 1_000..=20_000;
    first_move_reduction_two = 4_600 in 1_000..=20_000;
    first_move_no_table_move = 1_118 in 0..=3_000;
    /// Margins above the best score for a deeper search of a reduced move, and for a less deep one.
    deeper_margin = 48 in 0..=150;
    shallower_margin = 9 in 0..=60;
    /// Bonus of a quiet move that fails high after a reduction, in continuation history.
    reduced_bonus = 1_365 in 0..=4_000;
}

impl Worker<'_> {
    /// Step 17: makes, searches and undoes a move, and returns its score. Late moves are searched at
    /// a reduced depth first (late move reduction). All moves but the first move of a PV node are
    /// searched with a null window first; the first move of other nodes less deep if it would be reduced by much.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        mut new_depth: i32,
        base_reduction: i32,
        best: Score,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let &Node { ply, depth, cut_node, .. } = node;
        let &mut StackEntry { move_count, stat, .. } = self.ss(ply);
        self.make_move(mv, ply);
        let mut score = -Score::INFINITE;
        let mut is_confirmed = false;
        let cutoffs = self.ss(ply + 1).cutoffs;
        let reduction_of_move =
            || reduction::<PV>(node, mv, move_count, base_reduction, stat, alpha, cutoffs);
        if move_count > 1 && depth >= 2 {
            let reduced_depth =
                (new_depth - reduction_of_move() / 1024).min(new_depth + 2).max(1) + i32::from(PV);
            self.ss(ply).reduction = new_depth - reduced_depth;
            score = -self.search::<false>(-alpha - 1, -alpha, reduced_depth, ply + 1, true);
            self.ss(ply).reduction = 0;
            if score > alpha {
                is_confirmed = true;
                let is_deeper = reduced_depth < new_depth && score > best + scaled(deeper_margin());
                let is_shallower = score < best + scaled(shallower_margin());
                new_depth += i32::from(is_deeper) - i32::from(is_shallower);
                if reduced_depth < new_depth {
                    score =
                        -self.search::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                }
            }
        } else if !PV || move_count > 1 {
            // The first move, or a later one at depth 1, which is left to the quiescence search in any case.
            let no_table_move = first_move_no_table_move() * i32::from(node.table_move.is_none());
            let reduction = reduction_of_move() + no_table_move;
            let less = i32::from(reduction > first_move_reduction())
                + i32::from(reduction > first_move_reduction_two() && new_depth > 2);
            score = -self.search::<false>(-alpha - 1, -alpha, new_depth - less, ply + 1, !cut_node);
        }
        if PV && (move_count == 1 || score > alpha) {
            // A table move that was searched deeper, or decides, is not left to the quiescence search.
            let is_deep = node.entry.is_some_and(|entry| {
                let is_decided = node.table_score.is_some_and(Score::is_decided);
                entry.depth > 1 && self.root_depth > 8 || entry.depth > 0 && is_decided
            });
            if is_deep && Some(mv) == node.table_move {
                new_depth = new_depth.max(1);
            }
            score = -self.search::<true>(-beta, -alpha, new_depth, ply + 1, false);
        }
        self.undo_move();
        if is_confirmed && !self.position.is_capture(mv) {
            self.update_continuation(ply, reduced_bonus());
        }
        score
    }

    /// Step 20: stores the result of a node in the transposition table and updates the correction
    /// history.
    #[inline(always)]
    fn store_node(
        &mut self,
        node: &Node,
        correction_indices: &CorrectionIndices,
        best_move: Option<Move>,
        best: Score,
        bound: Bound,
    ) {
        let &Node { ply, depth, raw_eval: eval, was_pv: pv, .. } = node;
        self.store(node.key, Entry { mv: best_move, score: best, eval, depth, bound, pv }, ply);
        // The static evaluation is for quiet positions. A best move that captures does not correct it.
        let is_quiet = best_move.is_none_or(|mv| !self.position.is_capture(mv));
        if !node.in_check
            && is_quiet
            && !best.is_decided()
            && (best.raw() > node.eval) == best_move.is_some()
        {
            let error = best.raw() - node.eval;
            self.histories.correction.update(correction_indices, error, depth);
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

    /// Step 18: records the result of a root move. One that fails low, but for the first, gets no score, so that it
    /// sorts behind those with a score.
    fn update_root_move(
        &mut self,
        mv: Move,
        is_first: bool,
        score: Score,
        (alpha, beta): (Score, Score),
        nodes: u64,
    ) {
        let index = self.root_moves.iter().position(|root| root.mv == mv);
        let index = index.expect("the move is one of the root");
        let line = if is_first || score > alpha {
            let bound = Bound::in_window(score, alpha, beta);
            let pv = [mv].into_iter().chain(self.ss(1).pv.iter().copied());
            let pv = pv.take(MAX_PLY).collect();
            let (depth, seldepth) = (self.root_depth as i32, self.seldepth);
            RootLine { score, bound, depth, seldepth, pv }
        } else {
            RootLine::unsearched(mv)
        };
        let root = &mut self.root_moves[index];
        root.nodes += nodes;
        root.line = line;
    }
}
