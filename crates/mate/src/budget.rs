//! Counts nodes and decides when a mate search must stop.

use crate::interface::MateLimits;
use platform::Instant;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Nodes between two checks of the clock.
const CLOCK_INTERVAL: u64 = 64;

/// Time between two progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

/// The limits of a mate search, and what has been used of them.
pub(crate) struct NodeBudget<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    state: BudgetState,
    /// When to give up the line of a mate.
    line_deadline: Option<Instant>,
    next_clock_check: u64,
    next_progress: Instant,
    is_progress_due: bool,
}

/// When to stop, the nodes searched so far, and whether the search must stop.
#[derive(Clone, Copy)]
pub(crate) struct BudgetState {
    deadline: Option<Instant>,
    max_nodes: u64,
    nodes: u64,
    is_exhausted: bool,
}

impl<'a> NodeBudget<'a> {
    pub fn new(limits: &MateLimits, stop: &'a AtomicBool) -> Self {
        let start = Instant::now();
        let after = |time| start.checked_add(time);
        let state = BudgetState {
            deadline: limits.time.and_then(after),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            is_exhausted: false,
        };
        Self {
            stop,
            start,
            state,
            line_deadline: limits.line_time.and_then(after),
            next_clock_check: 0,
            next_progress: start + PROGRESS_INTERVAL,
            is_progress_due: false,
        }
    }

    /// Counts a node and returns true, or returns false if the search must stop.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.state.nodes >= self.next_clock_check {
            self.check_clock();
        }
        self.state.is_exhausted |= self.state.nodes >= self.state.max_nodes;
        self.state.nodes += u64::from(!self.state.is_exhausted);
        !self.state.is_exhausted
    }

    fn check_clock(&mut self) {
        self.next_clock_check = self.state.nodes + CLOCK_INTERVAL;
        platform::poll();
        let now = Instant::now();
        let is_late = self.state.deadline.is_some_and(|deadline| now >= deadline);
        self.state.is_exhausted |= is_late || self.stop.load(Ordering::Relaxed);
        if now >= self.next_progress {
            self.next_progress = now + PROGRESS_INTERVAL;
            self.is_progress_due = true;
        }
    }

    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.state.is_exhausted
    }

    #[inline]
    pub fn nodes(&self) -> u64 {
        self.state.nodes
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns true once in every [`PROGRESS_INTERVAL`].
    #[inline]
    pub fn take_progress(&mut self) -> bool {
        std::mem::take(&mut self.is_progress_due)
    }

    /// Lowers the limits to twice the nodes and time used so far, plus [`SPARE_NODES`] and
    /// [`SPARE_TIME`]. A search with a limit of nodes alone gets none of time: its result must not depend on the
    /// machine.
    pub fn limit_to_double(&mut self) {
        let has_node_limit_alone = self.state.deadline.is_none() && self.state.max_nodes < u64::MAX;
        let nodes = self.state.nodes.saturating_mul(2).saturating_add(SPARE_NODES);
        self.state.max_nodes = self.state.max_nodes.min(nodes);
        let deadline = Instant::now().checked_add(self.elapsed() + SPARE_TIME);
        if let Some(deadline) = deadline.filter(|_| !has_node_limit_alone) {
            self.state.deadline = Some(self.state.deadline.map_or(deadline, |d| d.min(deadline)));
        }
    }

    /// Allows to extract the line of a mate that was found as the limits were reached: some time if
    /// there is a deadline, and as many nodes again, which are not counted. Returns the state for
    /// [`restore`](Self::restore).
    pub fn allow_line_extraction(&mut self) -> BudgetState {
        let saved = self.state;
        let soon = Instant::now().checked_add(LINE_EXTRACTION_TIME);
        let line_deadline = [soon, self.line_deadline].into_iter().flatten().min();
        self.state = BudgetState {
            deadline: saved.deadline.max(line_deadline.filter(|_| saved.deadline.is_some())),
            max_nodes: saved.nodes.saturating_mul(2).saturating_add(SPARE_NODES),
            is_exhausted: false,
            ..saved
        };
        saved
    }

    /// Returns to the state before [`allow_line_extraction`](Self::allow_line_extraction).
    pub fn restore(&mut self, saved: BudgetState) {
        (self.state, self.next_clock_check) = (saved, saved.nodes);
    }
}

/// What a short search may take to shorten its mate, on top of doubling.
const SPARE_NODES: u64 = 1_000;
const SPARE_TIME: Duration = Duration::from_millis(20);

/// Time after the deadline to extract the line of a mate. With all of the proof in the table it takes
/// milliseconds.
const LINE_EXTRACTION_TIME: Duration = Duration::from_millis(100);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_nodes_alone_does_not_become_one_of_time() {
        let stop = AtomicBool::new(false);
        let limits_after_doubling = |time, nodes| {
            let limits = MateLimits { time, nodes, ..MateLimits::default() };
            let mut budget = NodeBudget::new(&limits, &stop);
            budget.limit_to_double();
            (budget.state.max_nodes, budget.state.deadline.is_some())
        };
        let hour = Some(Duration::from_secs(3_600));
        assert_eq!(limits_after_doubling(None, Some(5_000)), (SPARE_NODES, false));
        assert_eq!(limits_after_doubling(hour, Some(5_000)), (SPARE_NODES, true));
        assert_eq!(limits_after_doubling(hour, None), (SPARE_NODES, true));
        assert_eq!(limits_after_doubling(None, None), (SPARE_NODES, true));
    }

    #[test]
    fn a_line_is_given_up_at_its_deadline() {
        let stop = AtomicBool::new(false);
        let line_time = |line_time| {
            let time = Some(Duration::from_millis(1));
            let limits = MateLimits { time, line_time, ..MateLimits::default() };
            let mut budget = NodeBudget::new(&limits, &stop);
            budget.allow_line_extraction();
            budget.state.deadline.unwrap().duration_since(budget.start)
        };
        assert!(line_time(None) >= LINE_EXTRACTION_TIME);
        let short = Duration::from_millis(20);
        assert_eq!(line_time(Some(short)), short);
    }
}
