//! Time management: the time limits of a move.
//!
//! With a clock, a move has two limits. After the soft limit no new iteration starts; at the hard limit
//! the search stops. The soft limit grows if the search is unstable and shrinks if it is stable.

use crate::limits::{Clock, Control, Limits};
use platform::Instant;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeOptions {
    /// The time lost between engine and clock on each move.
    pub move_overhead: Duration,
    /// The minimum time for a move, if the clock allows it.
    pub minimum_time: Duration,
    /// The planned time as a factor of the normal one.
    pub factor: f64,
}

impl Default for TimeOptions {
    fn default() -> Self {
        Self { move_overhead: Duration::from_millis(30), minimum_time: Duration::ZERO, factor: 1.0 }
    }
}

impl TimeOptions {
    /// Subtracts the move overhead from a time, down to [`MIN_PLANNED`].
    fn minus_overhead(&self, time: Duration) -> Duration {
        time.saturating_sub(self.move_overhead).max(MIN_PLANNED)
    }
}

/// The time limits of a move, from the start of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deadlines {
    /// No new iteration is started after this time.
    pub soft: Duration,
    /// The search stops at this time.
    pub hard: Duration,
    /// The search does not stop before this time.
    pub minimum: Duration,
    /// Whether time that is not used is lost: a fixed time for the move, or byoyomi and hardly any other.
    pub is_fixed: bool,
}

/// The number of moves to divide the remaining time among, unless the time control sets fewer.
const HORIZON: u32 = 28;

/// Longer times count as this one, so that sums of times do not overflow.
const MAX_TIME: Duration = Duration::from_secs(1 << 32);

/// On a clock, a second move overhead is kept in reserve for longer delays, but at most this.
const MAX_RESERVE: Duration = Duration::from_millis(40);

/// The reserve takes at most 1/10 of the byoyomi.
const BYOYOMI_RESERVE_DIVISOR: u32 = 10;

/// With less than 1/5 of the byoyomi on the clock, each move takes the whole byoyomi.
const BYOYOMI_ALONE_DIVISOR: u32 = 5;

/// The move overhead takes at most 1/10 of a fixed time for the move.
const MOVE_TIME_OVERHEAD_DIVISOR: u32 = 10;

/// The minimum time planned for a move.
const MIN_PLANNED: Duration = Duration::from_millis(1);

impl Deadlines {
    /// Returns the deadlines of a move. None if the limits contain neither a move time nor a clock.
    pub fn new(limits: &Limits, options: &TimeOptions) -> Option<Self> {
        if let Some(time) = limits.move_time {
            let time = time.min(MAX_TIME);
            let overhead = options.move_overhead.min(time / MOVE_TIME_OVERHEAD_DIVISOR);
            let time = (time - overhead).max(MIN_PLANNED);
            let minimum = Duration::ZERO;
            return Some(Self { soft: time, hard: time, minimum, is_fixed: true });
        }
        limits.clock.map(|clock| Self::by_clock(clock, options))
    }

    fn by_clock(clock: Clock, options: &TimeOptions) -> Self {
        let clock = Clock {
            remaining: clock.remaining.min(MAX_TIME),
            increment: clock.increment.min(MAX_TIME),
            byoyomi: clock.byoyomi.min(MAX_TIME),
            ..clock
        };
        if clock.remaining.is_zero() && clock.byoyomi.is_zero() && clock.increment.is_zero() {
            // No time at all: use as little as possible.
            let minimum = Duration::ZERO;
            return Self { soft: MIN_PLANNED, hard: MIN_PLANNED, minimum, is_fixed: false };
        }
        let reserve = options.move_overhead.min(MAX_RESERVE);
        let byoyomi_reserve = reserve.min(clock.byoyomi / BYOYOMI_RESERVE_DIVISOR);
        let byoyomi = clock.byoyomi - byoyomi_reserve;
        let available = options.minus_overhead(clock.remaining + byoyomi);
        let remaining = clock.remaining.saturating_sub(options.move_overhead + reserve);
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let normal = remaining / moves + clock.increment.mul_f64(0.75) + clock.byoyomi.mul_f64(0.9);
        let planned = normal.mul_f64(options.factor).max(MIN_PLANNED);
        let minimum = options.minimum_time.min(available);
        // The last moves before a time control may use a larger part of the remaining time.
        let largest_part = 0.35_f64.max(0.9 / f64::from(moves));
        // The increment is added after the move, so the remaining time limits what can be used of it.
        let increment = clock.increment.mul_f64(0.7).min(remaining.mul_f64(0.45));
        let byoyomi = options.minus_overhead(byoyomi);
        let hard =
            planned.saturating_mul(4).min(remaining.mul_f64(largest_part) + increment + byoyomi);
        let hard = hard.clamp(MIN_PLANNED, available).max(minimum);
        let is_fixed = clock.increment.is_zero()
            && clock.remaining < clock.byoyomi / BYOYOMI_ALONE_DIVISOR
            && options.factor >= 1.0;
        let soft = if is_fixed { hard } else { planned.min(hard) };
        Self { soft, hard, minimum, is_fixed }
    }

