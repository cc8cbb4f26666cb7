//! The progress on a terminal.

use crate::report;
use indicatif::{ProgressBar, ProgressStyle};

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
        self.0.suspend(|| report::print(&format!("{line}\n")));
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
