//! How long a search may go on.

use rules::Move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search is asked to do. Several limits may be set; the first reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth to complete.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// The time to think, whatever the clock.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Whether to go on until told to stop, even when there is no more to find.
    pub infinite: bool,
    /// The moves to choose among; all, if none is given.
    pub moves: Vec<Move>,
    /// How many best lines to find.
    pub lines: usize,
}

/// A side's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub left: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// What each move has once nothing is left.
    pub byoyomi: Duration,
}

/// How time is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// What a move loses on the way to the clock.
    pub overhead: Duration,
    /// What every move thinks at least, if its clock allows.
    pub at_least: Duration,
    /// Percents of the usual time to spend.
    pub percent: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self { overhead: Duration::from_millis(30), at_least: Duration::ZERO, percent: 100 }
    }
}

/// What others say to a running search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search that begins to ponder, or to think.
    pub fn new(pondering: bool) -> Self {
        Self { stop: AtomicBool::new(false), pondering: AtomicBool::new(pondering) }
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The move pondered on was played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the opponent's clock runs.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// When to stop by the clock: not to begin anew after the soft limit, and never to pass the hard
/// one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deadlines {
    pub soft: Duration,
    pub hard: Duration,
    /// Thinking goes on at least so long.
    pub least: Duration,
}

/// The shortest time that is ever planned for a move.
const SHORTEST: Duration = Duration::from_millis(1);

impl Deadlines {
    /// The deadlines of a move, if the limits speak of time.
    pub fn new(limits: &Limits, pace: &Pace) -> Option<Self> {
        let net = |time: Duration| time.saturating_sub(pace.overhead).max(SHORTEST);
        if let Some(time) = limits.move_time {
            let time = net(time);
            return Some(Self { soft: time, hard: time, least: Duration::ZERO });
        }
        let clock = limits.clock?;
        if clock.left.is_zero() && clock.byoyomi.is_zero() && clock.increment.is_zero() {
            // A clock that says nothing but zero: the least one can do.
            return Some(Self { soft: SHORTEST, hard: SHORTEST, least: Duration::ZERO });
        }
        // What can be spent without losing, and what is sensible of it.
        let most = net(clock.left + clock.byoyomi);
        let spare = clock.left.saturating_sub(pace.overhead);
        let share = spare / 28 + clock.increment.mul_f64(0.75) + clock.byoyomi.mul_f64(0.9);
        let plan = share.mul_f64(f64::from(pace.percent) / 100.0).max(SHORTEST);
        let least = pace.at_least.min(most);
        let hard =
            (plan * 4).min(spare.mul_f64(0.35) + clock.increment.mul_f64(0.7) + net(clock.byoyomi));
        let hard = hard.clamp(SHORTEST, most).max(least);
        Some(Self { soft: plan.min(hard), hard, least })
    }
}

/// A stopwatch whose start is the moment the clock began to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch(pub Instant);

impl Stopwatch {
    #[inline]
    pub fn elapsed(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn no_clock_is_overspent() {
        let pace = Pace::default();
        for left in [0, 1, 10, 35, 100, 1_000, 60_000, 3_600_000] {
            for (increment, byoyomi) in
                [(0, 0), (10, 0), (0, 100), (1_000, 0), (0, 10_000), (5, 50)]
            {
                let clock =
                    Clock { left: ms(left), increment: ms(increment), byoyomi: ms(byoyomi) };
                let limits = Limits { clock: Some(clock), ..Limits::default() };
                let deadlines = Deadlines::new(&limits, &pace).unwrap();
                let most = ms(left + byoyomi).saturating_sub(pace.overhead).max(SHORTEST);
                assert!(deadlines.hard <= most, "{clock:?} {deadlines:?}");
                assert!(deadlines.soft <= deadlines.hard, "{clock:?} {deadlines:?}");
            }
        }
    }

    #[test]
    fn no_limit_of_time_means_no_deadline() {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(Deadlines::new(&limits, &Pace::default()), None);
    }
}
