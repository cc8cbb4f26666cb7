//! How long a search may go on.

use rules::Move;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search is asked to do. Several limits may be set; the first reached ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth to complete.
    pub depth: Option<u32>,
    /// The number of nodes to visit: exact with one thread, of all threads together about so many.
    pub nodes: Option<u64>,
    /// The number of nodes after which no further depth is begun.
    pub soft_nodes: Option<u64>,
    /// The time to think, whatever the clock.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// When the clock began to run, if that was before the search begins.
    pub clock_start: Option<Instant>,
    /// The plies of a mate that is good enough.
    pub mate: Option<u32>,
    /// Whether to go on until told to stop, even when there is no more to find.
    pub infinite: bool,
    /// The moves to choose among; all, if none is given.
    pub search_moves: Vec<Move>,
    /// How many best lines to find.
    pub multi_pv: usize,
}

impl Limits {
    /// Returns whether a clock or a move time limits the search.
    pub fn is_timed(&self) -> bool {
        setup_budget(self).is_some()
    }
}

/// A side's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// What each move has once nothing is left.
    pub byoyomi: Duration,
    /// How many moves are left until time is added; not known if there is none.
    pub moves_to_go: Option<u32>,
}

/// How time is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOptions {
    /// What a move loses on the way to the clock.
    pub move_overhead: Duration,
    /// What every move thinks at least, if its clock allows.
    pub minimum_time: Duration,
    /// Percents of the usual time to spend.
    pub percent: u32,
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self {
            move_overhead: Duration::from_millis(30),
            minimum_time: Duration::ZERO,
            percent: 100,
        }
    }
}

/// What others say to a running search.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    hit: OnceLock<Hit>,
}

/// The move pondered on was played.
#[derive(Clone, Copy, Debug)]
struct Hit {
    at: Instant,
    /// What the clock shows, if that was told.
    clock: Option<Clock>,
}

impl Control {
    /// For a search that begins to ponder, or to think.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
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

    /// The move pondered on was played: from now on the clock runs, and may show something else
    /// than was expected. Only a search that ponders takes notice, and only once.
    pub fn ponder_hit(&self, clock: Option<Clock>) {
        if self.is_pondering() {
            let _ = self.hit.set(Hit { at: Instant::now(), clock });
            self.pondering.store(false, Ordering::Release);
        }
    }

    /// Returns when the clock of the side to move started, given the start of a search that does not
    /// ponder: at the ponder hit if there was one. None while the search ponders.
    pub(crate) fn clock_start(&self, start: Instant) -> Option<Instant> {
        (!self.is_pondering()).then(|| self.hit.get().map_or(start, |hit| hit.at))
    }

    /// Whether the opponent's clock runs.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
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
    /// The time is given to this move, and nothing of it is to be saved.
    pub fixed: bool,
}

/// For how many moves what is left must last if nobody says.
const HORIZON: u32 = 28;

/// The shortest time that is ever planned for a move.
const SHORTEST: Duration = Duration::from_millis(1);

impl Deadlines {
    /// The deadlines of a move, if the limits speak of time.
    pub fn new(limits: &Limits, pace: &TimeOptions) -> Option<Self> {
        if let Some(time) = limits.move_time {
            let time = net(time, pace);
            return Some(Self { soft: time, hard: time, least: Duration::ZERO, fixed: true });
        }
        limits.clock.map(|clock| Self::by_clock(clock, pace))
    }

    fn by_clock(clock: Clock, pace: &TimeOptions) -> Self {
        if clock.remaining.is_zero() && clock.byoyomi.is_zero() && clock.increment.is_zero() {
            // A clock that says nothing but zero: the least one can do.
            let least = Duration::ZERO;
            return Self { soft: SHORTEST, hard: SHORTEST, least, fixed: false };
        }
        // What can be spent without losing, and what is sensible of it.
        let most = net(clock.remaining.saturating_add(clock.byoyomi), pace);
        let spare = clock.remaining.saturating_sub(pace.move_overhead);
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let share = spare / moves + clock.increment.mul_f64(0.75) + clock.byoyomi.mul_f64(0.9);
        let plan = share.mul_f64(f64::from(pace.percent) / 100.0).max(SHORTEST);
        let least = pace.minimum_time.min(most);
        // Before the last moves to a time control more may go than in the midst of a game.
        let portion = 0.35_f64.max(0.9 / f64::from(moves));
        // However much each move adds, it comes only after the move.
        let gain = clock.increment.mul_f64(0.7).min(spare.mul_f64(0.45));
        let hard =
            plan.saturating_mul(4).min(spare.mul_f64(portion) + gain + net(clock.byoyomi, pace));
        let hard = hard.clamp(SHORTEST, most).max(least);
        Self { soft: plan.min(hard), hard, least, fixed: false }
    }

    /// The same for a clock that began to run only after some pondering. That was thinking too:
    /// if it was enough, what is left is to finish, for which a usual share of time must do.
    fn after(self, pondered: Duration) -> Self {
        let Self { soft, hard, least, fixed } = self;
        let least = least + pondered;
        if fixed {
            return Self { soft: soft + pondered, hard: hard + pondered, least, fixed };
        }
        let rest = if pondered < soft { hard } else { soft.max(self.least) };
        Self { soft, hard: pondered + rest, least, fixed }
    }
}

/// The part of a move's planned time that set-up before the search may take.
const SETUP_SHARE: u32 = 4;

/// Returns the time that set-up before a search may take: none if the search is not timed.
pub(crate) fn setup_budget(limits: &Limits) -> Option<Duration> {
    let Limits { move_time, clock, infinite, .. } = *limits;
    let clock_time = |Clock { remaining, increment, byoyomi, .. }: Clock| {
        let planned = (remaining / HORIZON).saturating_add(increment).saturating_add(byoyomi);
        planned.min(remaining.saturating_add(byoyomi))
    };
    let time = move_time.into_iter().chain(clock.map(clock_time)).min()?;
    (!infinite).then_some(time / SETUP_SHARE)
}

/// A time without what is lost on the way.
fn net(time: Duration, pace: &TimeOptions) -> Duration {
    time.saturating_sub(pace.move_overhead).max(SHORTEST)
}

/// The time of a search: when its clock began to run, and when it is to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    start: Instant,
    planned: Option<Deadlines>,
    pace: TimeOptions,
}

impl Timing {
    pub fn new(limits: &Limits, pace: &TimeOptions) -> Self {
        let start = limits.clock_start.unwrap_or_else(Instant::now);
        Self { start, planned: Deadlines::new(limits, pace), pace: *pace }
    }

    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When to stop by the clock, if it runs from the start.
    pub const fn planned(&self) -> Option<Deadlines> {
        self.planned
    }

    /// When to stop by the clock, as things are; never while pondering.
    pub fn deadlines(&self, control: &Control) -> Option<Deadlines> {
        if control.is_pondering() {
            return None;
        }
        let Some(hit) = control.hit.get() else { return self.planned };
        let told = hit.clock.map(|clock| Deadlines::by_clock(clock, &self.pace));
        Some(told.or(self.planned)?.after(hit.at.saturating_duration_since(self.start)))
    }
}

#[cfg(test)]
mod tests;
