//! Cancellation of set-up work that can take seconds: a large hash table, hundreds of threads.

use crate::limits::{Control, Limits};
use crate::time::setup_budget;
use std::time::{Duration, Instant};

/// Says when to give up set-up work: never, when a search is stopped, or when the search that waits
/// for it has no more time to spare.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cancel<'a> {
    control: Option<&'a Control>,
    /// When the clock of the search started, and how much time set-up may take from it.
    budget: Option<(Instant, Duration)>,
    /// In tests: the number of checks after which to cancel.
    #[cfg(test)]
    checks_left: Option<&'a std::sync::atomic::AtomicUsize>,
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

    /// Cancels set-up for a search when the search is stopped, or when set-up has taken a quarter of
    /// the time planned for the move. That time does not run while the search ponders.
    pub fn for_search(control: &'a Control, limits: &Limits) -> Self {
        let start = limits.clock_start.unwrap_or_else(Instant::now);
        Self { budget: setup_budget(limits).map(|time| (start, time)), ..Self::on_stop(control) }
    }

    /// Cancels at the check after `checks_left` more.
    #[cfg(test)]
    pub(crate) fn after_checks(checks_left: &'a std::sync::atomic::AtomicUsize) -> Self {
        Self { checks_left: Some(checks_left), ..Self::default() }
    }

    /// Leaves no time for set-up if the search is timed.
    pub fn without_budget(self) -> Self {
        Self { budget: self.budget.map(|(start, _)| (start, Duration::ZERO)), ..self }
    }

    /// Returns whether to give up. Large set-up work asks often and from several threads.
    pub fn is_cancelled(&self) -> bool {
        #[cfg(test)]
        if let Some(left) = self.checks_left {
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
    fn set_up_for_a_search_is_cancelled_by_its_clock() {
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
        assert!(!untimed.is_cancelled() && !untimed.without_budget().is_cancelled());
        let timed = Cancel::for_search(&control, &limits(Some(Duration::MAX), None));
        assert!(!timed.is_cancelled() && timed.without_budget().is_cancelled());
        control.stop();
        assert!(untimed.is_cancelled());
        assert!(!Cancel::never().is_cancelled());
    }
}
