//! The clocks of a game.

use crate::messages::{ClockView, TimeControl};
use rules::Color;
use std::time::{Duration, Instant};

/// The clocks of both sides, of which at most one runs.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// The main time left before the current move, by color.
    remaining: [Duration; 2],
    /// The time spent on the current move before the clock last started, by color.
    spent: [Duration; 2],
    /// The side whose clock runs, and when it started.
    running: Option<(Color, Instant)>,
}

impl GameClock {
    /// Creates stopped clocks.
    pub fn new(control: TimeControl) -> Self {
        let remaining = [Duration::from_millis(control.main); 2];
        Self { control, remaining, spent: [Duration::ZERO; 2], running: None }
    }

    /// Starts the clock of a side, unless it runs already.
    pub fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the running clock in the middle of a move.
    pub fn stop(&mut self) {
        if let Some((color, since)) = self.running.take() {
            self.spent[color.index()] += since.elapsed();
        }
    }

    /// Stops the clocks after a move of a side. Adds the increment and returns the time spent on the move,
    /// or `None` if its clock did not run.
    pub fn end_move(&mut self, color: Color) -> Option<Duration> {
        let has_run = self.running.is_some_and(|(running, _)| running == color);
        self.stop();
        let spent = std::mem::take(&mut self.spent[color.index()]);
        let remaining = &mut self.remaining[color.index()];
        *remaining = remaining.saturating_sub(spent);
        if has_run {
            *remaining += Duration::from_millis(self.control.increment);
        }
        has_run.then_some(spent)
    }

    /// Returns the main time left.
    pub fn remaining(&self, color: Color) -> Duration {
        self.remaining[color.index()].saturating_sub(self.spent(color))
    }

    /// Stops the clocks and sets the main time left before the current move, after a move is taken back.
    /// Without a time, sets the time at the start of the game.
    pub fn set_remaining(&mut self, color: Color, time: Option<Duration>) {
        self.stop();
        self.spent[color.index()] = Duration::ZERO;
        let start = Duration::from_millis(self.control.main);
        self.remaining[color.index()] = time.unwrap_or(start);
    }

    /// Returns the clock of a side for the engine.
    pub fn engine_clock(&self, color: Color) -> search::Clock {
        search::Clock {
            remaining: self.remaining(color),
            increment: Duration::from_millis(self.control.increment),
            byoyomi: Duration::from_millis(self.control.byoyomi),
            moves_to_go: None,
        }
    }

    /// Returns the side whose time has run out.
    pub fn expired(&self) -> Option<Color> {
        let (color, _) = self.running?;
        let available = self.remaining[color.index()] + Duration::from_millis(self.control.byoyomi);
        (self.spent(color) >= available).then_some(color)
    }

    /// Describes the clocks to the page.
    pub fn view(&self) -> ClockView {
        let remaining = Color::BOTH.map(|color| self.remaining(color).as_millis() as u64);
        let byoyomi = Color::BOTH.map(|color| {
            let over = self.spent(color).saturating_sub(self.remaining[color.index()]);
            self.control.byoyomi.saturating_sub(over.as_millis() as u64)
        });
        ClockView { remaining, byoyomi, running: self.running.map(|(color, _)| color.into()) }
    }

    /// Returns the time that a side has spent on the current move.
    fn spent(&self, color: Color) -> Duration {
        let since_start = match self.running {
            Some((running, since)) if running == color => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.spent[color.index()] + since_start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increments_are_added_and_byoyomi_does_not_run_the_clock_below_zero() {
        let mut clock = GameClock::new(TimeControl { main: 0, increment: 500, byoyomi: 60_000 });
        clock.start(Color::Black);
        assert_eq!(clock.expired(), None);
        assert!(clock.end_move(Color::Black).is_some());
        assert_eq!(clock.remaining(Color::Black), Duration::from_millis(500));
        assert_eq!(clock.view().running, None);
        clock.set_remaining(Color::Black, None);
        assert_eq!(clock.remaining(Color::Black), Duration::ZERO);
    }

    #[test]
    fn a_pause_does_not_renew_the_byoyomi_of_a_move() {
        let byoyomi = Duration::from_millis(20);
        let mut clock = GameClock::new(TimeControl { main: 0, increment: 0, byoyomi: 20 });
        clock.start(Color::Black);
        std::thread::sleep(byoyomi);
        clock.stop();
        assert_eq!((clock.expired(), clock.view().byoyomi[0]), (None, 0));
        clock.start(Color::Black);
        assert_eq!(clock.expired(), Some(Color::Black));
        assert!(clock.end_move(Color::Black).is_some_and(|spent| spent >= byoyomi));
        // The next move has a new one.
        assert_eq!((clock.end_move(Color::Black), clock.view().byoyomi[0]), (None, 20));
    }

    #[test]
    fn a_clock_without_time_expires() {
        let mut clock = GameClock::new(TimeControl { main: 0, increment: 0, byoyomi: 0 });
        assert_eq!(clock.expired(), None);
        clock.start(Color::White);
        assert_eq!(clock.expired(), Some(Color::White));
    }
}
