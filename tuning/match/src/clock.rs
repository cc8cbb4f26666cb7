//! Time controls, and the clocks that run by them.

use std::fmt;
use std::time::Duration;

/// How much time a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimeControl {
    /// As much as it likes.
    #[default]
    Infinite,
    /// So much for each move.
    PerMove(Duration),
    /// A clock.
    Clock {
        /// What is on it at first.
        base: Duration,
        /// What each move adds.
        increment: Duration,
        /// What each move has once nothing is left.
        byoyomi: Duration,
        /// After how many moves the base is added again.
        moves: Option<u32>,
    },
}

impl TimeControl {
    /// Returns the keys of `-engine` that set it, with their values.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        match *self {
            Self::Infinite => vec![("tc", "inf".to_owned())],
            Self::PerMove(time) => vec![("st", time.as_secs_f64().to_string())],
            Self::Clock { base, increment, byoyomi, moves } => {
                let mut tc = moves.map_or(String::new(), |moves| format!("{moves}/"));
                tc += &base.as_secs_f64().to_string();
                if !increment.is_zero() {
                    tc += &format!("+{}", increment.as_secs_f64());
                }
                let mut words = vec![("tc", tc)];
                if !byoyomi.is_zero() {
                    words.push(("byoyomi", byoyomi.as_secs_f64().to_string()));
                }
                words
            }
        }
    }
}

/// The text for the time control tags of PGN.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (key, value)) in self.words().into_iter().enumerate() {
            match key {
                "st" => write!(f, "{value}/move")?,
                _ if place > 0 => write!(f, " {key} {value}")?,
                _ => f.write_str(&value)?,
            }
        }
        Ok(())
    }
}

/// A side's clock in a game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// The moves made since the base was last added.
    moves: u32,
}

/// The flag fell: what was spent of what there was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overrun {
    /// The time the move took.
    pub spent: Duration,
    /// The time there was for it.
    pub had: Duration,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(control: TimeControl) -> Self {
        let left = match control {
            // Else the first move could not be made.
            TimeControl::Clock { base, increment, .. } if base.is_zero() => increment,
            TimeControl::Clock { base, .. } => base,
            _ => Duration::ZERO,
        };
        Self { control, left, moves: 0 }
    }

    /// The control it runs by.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What is left, byoyomi apart.
    pub fn left(&self) -> Duration {
        self.left
    }

    /// The time that the next move may take, if that is limited.
    pub fn budget(&self) -> Option<Duration> {
        match self.control {
            TimeControl::Infinite => None,
            TimeControl::PerMove(time) => Some(time),
            TimeControl::Clock { byoyomi, .. } => Some(self.left + byoyomi),
        }
    }

    /// How many moves are to be made before the base is added again.
    pub fn moves_to_go(&self) -> Option<u32> {
        match self.control {
            TimeControl::Clock { moves: Some(moves), .. } => Some(moves - self.moves % moves),
            _ => None,
        }
    }

    /// Notes that a move took so long, a little more than the budget being forgiven.
    pub fn spend(&mut self, spent: Duration, margin: Duration) -> Result<(), Overrun> {
        if let Some(had) = self.budget().filter(|&had| spent > had + margin) {
            return Err(Overrun { spent, had });
        }
        if let TimeControl::Clock { base, increment, moves, .. } = self.control {
            self.left = self.left.saturating_sub(spent) + increment;
            self.moves += 1;
            if moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.left += base;
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
    fn increments_come_after_the_move() {
        let mut clock = clock(1000, 10, 0, None);
        assert_eq!(clock.spend(ms(400), ms(0)), Ok(()));
        assert_eq!(clock.left(), ms(610));
        assert_eq!(clock.spend(ms(611), ms(0)), Err(Overrun { spent: ms(611), had: ms(610) }));
        assert_eq!(clock.spend(ms(615), ms(5)), Ok(()));
        assert_eq!(clock.left(), ms(10));
    }

    #[test]
    fn increments_alone_begin_with_one() {
        let mut clock = clock(0, 100, 0, None);
        assert_eq!(clock.spend(ms(40), ms(0)), Ok(()));
        assert_eq!(clock.left(), ms(160));
    }

    #[test]
    fn byoyomi_is_what_each_move_has_at_the_end() {
        let mut clock = clock(100, 0, 50, None);
        assert_eq!(clock.budget(), Some(ms(150)));
        assert_eq!(clock.spend(ms(120), ms(0)), Ok(()));
        assert_eq!((clock.left(), clock.budget()), (ms(0), Some(ms(50))));
        assert!(clock.spend(ms(51), ms(0)).is_err());
    }

    #[test]
    fn the_base_comes_again_after_so_many_moves() {
        let mut clock = clock(100, 0, 0, Some(2));
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(ms(30), ms(0)).unwrap();
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(1), ms(70)));
        clock.spend(ms(30), ms(0)).unwrap();
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), ms(140)));
    }

    #[test]
    fn no_clock_never_runs_out_and_a_time_per_move_stays() {
        let mut free = Clock::new(TimeControl::Infinite);
        assert_eq!(free.spend(ms(1_000_000), ms(0)), Ok(()));
        let mut fixed = Clock::new(TimeControl::PerMove(ms(100)));
        fixed.spend(ms(100), ms(0)).unwrap();
        assert_eq!(fixed.budget(), Some(ms(100)));
        assert!(fixed.spend(ms(130), ms(20)).is_err());
    }
}
