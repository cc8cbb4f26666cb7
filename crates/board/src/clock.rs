//! The clocks of a game.

use crate::messages::{ClockView, TimeControl};
use platform::Instant;
use rules::Color;
use std::time::Duration;

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

    /// Returns the time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Starts the clock of a side, unless it runs already.
    pub fn start(&mut self, color: Color, now: Instant) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop(now);
            self.running = Some((color, now));
        }
    }

    /// Stops the running clock in the middle of a move.
    pub fn stop(&mut self, now: Instant) {
        if let Some((color, since)) = self.running.take() {
            self.spent[color.index()] += now.saturating_duration_since(since);
        }
    }

    /// Stops the clocks after a move of a side. Adds the increment and returns the time spent on the move,
    /// or `None` if its clock has not run.
    pub fn end_move(&mut self, color: Color, now: Instant) -> Option<Duration> {
        let is_running = self.running.is_some_and(|(running, _)| running == color);
        self.stop(now);
        let spent = std::mem::take(&mut self.spent[color.index()]);
        let has_run = is_running || !spent.is_zero();
        let remaining = &mut self.remaining[color.index()];
        *remaining = remaining.saturating_sub(spent);
        if has_run {
            *remaining += Duration::from_millis(self.control.increment);
        }
        has_run.then_some(spent)
    }

    /// Returns the main time left.
    pub fn remaining(&self, color: Color, now: Instant) -> Duration {
        self.remaining[color.index()].saturating_sub(self.spent(color, now))
    }

    /// Stops the clocks and sets the main time left before the current move, after a move is taken back.
    /// Without a time, sets the time at the start of the game.
    pub fn set_remaining(&mut self, color: Color, time: Option<Duration>) {
        self.running = None;
        self.spent[color.index()] = Duration::ZERO;
        let start = Duration::from_millis(self.control.main);
        self.remaining[color.index()] = time.unwrap_or(start);
    }

    /// Returns the times spent on the current move, by color.
    pub fn times_spent(&self, now: Instant) -> [Duration; 2] {
        Color::BOTH.map(|color| self.spent(color, now))
    }

    /// Stops the clocks and sets the times spent on the current move, by color.
    pub fn set_times_spent(&mut self, times: [Duration; 2]) {
        (self.running, self.spent) = (None, times);
    }

    /// Returns the clock of a side for the engine.
    pub fn engine_clock(&self, color: Color, now: Instant) -> search::Clock {
        search::Clock {
            remaining: self.remaining(color, now),
            increment: Duration::from_millis(self.control.increment),
            byoyomi: Duration::from_millis(self.control.byoyomi),
            moves_to_go: None,
        }
    }

    /// Returns the side whose time has run out.
    pub fn expired(&self, now: Instant) -> Option<Color> {
        let (color, _) = self.running?;
        let available = self.remaining[color.index()] + Duration::from_millis(self.control.byoyomi);
        (self.spent(color, now) >= available).then_some(color)
    }

    /// Describes the clocks to the page.
    pub fn view(&self, now: Instant) -> ClockView {
        let remaining = Color::BOTH.map(|color| self.remaining(color, now).as_millis() as u64);
        let byoyomi = Color::BOTH.map(|color| {
            let over = self.spent(color, now).saturating_sub(self.remaining[color.index()]);
            self.control.byoyomi.saturating_sub(over.as_millis() as u64)
        });
        let running = self.running.map(|(color, _)| color);
        ClockView { control: self.control, remaining, byoyomi, running }
    }

    /// Returns the time that a side has spent on the current move.
    fn spent(&self, color: Color, now: Instant) -> Duration {
        let since_start = match self.running {
            Some((running, since)) if running == color => now.saturating_duration_since(since),
            _ => Duration::ZERO,
        };
        self.spent[color.index()] + since_start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(main: u64, increment: u64, byoyomi: u64) -> (GameClock, impl Fn(u64) -> Instant) {
        let start = Instant::now();
        let control = TimeControl { main, increment, byoyomi };
        (GameClock::new(control), move |after| start + Duration::from_millis(after))
    }

    #[test]
    fn increments_are_added_and_byoyomi_does_not_run_the_clock_below_zero() {
        let (mut clock, at) = clock(0, 500, 60_000);
        clock.start(Color::Black, at(0));
        assert_eq!(clock.expired(at(59_999)), None);
        assert_eq!(clock.end_move(Color::Black, at(7)), Some(Duration::from_millis(7)));
        assert_eq!(clock.remaining(Color::Black, at(7)), Duration::from_millis(500));
        assert_eq!(clock.view(at(7)).running, None);
        // Also by a move that is made while the clocks stand still.
        clock.start(Color::White, at(7));
        clock.stop(at(9));
        assert_eq!(clock.end_move(Color::White, at(20)), Some(Duration::from_millis(2)));
        assert_eq!(clock.remaining(Color::White, at(20)), Duration::from_millis(500));
        clock.set_remaining(Color::Black, None);
        assert_eq!(clock.remaining(Color::Black, at(7)), Duration::ZERO);
    }

    #[test]
    fn a_pause_does_not_renew_the_byoyomi_of_a_move() {
        let (mut clock, at) = clock(0, 0, 20);
        clock.start(Color::Black, at(0));
        clock.stop(at(20));
        assert_eq!((clock.expired(at(30)), clock.view(at(30)).byoyomi[0]), (None, 0));
        clock.start(Color::Black, at(40));
        assert_eq!(clock.expired(at(40)), Some(Color::Black));
        assert_eq!(clock.end_move(Color::Black, at(41)), Some(Duration::from_millis(21)));
        // The next move has a new one.
        assert_eq!(
            (clock.end_move(Color::Black, at(50)), clock.view(at(50)).byoyomi[0]),
            (None, 20)
        );
    }

    #[test]
    fn a_clock_without_time_expires() {
        let (mut clock, at) = clock(0, 0, 0);
        assert_eq!(clock.expired(at(0)), None);
        clock.start(Color::White, at(0));
        assert_eq!(clock.expired(at(0)), Some(Color::White));
    }
}
