//! The main search: principal variation search. [`Worker::search`] lists the steps of a node by number;
//! functions for the longer steps follow it in the same order, or are in `pruning`, `reduction` and `history_update`.
//!
//! Most techniques are described in the [Chess Programming Wiki](https://www.chessprogramming.org).

use crate::correction_history::CorrectionIndices;
use crate::history::CounterKind;
use crate::history_update::{table_cutoff_bonus, table_cutoff_malus};
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

tunable! {
    /// Smallest depth of internal iterative reductions, and the largest reduction of the previous move.
    internal_reduction_depth = 6 in 2..=10;
    internal_reduction_previous = 3 in 0..=8;
    /// The evaluations of this node and the previous one that together take back a ply of depth.
    hindsight_margin = 173 in 50..=400;

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
    /// Table move history: the bonus if the table move is the best, the malus if another is, and the malus of a
    /// multi-cut: a constant, and a part per ply, up to a maximum.
    table_move_bonus = 805 in 100..=2_000;
    table_move_malus = 787 in 100..=2_000;
    multi_cut_malus = 424 in 0..=1_000;
    multi_cut_malus_per_ply = 107 in 0..=300;
    multi_cut_malus_max = 3_375 in 500..=8_000;

    /// Weight of the captured piece's value in the history score of a capture, in 1/128.
    capture_stat_weight = 863 in 200..=2_000;

    /// Margins above the best score for a deeper search of a reduced move, and for a less deep one.
    deeper_margin = 48 in 0..=150;
    shallower_margin = 9 in 0..=60;
    /// Bonus of a quiet move that fails high after a reduction, in continuation history.
    reduced_bonus = 1_365 in 0..=4_000;
    /// In nodes that are no PV nodes: the reductions above which the first move is searched one and two plies less deep,
    /// and what is added to its reduction if there is no table move.
    first_move_reduction = 3_200 in 1_000..=20_000;
    first_move_reduction_two = 4_600 in 1_000..=20_000;
    first_move_no_table_move = 1_118 in 0..=3_000;
}

