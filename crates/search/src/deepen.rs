//! Iterative deepening: ever deeper searches of the root, each guided by the last.

use crate::score::{MAX_PLY, Score};
use crate::transposition_table::Bound;
use crate::tunables::{aspiration, aspiration_depth};
use crate::worker::{Pv, RootMove, Worker};
use rules::Move;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What a search has found so far: one line of it.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// The depth searched.
    pub depth: u32,
    /// The farthest ply reached.
    pub seldepth: u32,
    /// Which of the best lines this is, counted from one.
    pub multipv: usize,
    /// What the line is worth to the side to move.
    pub score: Score,
    /// How the score bounds the truth.
    pub bound: Bound,
    /// The moves made so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The line.
    pub pv: Pv,
}

impl SearchInfo {
    /// What is told of a mate by checks alone, found without a search.
    pub fn mate(line: &[Move], nodes: u64, time: Duration) -> Self {
        Self {
            depth: line.len() as u32,
            seldepth: line.len() as u32,
            multipv: 1,
            // Scores count no farther.
            score: Score::mate_in(line.len().min(MAX_PLY - 1)),
            bound: Bound::Exact,
            nodes,
            time,
            hashfull: 0,
            pv: line.iter().take(MAX_PLY).copied().collect(),
        }
    }
}

/// One who hears what a search finds.
pub trait Reporter {
    /// A line was found, or its score changed.
    fn info(&mut self, info: &SearchInfo);
    /// Something went wrong that does not end the search.
    fn warning(&mut self, _text: &str) {}
}

/// One who does not care.
impl Reporter for () {
    fn info(&mut self, _: &SearchInfo) {}
}

/// After so long a search reports scores that are only bounds.
const PATIENCE: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Searches the root ever deeper until a limit is reached, and leaves the best move first.
    /// Only the first thread reports and minds the clock.
    pub fn deepen(&mut self, mut reporter: Option<&mut dyn Reporter>, lines: usize) {
        let lines = lines.clamp(1, self.root.len());
        let mut stability = 0_u32;
        let (mut best_before, mut score_before) = (self.root[0].mv, None);
        for depth in 1..MAX_PLY as i32 {
            if depth > self.shared.depth {
                break;
            }
            // Other threads spread over neighbouring depths.
            if self.id % 2 == 1 && depth > 1 && depth % 2 == 0 && depth < 6 {
                continue;
            }
            self.depth = depth as usize;
            for root in &mut self.root {
                root.previous = std::mem::replace(&mut root.score, -Score::INFINITE);
            }
            for line in 0..lines {
                self.multipv = line;
                self.seldepth = 0;
                self.aspire(depth, &mut reporter);
                self.root[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
                if self.is_stopped() {
                    break;
                }
                self.root[..=line].sort_by_key(|root| std::cmp::Reverse(root.score));
            }
            self.multipv = 0;
            if self.is_stopped() {
                self.restore();
                break;
            }
            self.completed = depth;
            if let Some(reporter) = reporter.as_deref_mut() {
                self.report_all(lines, depth, reporter);
            }
            stability = if self.root[0].mv == best_before { stability + 1 } else { 0 };
            let drop =
                score_before.map_or(0, |before: Score| before.raw() - self.root[0].score.raw());
            (best_before, score_before) = (self.root[0].mv, Some(self.root[0].score));
            if self.id == 0 && self.is_enough(depth, stability, drop) {
                self.shared.ended.store(true, Ordering::Relaxed);
                break;
            }
        }
        self.publish_nodes();
    }

    /// Searches the root with a window around the last score, widened until it holds the score.
    fn aspire(&mut self, depth: i32, reporter: &mut Option<&mut dyn Reporter>) {
        let guess = self.root[self.multipv].previous;
        let mut delta = aspiration();
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= aspiration_depth() && !guess.is_decided() {
            (alpha, beta) = (guess - delta, guess + delta);
        }
        let mut fails_high = 0;
        loop {
            let searched = (depth - fails_high).max(1);
            let score = self.search::<true>(alpha, beta, searched, 0, false);
            let line = self.multipv;
            self.root[line..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.is_stopped() {
                return;
            }
            let bound = if score <= alpha {
                beta = Score::from_raw((alpha.raw() + beta.raw()) / 2);
                alpha = (score - delta).max(-Score::INFINITE);
                fails_high = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + delta).min(Score::INFINITE);
                fails_high = (fails_high + 1).min(3);
                Bound::Lower
            } else {
                return;
            };
            if let Some(reporter) = reporter.as_deref_mut()
                && self.shared.timing.elapsed() > PATIENCE
            {
                self.report(self.multipv, depth, score, bound, reporter);
            }
            delta += delta / 2;
            if delta > 1200 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// After an iteration that was cut short: a better move that it had found stays, and what it
    /// did not reach is as it was. That the first move loses says nothing of the others: it stands,
    /// for what it was worth before.
    fn restore(&mut self) {
        let best = &mut self.root[0];
        if best.score.is_loss() && best.previous != -Score::INFINITE {
            best.score = best.previous;
        }
        for root in &mut self.root {
            if root.score == -Score::INFINITE {
                root.score = root.previous;
            }
        }
        // With nothing searched at all, what the position seems worth must do.
        if self.root[0].score == -Score::INFINITE {
            self.root[0].score = Score::from_raw(self.evaluate());
        }
    }

    /// Whether to stop after a depth, the same move having been best for so many of them and its
    /// score having dropped by so much.
    fn is_enough(&self, depth: i32, stability: u32, drop: i32) -> bool {
        let best = &self.root[0];
        if self.shared.infinite || self.shared.control.is_pondering() {
            return false;
        }
        let mate = best.score.mate_plies();
        if let (Some(most), Some(plies @ 1..)) = (self.shared.mate, mate)
            && plies.unsigned_abs() <= most
        {
            return true;
        }
        self.publish_nodes();
        if self.shared.visited() >= self.shared.soft_nodes {
            return true;
        }
        let Some(deadlines) = self.shared.timing.deadlines(self.shared.control) else {
            return false;
        };
        let elapsed = self.shared.timing.elapsed();
        if elapsed < deadlines.least {
            return false;
        }
        if mate.is_some_and(|plies| plies.abs() + 2 <= depth) {
            return true;
        }
        if deadlines.fixed {
            return elapsed >= deadlines.hard;
        }
        if self.root.len() == 1 {
            return true;
        }
        // Less time for a move that stays best and takes most of the nodes.
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let effort = (1.65 - 1.05 * share).max(0.5);
        let calm = [1.25, 1.1, 1.0, 0.92, 0.86, 0.80][stability.min(5) as usize];
        let worry = if depth < 4 { 1.0 } else { 1.0 + f64::from(drop.clamp(-40, 120)) / 240.0 };
        elapsed.as_secs_f64() >= deadlines.soft.as_secs_f64() * effort * calm * worry
    }

    fn report_all(&self, lines: usize, depth: i32, reporter: &mut dyn Reporter) {
        for (place, root) in self.root.iter().enumerate().take(lines) {
            self.report(place, depth, root.score, Bound::Exact, reporter);
        }
    }

    fn report(
        &self,
        place: usize,
        depth: i32,
        score: Score,
        bound: Bound,
        reporter: &mut dyn Reporter,
    ) {
        self.publish_nodes();
        let RootMove { line, seldepth, .. } = &self.root[place];
        reporter.info(&SearchInfo {
            depth: depth as u32,
            seldepth: *seldepth as u32,
            multipv: place + 1,
            score,
            bound,
            nodes: self.shared.visited(),
            time: self.shared.timing.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: line.clone(),
        });
    }
}
