//! The few colours there are. Where none are wanted the output stream takes them out again.

use anstyle::{AnsiColor, Color, Style};
use std::fmt::{self, Display};

/// What is worth finding at a glance.
pub const STRONG: Style = Style::new().bold();
/// What only guides the eye: lines, labels, empty squares.
pub const FAINT: Style = Style::new().dimmed();
/// White's pieces. Black's have the terminal's own colour.
pub const WHITE: Style = ansi(AnsiColor::Cyan);
/// Promoted pieces, as on the back of a real one.
pub const PROMOTED: Style = ansi(AnsiColor::Red);
/// A king in check, the pieces that give it, and what ends a game.
pub const ALARM: Style = ansi(AnsiColor::Red).bold();
/// The word that opens a message about a fault.
pub const ERROR: Style = ALARM;
/// Where a piece may go.
pub const REACH: Style = ansi(AnsiColor::Green);
/// Where it may only capture.
pub const CAPTURE: Style = ansi(AnsiColor::Red);

/// What takes the cursor back to the start of its row and clears that.
pub const REWIND: &str = "\r\x1b[K";

const fn ansi(color: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(color)))
}

/// A text in a style.
pub fn paint(style: Style, text: impl Display) -> impl Display {
    fmt::from_fn(move |f| write!(f, "{style}{text}{style:#}"))
}
