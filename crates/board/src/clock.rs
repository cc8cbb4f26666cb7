//! The clocks of a game.

use crate::messages::{ClockView, TimeControl};
use rules::Color;
use std::time::{Duration, Instant};

/// The clocks of both sides, of which at most one runs.
#[derive(Clone, Debug)]
pub struct GameClock {
    control: TimeControl,
    /// The main time left, by color, without the time since the running clock started.
    remaining: [Duration; 2],
    running: Option<(Color, Instant)>,
}

impl GameClock {
    /// Creates stopped clocks.
    pub fn new(control: TimeControl) -> Self {
        Self { control, remaining: [Duration::from_millis(control.main); 2], running: None }
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
            let left = &mut self.remaining[color.index()];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// Stops the running clock after a move and adds the increment. Returns the time spent.
    pub fn end_move(&mut self) -> Option<Duration> {
        let (color, since) = self.running?;
        self.stop();
        self.remaining[color.index()] += Duration::from_millis(self.control.increment);
        Some(since.elapsed())
    }

    /// Returns the main time left.
    pub fn remaining(&self, color: Color) -> Duration {
        self.remaining[color.index()].saturating_sub(self.elapsed(color))
    }

    /// Sets the main time left, for a move that is taken back.
    pub fn set_remaining(&mut self, color: Color, time: Option<Duration>) {
        self.stop();
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
        let (color, since) = self.running?;
        let available = self.remaining[color.index()] + Duration::from_millis(self.control.byoyomi);
        (since.elapsed() >= available).then_some(color)
    }

    /// Describes the clocks to the page.
    pub fn view(&self) -> ClockView {
        let remaining = Color::BOTH.map(|color| self.remaining(color).as_millis() as u64);
        let byoyomi = Color::BOTH.map(|color| {
            let over = self.elapsed(color).saturating_sub(self.remaining[color.index()]);
            self.control.byoyomi.saturating_sub(over.as_millis() as u64)
        });
        ClockView { remaining, byoyomi, running: self.running.map(|(color, _)| color.into()) }
    }

    /// Returns the time since the clock of a side was started, zero if it does not run.
    fn elapsed(&self, color: Color) -> Duration {
        match self.running {
            Some((running, since)) if running == color => since.elapsed(),
            _ => Duration::ZERO,
        }
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
        assert!(clock.end_move().is_some());
        assert_eq!(clock.remaining(Color::Black), Duration::from_millis(500));
        assert_eq!(clock.view().running, None);
        clock.set_remaining(Color::Black, None);
        assert_eq!(clock.remaining(Color::Black), Duration::ZERO);
    }

    #[test]
    fn a_clock_without_time_expires() {
        let mut clock = GameClock::new(TimeControl { main: 0, increment: 0, byoyomi: 0 });
        assert_eq!(clock.expired(), None);
        clock.start(Color::White);
        assert_eq!(clock.expired(), Some(Color::White));
    }
}
