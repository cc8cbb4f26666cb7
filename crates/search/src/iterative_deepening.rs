//! Iterative deepening of the root search with aspiration windows and MultiPV.

use crate::score::{MAX_PLY, Score};
use crate::search_info::{Reporter, SearchInfo, SearchResult};
use crate::time::IterationStats;
use crate::transposition_table::Bound;
use crate::tunables::tunable;
use crate::worker::{RootLine, RootMove, Shared, Worker};
use rules::Move;
use std::cmp::Reverse;
use std::mem;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Fail highs and fail lows are reported only after this time, to limit the output.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// Beyond this half width in evaluation units, the window is opened completely.
const MAX_ASPIRATION_DELTA: i32 = 1_200;

tunable! {
    mod tuned;

    /// Smallest depth with an aspiration window.
    aspiration_depth = 4 in 2..=8;
    /// Half the width of the first aspiration window.
    aspiration_delta = 60 in 8..=80;
}

impl Worker<'_> {
    /// Searches the root to increasing depths until a limit is reached. The best root move is then the
    /// first. Only the first thread decides after an iteration whether to go on; every thread watches the hard limit.
    pub fn iterative_deepening(&mut self, reporter: &mut dyn Reporter) {
        let limits = &self.shared.limits;
        let multi_pv = limits.multi_pv.clamp(1, self.root_moves.len());
        let max_depth = MAX_PLY as u32 - 1;
        let last_depth = limits.depth.map_or(max_depth, |depth| depth.clamp(1, max_depth)) as i32;
        let mut stability = 0_u32;
        let (mut last_best_move, mut last_score) = (self.root_moves[0].mv, None);
        for depth in 1..=last_depth {
            // Every second thread skips two depths, so that the threads search different depths.
            if self.id % 2 == 1 && matches!(depth, 2 | 4) {
                continue;
            }
            self.root_depth = depth as usize;
            for root in &mut self.root_moves {
                root.previous = mem::replace(&mut root.line, RootLine::unsearched(root.mv));
            }
            for index in 0..multi_pv {
                self.pv_index = index;
                self.seldepth = 0;
                self.search_aspiration(depth, reporter);
                if self.is_stopped() {
                    break;
                }
                self.root_moves[..=index].sort_by_key(|root| Reverse(root.line.score));
            }
            // If the search was stopped, the lines before this one are complete.
            let complete = mem::take(&mut self.pv_index);
            if self.is_stopped() {
                self.restore_lines(last_best_move, complete);
                // The best move may have changed, and with it the moves of other lines.
                self.report_all(multi_pv, reporter);
                break;
            }
            self.completed_depth = depth;
            self.report_all(multi_pv, reporter);
            let RootMove { mv, line: RootLine { score, .. }, .. } = self.root_moves[0];
            stability = if mv == last_best_move { stability + 1 } else { 0 };
            let score_drop = last_score.map_or(0, |last: Score| last.raw() - score.raw());
            (last_best_move, last_score) = (mv, Some(score));
            let best_move_share = self.best_move_share();
            let stats = IterationStats { depth, stability, score_drop, best_move_share };
            if self.id == 0 && self.is_done(&stats) {
                self.shared.is_finished.store(true, Ordering::Relaxed);
                break;
            }
        }
        self.publish_nodes();
    }

    /// Searches the root with an aspiration window around the last score, widened until the score lies
    /// inside.
    fn search_aspiration(&mut self, depth: i32, reporter: &mut dyn Reporter) {
        let last_score = self.root_moves[self.pv_index].previous.score;
        let mut delta = aspiration_delta();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= aspiration_depth() && !last_score.is_decided() {
            (alpha, beta) = (last_score - delta, last_score + delta);
        }
        let mut fail_highs = 0;
        loop {
            let reduced_depth = (depth - fail_highs).max(1);
            self.move_arena.clear();
            let score = self.search::<true>(alpha, beta, reduced_depth, 0, false);
            let index = self.pv_index;
            self.root_moves[index..].sort_by_key(|root| Reverse(root.line.score));
            if self.is_stopped() {
                return;
            }
            if score <= alpha {
                beta = Score::from_raw((alpha.raw() + beta.raw()) / 2);
                alpha = (score - delta).max(-Score::INFINITE);
                fail_highs = 0;
                // A later move may have a higher upper bound than the first.
                self.root_moves[index].line.score = score;
            } else if score >= beta {
                beta = (score + delta).min(Score::INFINITE);
                fail_highs = (fail_highs + 1).min(3);
            } else {
                return;
            }
            if self.shared.time.elapsed() > REPORT_BOUNDS_AFTER {
                reporter.info(&self.info(index));
            }
            delta += delta / 2;
            if delta > MAX_ASPIRATION_DELTA {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// Returns the best move and its score.
    pub fn result(&self) -> SearchResult {
        SearchResult { depth: self.completed_depth as u32, ..(&self.info(0)).into() }
    }

    /// Returns the fraction of the nodes of the main search that was spent on the best move.
    pub fn best_move_share(&self) -> f64 {
        let nodes: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
        self.root_moves[0].nodes as f64 / nodes.max(1) as f64
    }

    /// Restores results of the last iteration after one that was stopped. `complete` is the number of lines that the
    /// stopped one has finished.
    ///
    /// - A better move that it found stays first, even if its score is only a lower bound.
    /// - Moves that it did not search get their previous results, and so do moves with a bound where the last
    ///   iteration had an exact score. They are no better than the last complete line or, without one, the first.
    /// - If the first move now loses and its line is not complete, it gets its previous result, too: the iteration did
    ///   not compare it with the other moves.
    /// - If the first move has only an upper bound, the best move of the last iteration is first again.
    pub fn restore_lines(&mut self, last_best_move: Move, complete: usize) {
        if self.root_moves[0].line.bound == Bound::Upper
            && let Some(index) = self.root_moves.iter().position(|root| root.mv == last_best_move)
        {
            self.root_moves[..=index].rotate_right(1);
        }
        for (index, root) in self.root_moves.iter_mut().enumerate() {
            let RootLine { score, bound, .. } = root.line;
            let is_outdated = match bound {
                Bound::None | Bound::Upper => true,
                // Another move has no exact score to return to, and a win is proven.
                Bound::Lower => root.mv == last_best_move && !score.is_win(),
                Bound::Exact => false,
            };
            let is_new_loss = index == 0 && complete == 0 && score.is_loss();
            if (is_outdated || is_new_loss) && root.previous.bound != Bound::None {
                root.line = root.previous.clone();
            }
        }
        // If no iteration searched a move, use the static evaluation.
        if self.root_moves[0].line.bound == Bound::None {
            let score = Score::from_raw(self.evaluate());
            let line = &mut self.root_moves[0].line;
            (line.score, line.bound) = (score, Bound::Exact);
        }
        let last = complete.saturating_sub(1);
        let highest = self.root_moves[last].line.score;
        for root in &mut self.root_moves[last + 1..] {
            root.line.score = root.line.score.min(highest);
        }
        self.root_moves[1..].sort_by_key(|root| Reverse(root.line.score));
    }

    /// Returns whether to stop after a completed iteration.
    fn is_done(&self, stats: &IterationStats) -> bool {
        let Shared { limits, control, time, .. } = self.shared;
        if limits.infinite || control.is_pondering() {
            return false;
        }
        let mate = self.root_moves[0].line.score.mate_plies();
        if let (Some(limit), Some(plies @ 1..)) = (limits.mate, mate)
            && plies.unsigned_abs() <= limit
        {
            return true;
        }
        self.publish_nodes();
        if limits.soft_nodes.is_some_and(|soft| self.shared.total_nodes() >= soft) {
            return true;
        }
        let Some(deadlines) = time.deadlines(control) else { return false };
        if time.elapsed() < deadlines.minimum {
            return false;
        }
        // Deeper iterations will not find a shorter mate.
        if mate.is_some_and(|plies| plies.abs() + 2 <= stats.depth) {
            return true;
        }
        // `go movetime` may want the score of a forced move.
        if self.root_moves.len() == 1 && limits.move_time.is_none() {
            return true;
        }
        if deadlines.is_fixed {
            time.elapsed() >= deadlines.hard
        } else {
            time.is_soft_limit_reached(&deadlines, stats)
        }
    }

    /// Reports all variations that were searched.
    fn report_all(&self, multi_pv: usize, reporter: &mut dyn Reporter) {
        let is_searched = |root: &RootMove| root.line.depth > 0;
        let count =
            self.root_moves.iter().take(multi_pv).take_while(|root| is_searched(root)).count();
        (0..count).for_each(|index| reporter.info(&self.info(index)));
    }

    fn info(&self, pv_index: usize) -> SearchInfo {
        self.publish_nodes();
        let RootLine { score, bound, depth, seldepth, ref pv } = self.root_moves[pv_index].line;
        SearchInfo {
            depth: depth as u32,
            seldepth: seldepth as u32,
            multipv: pv_index + 1,
            score,
            bound,
            nodes: self.shared.total_nodes(),
            time: self.shared.time.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: pv.iter().copied().collect(),
        }
    }
}