    /// Returns the deadlines for a clock that started after some pondering. The soft limit includes the
    /// time spent pondering. If that exceeds it, the search gets only one more soft limit to finish.
    fn after_pondering(self, pondered: Duration) -> Self {
        let Self { soft, hard, minimum, is_fixed } = self;
        let minimum = minimum + pondered;
        if is_fixed {
            return Self { soft: soft + pondered, hard: hard + pondered, minimum, is_fixed };
        }
        let rest = if pondered < soft { hard } else { soft.max(self.minimum) };
        Self { soft, hard: pondered + rest, minimum, is_fixed }
    }
}

/// The time of a search and its deadlines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    deadlines: Option<Deadlines>,
    options: TimeOptions,
}

/// Statistics of a completed iteration that scale the soft limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IterationStats {
    pub depth: i32,
    /// The number of iterations since the best move last changed.
    pub stability: u32,
    /// The drop in score since the previous iteration, negative for a rise.
    pub score_drop: i32,
    /// The fraction of nodes spent on the best move.
    pub best_move_share: f64,
}

impl IterationStats {
    /// Returns the factor of the soft limit: small if the best move is stable or took most of the nodes, large if the
    /// score has dropped.
    fn time_factor(&self) -> f64 {
        let effort = 1.5 - 1.25 * self.best_move_share;
        let stability = [1.4, 1.16, 1.0, 0.87, 0.78, 0.68][self.stability.min(5) as usize];
        let drop = if self.depth < 4 { 0 } else { self.score_drop.clamp(-40, 120) };
        effort * stability * (1.0 + f64::from(drop) / 240.0)
    }
}

impl TimeManager {
    pub fn new(limits: &Limits, options: &TimeOptions) -> Self {
        let start = limits.clock_start.unwrap_or_else(Instant::now);
        Self { start, deadlines: Deadlines::new(limits, options), options: *options }
    }

    #[inline]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the deadlines by the limits, regardless of pondering.
    pub const fn initial_deadlines(&self) -> Option<Deadlines> {
        self.deadlines
    }

    /// Returns the current deadlines. None if the search is not timed, or while it ponders.
    pub fn deadlines(&self, control: &Control) -> Option<Deadlines> {
        if control.is_pondering() {
            return None;
        }
        let Some(hit) = control.received_ponder_hit() else { return self.deadlines };
        let by_clock = hit.clock.map(|clock| Deadlines::by_clock(clock, &self.options));
        let pondered = hit.at.saturating_duration_since(self.start);
        Some(by_clock.or(self.deadlines)?.after_pondering(pondered))
    }

