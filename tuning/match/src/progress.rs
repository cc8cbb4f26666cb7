//! The line that is kept up to date on a terminal.

use crate::report::print;
use std::io::{self, IsTerminal, Write};

/// The line on the standard error output, if that is a terminal.
#[derive(Clone, Copy, Debug)]
pub struct ProgressLine {
    is_on: bool,
}

impl ProgressLine {
    /// On, if a terminal is there.
    pub fn new() -> Self {
        Self { is_on: io::stderr().is_terminal() }
    }

    /// Whether it is seen.
    pub fn is_visible(self) -> bool {
        self.is_on
    }

    /// Shows a line in place of what was shown before.
    pub fn update(self, line: &str) {
        if self.is_on {
            // A line that wraps could not be replaced.
            let width = terminal_size::terminal_size_of(io::stderr()).map_or(80, |size| size.0.0);
            let line: String = line.chars().take(usize::from(width).saturating_sub(1)).collect();
            eprint!("\r\x1b[K{line}");
            let _ = io::stderr().flush();
        }
    }

    /// Prints a line for good.
    pub fn println(self, line: &str) {
        if self.is_on {
            eprint!("\r\x1b[K");
        }
        print(&format!("{line}\n"));
    }
}
