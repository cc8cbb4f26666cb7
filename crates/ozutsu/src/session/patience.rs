//! How long a search may prepare before it begins.

use search::{Clock, Control, Limits};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// For how many moves the clock is taken to last.
const MOVES: u32 = 28;
/// The part of a move's time that may go into preparing it.
const PART: u32 = 4;

/// The time that a search may prepare, if its move has a time.
pub fn preparation(limits: &Limits) -> Option<Duration> {
    let Limits { move_time, clock, infinite, .. } = *limits;
    let of_clock = |Clock { remaining: left, increment, byoyomi, .. }: Clock| {
        let usual = (left / MOVES).saturating_add(increment).saturating_add(byoyomi);
        usual.min(left.saturating_add(byoyomi))
    };
    let time = move_time.into_iter().chain(clock.map(of_clock)).min()?;
    (!infinite).then_some(time / PART)
}

/// The patience of a search that prepares: gone when it is stopped, or its time is gone.
#[derive(Debug)]
pub struct Patience<'a> {
    control: &'a Control,
    time: Option<Duration>,
    /// When the clock began to run; not while the search ponders.
    start: OnceLock<Instant>,
}

impl<'a> Patience<'a> {
    /// For so much time, or as long as it takes.
    pub fn new(control: &'a Control, since: Option<Instant>, time: Option<Duration>) -> Self {
        let start = OnceLock::new();
        if let (Some(since), false) = (since, control.is_pondering()) {
            let _ = start.set(since);
        }
        Self { control, time, start }
    }

    pub fn is_gone(&self) -> bool {
        let is_over = |time| self.start.get_or_init(Instant::now).elapsed() >= time;
        self.control.is_stopped() || !self.control.is_pondering() && self.time.is_some_and(is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_of_a_moves_time_may_go() {
        let ms = Duration::from_millis;
        let clock = |left, increment, byoyomi| Clock {
            remaining: ms(left),
            increment: ms(increment),
            byoyomi: ms(byoyomi),
            moves_to_go: None,
        };
        for (move_time, clock, due) in [
            (Some(400), None, Some(100)),
            (None, Some(clock(2_800, 0, 0)), Some(25)),
            (None, Some(clock(2_800, 100, 200)), Some(100)),
            (None, Some(clock(400, 100_000, 0)), Some(100)),
            (Some(40), Some(clock(0, 0, 1_000)), Some(10)),
            (None, None, None),
        ] {
            let limits = Limits { move_time: move_time.map(ms), clock, ..Limits::default() };
            assert_eq!(preparation(&limits), due.map(ms), "{limits:?}");
            assert_eq!(preparation(&Limits { infinite: true, ..limits }), None);
        }
    }

    #[test]
    fn patience_ends_with_the_time_that_runs() {
        let (now, none) = (Some(Instant::now()), Some(Duration::ZERO));
        let pondering = Control::new(true);
        let patience = Patience::new(&pondering, now, none);
        assert!(!patience.is_gone());
        pondering.ponder_hit(None);
        assert!(patience.is_gone());
        let control = Control::default();
        assert!(Patience::new(&control, now, none).is_gone());
        let patience = Patience::new(&control, now, None);
        assert!(
            !patience.is_gone() && !Patience::new(&control, None, Some(Duration::MAX)).is_gone()
        );
        control.stop();
        assert!(patience.is_gone());
    }
}
