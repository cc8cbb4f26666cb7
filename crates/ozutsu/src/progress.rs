//! Progress bars on stderr, which are hidden unless it is a terminal, and numbers in words.

use indicatif::{ProgressBar, ProgressStyle};

/// What follows the bar and the counts: the message.
pub const MESSAGE: &str = "  {msg}";
/// The counts are of games.
pub const GAMES: &str = " games  {msg}";
/// The counts are of files.
pub const FILES: &str = " files  {msg}";
/// The counts are seconds.
pub const SECONDS: &str = " s  {msg}";
/// The time left, then the message.
pub const TIME_LEFT: &str = "  {eta} left  {msg}";

/// Creates a progress bar with one of the endings above.
pub fn progress_bar(len: usize, ending: &str) -> ProgressBar {
    let bar = ProgressBar::new(len as u64);
    match style(ending) {
        Ok(style) => bar.with_style(style.progress_chars("#>-")),
        Err(_) => bar,
    }
}

/// Returns a number of things: `1 game`, `2 games`.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

fn style(ending: &str) -> Result<ProgressStyle, indicatif::style::TemplateError> {
    ProgressStyle::with_template(&format!("[{{bar:24}}] {{pos}}/{{len}}{ending}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_valid() {
        for ending in [MESSAGE, GAMES, FILES, SECONDS, TIME_LEFT] {
            assert!(style(ending).is_ok(), "{ending}");
        }
    }
}