const TABLE_MOVE_HISTORY: CounterKind = CounterKind { limit: 8_192, initial: 0 };

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
        self.ss(ply + 2).cutoffs = 0;
        let excluded = self.ss(ply).excluded;
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
                let pawn_slot = self.correction_indices(ply).pawn_slot;
                if !self.position.is_capture(mv) {
                    self.ss(ply).in_check = in_check;
                    self.update_quiet(ply, pawn_slot, mv, table_cutoff_bonus(depth));
                }
                if self.ss_before(ply, 1).move_count <= 4 {
                    self.punish_previous_move(ply, pawn_slot, table_cutoff_malus());
                }
            }
            return score;
        }
        let table_move =
            if is_root { Some(self.root_moves[self.pv_index].mv) } else { self.legal_move(entry) };
        let table_move_captures = table_move.is_some_and(|mv| self.position.is_capture(mv));

        // 3. Static evaluation.
        let correction = self.correction_indices(ply);
        let pawn_slot = correction.pawn_slot;
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
            correction: self.histories.correction.correction(&correction),
            eval: 0,
            estimate: 0,
            improving: false,
            opponent_worsening: false,
        };
        self.evaluate_node(&mut node);
        let (eval_before, eval_two_before) =
            (self.ss_before(ply, 1).eval, self.ss_before(ply, 2).eval);
        node.improving = !in_check && node.eval > eval_two_before;
        node.opponent_worsening = node.eval > -eval_before;
        let follows_pv = is_root
            || self.ss_before(ply, 1).follows_pv
                && self.root_moves[self.pv_index].previous.pv.get(ply - 1).copied()
                    == self.position.last_move();
        let entry_of_ply = self.ss(ply);
        entry_of_ply.in_check = in_check;
        entry_of_ply.has_entry = entry.is_some();
        entry_of_ply.eval = node.eval;
        entry_of_ply.was_pv = was_pv;
        entry_of_ply.follows_pv = follows_pv;
        entry_of_ply.stat = 0;

        if !in_check {
            // 4. The evaluation judges the previous move.
            if excluded.is_none() && !is_root {
                self.update_by_swing(&node);
            }
            // 5. Depth in hindsight of the reduction of the previous move.
            if previous_reduction >= 3 && !node.opponent_worsening {
                node.depth += 1;
            }
            if previous_reduction >= 2
                && node.depth >= 2
                && node.eval + eval_before > scaled(hindsight_margin())
            {
                node.depth -= 1;
            }
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
            node.improving |= node.eval >= beta.raw();
            // 9. Internal iterative reduction: without a table move, search one ply less.
            if node.depth >= internal_reduction_depth()
                && table_move.is_none()
                && (PV || cut_node)
                && !(PV && follows_pv)
                && previous_reduction <= internal_reduction_previous()
            {
                node.depth -= 1;
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
        let side = self.position.side();
        let quiet_context = self.quiet_context(side, ply, pawn_slot);
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
            // The first move is not pruned, and often the last.
            let gives_check =
                move_count > 1 && picker.gives_check(mv, &self.position, &mut check_info);
            let (piece_to, history) = (self.piece_to(mv), &self.histories.moves);
            // `history_score` is that of captures, or of continuations.
            let (history_score, stat) = if is_capture {
                let captured = self.position.board().kind_on(mv.to());
                let value = unscaled(self.piece_values.capture_value(captured));
                let score = history.capture(side, piece_to, captured);
                (score, capture_stat_weight() * value / 128 + score)
            } else {
                let score = history.continuation(&quiet_context, piece_to);
                (score, score + 2 * history.main(side, mv))
            };
            self.ss(ply).stat = stat;
            let window = (beta.raw() - alpha.raw()) * 1024 / self.root_delta;
            let reduction = base_reduction(&node, move_count, window);
            let mut new_depth = node.depth - 1;

            // 14. Late move pruning, unless the best score so far is a loss.
            if !is_root && !best.is_loss() {
                if move_count >= late_move_count(node.depth, node.improving) {
                    picker.skip_quiets();
                }
                // 15. Pruning of single moves.
                let reduced_depth = new_depth - reduction / 1024;
                if is_capture || gives_check {
                    let capture_history = if is_capture { history_score } else { 0 };
                    if self.prune_tactical(
                        &node,
                        mv,
                        gives_check,
                        capture_history,
                        reduced_depth,
                        alpha,
                    ) {
                        continue;
                    }
                } else if !(PV && follows_pv) {
                    let history_score =
                        history_score + self.histories.moves.pawn(&quiet_context, piece_to);
                    let has_best_move = best_move.is_some();
                    if let Some(score) = self.prune_quiet(
                        &node,
                        mv,
                        history_score,
                        reduced_depth,
                        alpha,
                        has_best_move,
                    ) {
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
                (self.ss(ply).move_count, self.ss(ply).stat) = (move_count, stat);
            }

            // 17. Search of the move.
            let nodes_before = self.nodes;
            let score =
                self.search_move::<PV>(&node, mv, new_depth, reduction, best, (alpha, beta));
            if self.is_stopped() {
                return Score::ZERO;
            }

            // 18. Best move and cutoff.
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

        // 19. Mate and stalemate.
        if move_count == 0 {
            return if excluded.is_some() { alpha } else { self.no_moves_score(ply) };
        }
        if best >= beta && !best.is_decided() && !alpha.is_decided() {
            best = Score::from_eval((best.raw() * node.depth + beta.raw()) / (node.depth + 1));
        }

        // 20. History and transposition table updates.
        if let Some(best_move) = best_move {
            self.update_histories(&node, best_move, &quiets, &captures);
            if !PV {
                let is_table_move = Some(best_move) == table_move;
                let bonus = if is_table_move { table_move_bonus() } else { -table_move_malus() };
                TABLE_MOVE_HISTORY.update(&mut self.table_move_history, bonus);
            }
        } else if !is_root {
            self.reward_previous_move(&node, best);
            node.was_pv |= self.ss_before(ply, 1).was_pv;
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

    /// Step 3: sets the static evaluation of a node.
    #[inline(always)]
    fn evaluate_node(&mut self, node: &mut Node) {
        let &mut Node { ply, entry, .. } = node;
        if node.in_check {
            node.eval = self.ss_before(ply, 2).eval;
        } else if node.excluded.is_some() {
            node.eval = self.ss(ply).eval;
            node.estimate = node.eval;
        } else {
            let table_eval = entry.and_then(|entry| entry.static_eval());
            let raw_eval = table_eval.unwrap_or_else(|| self.evaluate() as i16);
            let eval = Score::from_eval(i32::from(raw_eval) + node.correction);
            (node.raw_eval, node.eval) = (raw_eval, eval.raw());
            node.estimate = match entry {
                None => {
                    let (score, bound, pv) = (Score::ZERO, Bound::None, node.was_pv);
                    let entry =
                        Entry { mv: None, score, eval: raw_eval, depth: NO_DEPTH, bound, pv };
                    self.store(node.key, entry, ply);
                    eval.raw()
                }
                Some(entry) => entry.refine_eval(eval, ply).raw(),
            };
        }
    }

    /// Step 16: returns the extension of the table move in plies, judged by a search of all other
    /// moves at half the depth. Returns `Err` with the score of the node if that search prunes it.
    #[inline(always)]
    fn singular_extension<const PV: bool>(
        &mut self,
        node: &Node,
        beta: Score,
    ) -> Result<i32, Score> {
        let &Node { ply, depth, cut_node, was_pv, .. } = node;
        let Some((entry, score)) = node.entry.zip(node.table_score) else { return Ok(0) };
        if depth < singular_depth() + i32::from(was_pv)
            || ply >= 2 * self.root_depth
            || !matches!(entry.bound, Bound::Lower | Bound::Exact)
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
            let malus = multi_cut_malus() + multi_cut_malus_per_ply() * depth;
            let bonus = -malus.min(multi_cut_malus_max());
            TABLE_MOVE_HISTORY.update(&mut self.table_move_history, bonus);
            Err(others)
        } else if score >= beta {
            Ok(-3)
        } else if cut_node {
            Ok(-2)
        } else {
            Ok(0)
        }
    }

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
        let reduction =
            || reduction::<PV>(node, mv, move_count, base_reduction, stat, alpha, cutoffs);
        if move_count > 1 && depth >= 2 {
            let reduced_depth =
                (new_depth - reduction() / 1024).min(new_depth + 2).max(1) + i32::from(PV);
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
            let no_table_move = first_move_no_table_move() * i32::from(node.table_move.is_none());
            let reduction = reduction() + no_table_move;
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
            let context = self.quiet_context(self.position.side(), ply, node.pawn_slot);
            let piece_to = self.piece_to(mv);
            self.histories.moves.update_continuation(&context, piece_to, reduced_bonus());
        }
        score
    }

    /// Step 20: stores the result of a node in the transposition table and updates the correction
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
        if !node.in_check
            && is_quiet
            && !best.is_decided()
            && (best.raw() > node.eval) == best_move.is_some()
        {
            self.histories.correction.update(correction, best.raw() - node.eval, depth);
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
