//! Time controls, and the clock of a player during a game.

use std::fmt;
use std::time::Duration;

/// A time control: how much time a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    #[default]
    Infinite,
    PerMove(Duration),
    Clock {
        base: Duration,
        /// The time added after each move.
        increment: Duration,
        /// The time for each move once the clock has run out.
        byoyomi: Duration,
        /// The number of moves after which the base time is added again.
        moves: Option<u32>,
    },
}

impl TimeControl {
    /// Returns the value of a key of `-engine`.
    pub fn value(&self, key: &str) -> Option<String> {
        self.key_values().into_iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub fn with_byoyomi(self, byoyomi: Duration) -> Self {
        match self {
            Self::Clock { base, increment, moves, .. } => {
                Self::Clock { base, increment, byoyomi, moves }
            }
            Self::Infinite | Self::PerMove(_) => {
                let (base, increment) = (Duration::ZERO, Duration::ZERO);
                Self::Clock { base, increment, byoyomi, moves: None }
            }
        }
    }

    /// Returns the time control as the keys and values of `-engine`.
    fn key_values(&self) -> Vec<(&'static str, String)> {
        match *self {
            Self::Infinite => vec![("tc", "inf".to_owned())],
            Self::PerMove(time) => vec![("st", time.as_secs_f64().to_string())],
            Self::Clock { base, increment, byoyomi, moves } => {
                let mut tc = moves.map_or(String::new(), |moves| format!("{moves}/"));
                tc += &base.as_secs_f64().to_string();
                if !increment.is_zero() {
                    tc += &format!("+{}", increment.as_secs_f64());
                }
                let mut key_values = vec![("tc", tc)];
                if !byoyomi.is_zero() {
                    key_values.push(("byoyomi", byoyomi.as_secs_f64().to_string()));
                }
                key_values
            }
        }
    }
}

/// The value of the time control tags in PGN.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (key, value) in self.key_values() {
            match key {
                "tc" => f.write_str(&value)?,
                "st" => write!(f, "{value}/move")?,
                _ => write!(f, " {key} {value}")?,
            }
        }
        Ok(())
    }
}

/// A player's clock during a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    remaining: Duration,
    moves: u32,
}

impl Clock {
    pub fn new(control: TimeControl) -> Self {
        let remaining = match control {
            // Without the first increment there would be no time for the first move.
            TimeControl::Clock { base, increment, .. } if base.is_zero() => increment,
            TimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Self { control, remaining, moves: 0 }
    }

    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns the time on the clock, without byoyomi.
    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// Returns the time available for the next move, or `None` if it is unlimited.
    pub fn time_for_move(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Infinite => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Clock { byoyomi, .. } => Some(self.remaining + byoyomi),
        }
    }

    /// Returns the number of moves until the base time is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock { moves: Some(moves), .. } => Some(moves - self.moves % moves),
            _ => None,
        }
    }

    /// Subtracts the time of a move and adds the increment. Fails with the time that was available for the move, if
    /// it exceeds that by more than `margin`.
    pub fn make_move(&mut self, spent: Duration, margin: Duration) -> Result<(), Duration> {
        let limit = self.time_for_move();
        if let Some(available) = limit.filter(|&available| spent > available + margin) {
            return Err(available);
        }
        if let TimeControl::Clock { base, increment, moves, .. } = self.control {
            self.remaining = self.remaining.saturating_sub(spent) + increment;
            self.moves += 1;
            if moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.remaining += base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(base: u64, increment: u64, byoyomi: u64, moves: Option<u32>) -> Clock {
        let (base, increment, byoyomi) = (ms(base), ms(increment), ms(byoyomi));
        Clock::new(TimeControl::Clock { base, increment, byoyomi, moves })
    }

    #[test]
    fn the_increment_is_added_after_the_move() {
        let mut clock = clock(1000, 10, 0, None);
        assert_eq!(clock.make_move(ms(400), ms(0)), Ok(()));
        assert_eq!(clock.remaining(), ms(610));
        assert_eq!(clock.make_move(ms(611), ms(0)), Err(ms(610)));
        assert_eq!(clock.make_move(ms(615), ms(5)), Ok(()));
        assert_eq!(clock.remaining(), ms(10));
    }

    #[test]
    fn a_clock_without_base_time_starts_with_one_increment() {
        let mut clock = clock(0, 100, 0, None);
        assert_eq!(clock.make_move(ms(40), ms(0)), Ok(()));
        assert_eq!(clock.remaining(), ms(160));
    }

    #[test]
    fn byoyomi_remains_when_the_clock_has_run_out() {
        let mut clock = clock(100, 0, 50, None);
        assert_eq!(clock.time_for_move(), Some(ms(150)));
        assert_eq!(clock.make_move(ms(120), ms(0)), Ok(()));
        assert_eq!((clock.remaining(), clock.time_for_move()), (ms(0), Some(ms(50))));
        assert!(clock.make_move(ms(51), ms(0)).is_err());
    }

    #[test]
    fn the_base_time_is_added_again_at_the_move_count() {
        let mut clock = clock(100, 0, 0, Some(2));
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.make_move(ms(30), ms(0)).unwrap();
        assert_eq!((clock.moves_to_go(), clock.remaining()), (Some(1), ms(70)));
        clock.make_move(ms(30), ms(0)).unwrap();
        assert_eq!((clock.moves_to_go(), clock.remaining()), (Some(2), ms(140)));
    }

    #[test]
    fn infinite_time_and_time_per_move_do_not_run_down() {
        let mut infinite = Clock::new(TimeControl::Infinite);
        assert_eq!(infinite.make_move(ms(1_000_000), ms(0)), Ok(()));
        let mut per_move = Clock::new(TimeControl::PerMove(ms(100)));
        per_move.make_move(ms(100), ms(0)).unwrap();
        assert_eq!(per_move.time_for_move(), Some(ms(100)));
        assert!(per_move.make_move(ms(130), ms(20)).is_err());
    }

    #[test]
    fn time_controls_are_formatted_for_the_command_line_and_pgn() {
        let second = Duration::from_secs(1);
        let clock = |byoyomi, moves| TimeControl::Clock {
            base: 60 * second,
            increment: second / 100,
            byoyomi,
            moves,
        };
        for (control, args, tag) in [
            (TimeControl::Infinite, "tc=inf", "inf"),
            (TimeControl::PerMove(second / 10), "st=0.1", "0.1/move"),
            (clock(Duration::ZERO, None), "tc=60+0.01", "60+0.01"),
            (clock(second, Some(40)), "tc=40/60+0.01 byoyomi=1", "40/60+0.01 byoyomi 1"),
        ] {
            let key_values = control.key_values().into_iter();
            let found: Vec<_> = key_values.map(|(key, value)| format!("{key}={value}")).collect();
            assert_eq!((found.join(" "), control.to_string()), (args.to_owned(), tag.to_owned()));
        }
    }
}