    /// Returns whether the soft limit, scaled by what the search has found, is reached.
    pub fn is_soft_limit_reached(&self, deadlines: &Deadlines, stats: &IterationStats) -> bool {
        self.elapsed().as_secs_f64() >= deadlines.soft.as_secs_f64() * stats.time_factor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    /// Returns the deadlines by a clock with the default options.
    fn by_clock(clock: Clock) -> Deadlines {
        Deadlines::by_clock(clock, &TimeOptions::default())
    }

    #[test]
    fn doubt_takes_time() {
        let factor = |stability, score_drop, best_move_share| {
            IterationStats { depth: 10, stability, score_drop, best_move_share }.time_factor()
        };
        let (obvious, usual, doubtful) =
            (factor(9, 0, 0.95), factor(2, 0, 0.4), factor(0, 200, 0.2));
        assert!(obvious < usual / 4.0 && usual < doubtful / 2.0, "{obvious} {usual} {doubtful}");
        // Even a move without an alternative gets some time.
        assert!(factor(u32::MAX, -1_000, 1.0) > 0.1);
    }

    #[test]
    fn deadlines_never_exceed_the_clock() {
        let options = TimeOptions::default();
        for left in [0, 1, 10, 35, 100, 1_000, 60_000, 3_600_000] {
            for (increment, byoyomi) in
                [(0, 0), (10, 0), (0, 100), (1_000, 0), (0, 10_000), (5, 50)]
            {
                for moves in [None, Some(0), Some(1), Some(40), Some(u32::MAX)] {
                    let (increment, byoyomi) = (ms(increment), ms(byoyomi));
                    let clock =
                        Clock { remaining: ms(left), increment, byoyomi, moves_to_go: moves };
                    let deadlines = by_clock(clock);
                    let available =
                        (ms(left) + byoyomi).saturating_sub(options.move_overhead).max(MIN_PLANNED);
                    assert!(deadlines.hard <= available, "{clock:?} {deadlines:?}");
                    assert!(deadlines.soft <= deadlines.hard, "{clock:?} {deadlines:?}");
                }
            }
        }
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let time = Duration::MAX;
        let clock = Clock { remaining: time, increment: time, byoyomi: time, moves_to_go: None };
        let options = TimeOptions { factor: 40_000_000.0, ..TimeOptions::default() };
        for limits in [
            Limits { clock: Some(clock), ..Limits::default() },
            Limits { move_time: Some(time), ..Limits::default() },
        ] {
            let deadlines = Deadlines::new(&limits, &options).unwrap();
            assert!(deadlines.after_pondering(ms(1)).hard > deadlines.hard, "{deadlines:?}");
        }
    }

    #[test]
    fn fewer_moves_to_go_mean_more_time_per_move() {
        let soft = |moves| {
            let clock = Clock { remaining: ms(60_000), moves_to_go: moves, ..Clock::default() };
            by_clock(clock).soft
        };
        let few = [1, 2, 5, 10, 20].map(|moves| soft(Some(moves)));
        assert!(few.is_sorted_by(|a, b| a > b), "{few:?}");
        assert!(few[0] > ms(50_000) && few[1] * 2 < ms(60_000), "{few:?}");
        // Beyond the horizon, the number of moves makes no difference.
        assert_eq!(soft(Some(40)), soft(None));
    }

    #[test]
    fn a_large_increment_is_not_spent_in_advance() {
        let hard = |left, increment| {
            let clock = Clock { remaining: ms(left), increment: ms(increment), ..Clock::default() };
            by_clock(clock).hard
        };
        for left in [500, 2_000, 8_000] {
            assert!(hard(left, 10_000) <= ms(left) * 4 / 5, "{left}");
        }
        assert_eq!(hard(2_000, 10_000), hard(2_000, 20_000));
        assert!(hard(2_000, 1_000) < hard(2_000, 10_000));
    }

    #[test]
    fn a_fast_game_keeps_a_reserve() {
        let increment = ms(10);
        let mut left = ms(1_000);
        // Even if every move takes all the time it may.
        for _ in 0..100 {
            left -= by_clock(Clock { remaining: left, increment, ..Clock::default() }).hard;
            assert!(left >= ms(60), "{left:?}");
            left += increment;
        }
    }

    #[test]
    fn byoyomi_keeps_a_reserve() {
        for byoyomi in [100, 500, 1_000, 10_000] {
            for remaining in [0, 5, 50, 400] {
                let (byoyomi, remaining) = (ms(byoyomi), ms(remaining));
                let clock = Clock { remaining, byoyomi, ..Clock::default() };
                let hard = by_clock(clock).hard;
                let left = remaining + byoyomi - hard;
                assert!(left >= ms(30) + ms(30).min(byoyomi / 10), "{clock:?}: {hard:?}");
                assert!(hard >= byoyomi / 2, "{clock:?}: {hard:?}");
            }
        }
    }

    #[test]
    fn the_whole_byoyomi_is_used_once_nothing_else_is_left() {
        let clock = |remaining, increment| Clock {
            remaining: ms(remaining),
            increment: ms(increment),
            byoyomi: ms(10_000),
            moves_to_go: None,
        };
        let alone = by_clock(clock(1_900, 0));
        assert!(alone.is_fixed && alone.soft == alone.hard && alone.hard > ms(9_900), "{alone:?}");
        for clock in [clock(2_100, 0), clock(0, 100)] {
            assert!(!by_clock(clock).is_fixed, "{clock:?}");
        }
        let options = TimeOptions { factor: 0.5, ..TimeOptions::default() };
        let shorter = Deadlines::by_clock(clock(0, 0), &options);
        assert!(!shorter.is_fixed && shorter.soft < ms(5_000), "{shorter:?}");
    }

    /// Every move takes all the time it may, and the move overhead in addition.
    #[test]
    fn a_long_game_is_not_lost_on_time() {
        for (remaining, increment, byoyomi) in [
            (60_000, 100, 0),
            (60_000, 1_000, 0),
            (1_000, 100, 0),
            (60_000, 0, 1_000),
            (60_000, 50, 200),
            (100, 0, 500),
            (0, 0, 300),
        ] {
            let (mut remaining, increment, byoyomi) = (ms(remaining), ms(increment), ms(byoyomi));
            for number in 0..300 {
                let clock = Clock { remaining, increment, byoyomi, moves_to_go: None };
                let used = by_clock(clock).hard + ms(30);
                assert!(used < remaining + byoyomi, "move {number}: {clock:?} {used:?}");
                remaining = remaining.saturating_sub(used) + increment;
            }
        }
    }

    #[test]
    fn there_are_no_deadlines_until_the_ponder_hit() {
        let clock = Clock { remaining: ms(60_000), ..Clock::default() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let time = TimeManager::new(&limits, &TimeOptions::default());
        let planned = time.deadlines(&Control::default()).unwrap();
        let control = Control::new(true);
        assert_eq!(time.deadlines(&control), None);
        control.ponder_hit(None);
        let hit = time.deadlines(&control).unwrap();
        assert!(hit.soft == planned.soft && hit.hard >= planned.hard, "{hit:?}");
        // The clock of a ponder hit replaces that of the limits. A second ponder hit has no effect.
        let control = Control::new(true);
        control.ponder_hit(Some(Clock { remaining: ms(600), ..Clock::default() }));
        control.ponder_hit(None);
        let new = time.deadlines(&control).unwrap();
        assert!(new.soft < planned.soft, "{new:?}");
        assert!(planned.after_pondering(ms(10_000)).hard <= ms(10_000) + planned.soft);
    }

    #[test]
    fn overhead_and_minimum_time_are_respected() {
        let options = TimeOptions { move_overhead: ms(400), minimum_time: ms(250), factor: 1.0 };
        let fixed = Limits { move_time: Some(ms(1_000)), ..Limits::default() };
        let fixed = Deadlines::new(&fixed, &options).unwrap();
        assert_eq!((fixed.hard, fixed.is_fixed), (ms(900), true), "at most a tenth");
        let clock = Clock { remaining: ms(2_000), ..Clock::default() };
        let planned = Deadlines::by_clock(clock, &options);
        assert_eq!((planned.minimum, planned.is_fixed), (ms(250), false));
    }

    #[test]
    fn time_is_proportional_to_the_factor() {
        let factors = [0.1, 0.5, 1.0, 1.5, 3.0, 10.0];
        let deadlines = |limits: &Limits| {
            factors.map(|factor| {
                Deadlines::new(limits, &TimeOptions { factor, ..TimeOptions::default() }).unwrap()
            })
        };
        let by_clock = |clock| deadlines(&Limits { clock: Some(clock), ..Limits::default() });
        let (left, increment, byoyomi) = (ms(300_000), ms(3_000), ms(10_000));
        for clock in [
            Clock { remaining: left, ..Clock::default() },
            Clock { remaining: left, increment, ..Clock::default() },
            Clock { remaining: left, byoyomi, ..Clock::default() },
        ] {
            let all = by_clock(clock);
            // Proportional while there is enough time, and never more than the clock has.
            let normal = all[2].soft;
            let expected =
                [normal / 10, normal / 2, normal, normal * 3 / 2].map(|time| time.as_millis());
            assert_eq!([0, 1, 2, 3].map(|index| all[index].soft.as_millis()), expected);
            assert!(all.is_sorted_by(|a, b| a.soft <= b.soft && a.hard <= b.hard), "{all:?}");
            assert!(all[5].soft > normal && all[5].hard < left, "{all:?}");
        }
        // The factor does not apply to a fixed move time.
        let fixed = deadlines(&Limits { move_time: Some(ms(1_000)), ..Limits::default() });
        assert!(fixed.iter().all(|deadlines| *deadlines == fixed[2]), "{fixed:?}");
    }

    #[test]
    fn untimed_searches_have_no_deadlines() {
        let limits = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(Deadlines::new(&limits, &TimeOptions::default()), None);
    }
}
