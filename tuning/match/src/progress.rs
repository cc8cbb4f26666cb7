//! How far a run is, and where a terminal shows that.

use crate::console;
use indicatif::{ProgressBar, ProgressStyle};
use records::format_seconds;
use std::time::{Duration, Instant};

/// How many games or pairs of a run were played.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Those that were played, including those before the run was resumed.
    pub done: u64,
    pub total: u64,
    before: u64,
    started: Instant,
}

impl Progress {
    /// Begins or resumes a run.
    pub fn new(before: u64, total: u64) -> Self {
        Self { done: before, total, before, started: Instant::now() }
    }

    /// Returns the number of those that were played since the program started.
    pub fn done_now(&self) -> u64 {
        self.done - self.before
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Estimates the time to the end from that of what was played.
    pub fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let (done, left) = (self.done_now(), self.total.saturating_sub(self.done));
        (done > 0).then(|| elapsed.mul_f64((left as f64 / done as f64).min(1e6)))
    }

    /// Formats the time that has elapsed and the time left.
    pub fn format_times(&self, elapsed: Duration) -> String {
        let left = self.time_left(elapsed);
        let left = left.map_or(String::new(), |left| format!(", {} left", format_seconds(left)));
        format_seconds(elapsed) + &left
    }
}

/// The progress at the bottom of the terminal, in one or two lines. Hidden if stderr is not a terminal.
#[derive(Clone, Debug)]
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Creates an empty line, which stays hidden if `is_hidden`.
    pub fn new(is_hidden: bool) -> Self {
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn is_visible(&self) -> bool {
        !self.0.is_hidden()
    }

    /// Shows a text. What follows its first ` | `, the result, is on a second line.
    pub fn update(&self, text: &str) {
        self.0.set_message(text.replacen(" | ", "\n", 1));
    }

    /// Prints a line to stdout, above the progress line.
    pub fn println(&self, line: &str) {
        self.0.suspend(|| console::print(&format!("{line}\n")));
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_estimated_from_what_was_played_since() {
        let mut progress = Progress::new(200, 900);
        let minute = Duration::from_secs(61);
        assert_eq!(progress.format_times(minute), "0:01:01");
        progress.done = 300;
        assert_eq!(progress.format_times(minute), "0:01:01, 0:06:06 left");
        progress.done = 901;
        assert_eq!(progress.format_times(minute), "0:01:01, 0:00:00 left");
    }
}
