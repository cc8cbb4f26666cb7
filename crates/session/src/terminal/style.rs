//! The terminal styles of the program's output.
//!
//! Texts are always styled; the output stream removes the escape codes where colors are off.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::{self, Display};

/// Ordinary text.
pub const PLAIN: Style = Style::new();
/// Headings and results.
pub const STRONG: Style = Style::new().bold();
/// Secondary text: board lines, labels, empty squares.
pub const FAINT: Style = Style::new().dimmed();
/// White's pieces. Black's have the terminal's default color.
pub const WHITE: Style = ansi(AnsiColor::Cyan);
/// Promoted pieces: red, as printed on the back of real pieces.
pub const PROMOTED: Style = ansi(AnsiColor::Red);
/// A king in check and its checkers.
pub const CHECK: Style = ansi(AnsiColor::Red).bold();
/// The label of an error message.
pub const ERROR: Style = CHECK;
/// The label of a warning.
pub const WARNING: Style = ansi(AnsiColor::Yellow).bold();
/// Squares that a piece can move to.
pub const MOVE_TARGET: Style = ansi(AnsiColor::Green);
/// Squares that a piece can only capture on.
pub const CAPTURE_TARGET: Style = ansi(AnsiColor::Red);
/// A move marked as a blunder, and a missed mate.
pub const BLUNDER: Style = CHECK;
/// A move marked as a mistake.
pub const MISTAKE: Style = ansi(AnsiColor::Red);
/// A move marked as an inaccuracy.
pub const INACCURACY: Style = ansi(AnsiColor::Yellow);
/// The mark of a position whose best move was found.
pub const SOLVED: Style = MOVE_TARGET;
/// The mark of a position whose best move was not found.
pub const UNSOLVED: Style = CHECK;

/// Moves the cursor to the start of its line and clears the line.
pub const CLEAR_LINE: &str = "\r\x1b[K";

const fn ansi(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// Returns a text in a style.
pub fn paint(style: Style, text: impl Display) -> impl Display {
    fmt::from_fn(move |f| write!(f, "{style}{text}{style:#}"))
}
