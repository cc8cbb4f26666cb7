//! Cancellation of setup that can take seconds: of a large hash table or hundreds of threads.

use crate::limits::{Control, Limits};
use crate::time::setup_budget;
use std::time::{Duration, Instant};

/// When to cancel setup: never, when a search is stopped, or when setup has used its share of the time
/// of the search that waits for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cancel<'a> {
    control: Option<&'a Control>,
    /// When the clock of the search started, and the time from then on that setup may take.
    budget: Option<(Instant, Duration)>,
    /// In tests: the number of calls of `is_cancelled` that still return false.
    #[cfg(test)]
    calls_left: Option<&'a std::sync::atomic::AtomicUsize>,
}

impl<'a> Cancel<'a> {
    /// Never cancels.
    pub fn never() -> Self {
        Self::default()
    }

    /// Cancels when the search is stopped.
    pub fn on_stop(control: &'a Control) -> Self {
        Self { control: Some(control), ..Self::default() }
    }

    /// Cancels setup when the search is stopped, or when setup has taken a quarter of the time planned
    /// for the move. Time spent pondering does not count.
    pub fn for_search(control: &'a Control, limits: &Limits) -> Self {
        let start = limits.clock_start.unwrap_or_else(Instant::now);
        Self { budget: setup_budget(limits).map(|time| (start, time)), ..Self::on_stop(control) }
    }

    /// Cancels after `calls_left` calls of [`is_cancelled`](Self::is_cancelled) that return false.
    #[cfg(test)]
    pub(crate) fn after_calls(calls_left: &'a std::sync::atomic::AtomicUsize) -> Self {
        Self { calls_left: Some(calls_left), ..Self::default() }
    }

    /// Returns whether to cancel. Large setup calls this often and from several threads.
    pub fn is_cancelled(&self) -> bool {
        #[cfg(test)]
        if let Some(left) = self.calls_left {
            use std::sync::atomic::Ordering::Relaxed;
            return left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err();
        }
        let Some(control) = self.control else { return false };
        let is_out_of_time = |(start, time): (Instant, Duration)| {
            control.clock_start(start).is_some_and(|start| start.elapsed() >= time)
        };
        control.is_stopped() || self.budget.is_some_and(is_out_of_time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setup_for_a_search_is_cancelled_by_its_clock() {
        let limits =
            |time, clock_start| Limits { move_time: time, clock_start, ..Limits::default() };
        let (now, no_time) = (Some(Instant::now()), Some(Duration::ZERO));
        let pondering = Control::new(true);
        let cancel = Cancel::for_search(&pondering, &limits(no_time, now));
        assert!(!cancel.is_cancelled(), "the clock does not run while pondering");
        pondering.ponder_hit(None);
        assert!(cancel.is_cancelled());
        let control = Control::default();
        assert!(Cancel::for_search(&control, &limits(no_time, now)).is_cancelled());
        let untimed = Cancel::for_search(&control, &limits(None, now));
        assert!(!untimed.is_cancelled());
        let timed = Cancel::for_search(&control, &limits(Some(Duration::MAX), None));
        assert!(!timed.is_cancelled());
        control.stop();
        assert!(untimed.is_cancelled() && timed.is_cancelled());
        assert!(!Cancel::never().is_cancelled());
    }
}
