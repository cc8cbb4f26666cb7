//! The subcommands. Each module has the arguments of one and a function that runs it.

pub mod book;
pub mod fit;
pub mod openings;
pub mod pack;
pub mod play;
pub mod stats;
pub mod train;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

/// Prints to the standard output. A closed pipe is not an error.
fn print(text: impl Display) {
    let _ = write!(io::stdout(), "{text}");
}

fn print_line(line: impl Display) {
    print(format_args!("{line}\n"));
}

/// Returns a progress bar, which is drawn only if the standard error output is a terminal.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_style(style)
}

/// Returns an error message that names the file.
fn located(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}

fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}
