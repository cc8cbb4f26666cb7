//! The progress line on a terminal.

use crate::report;
use indicatif::{ProgressBar, ProgressStyle};

/// The progress line at the bottom of the terminal. Hidden if stderr is not a terminal.
#[derive(Clone, Debug)]
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// Creates an empty line, which stays hidden if `is_hidden`.
    pub fn new(is_hidden: bool) -> Self {
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn is_visible(&self) -> bool {
        !self.0.is_hidden()
    }

    pub fn update(&self, text: String) {
        self.0.set_message(text);
    }

    /// Prints a line to stdout, above the progress line.
    pub fn println(&self, line: &str) {
        self.0.suspend(|| report::print(&format!("{line}\n")));
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
