//! Sample lines, and proptest strategies for messages.

pub mod messages;
pub mod values;

use vampirc_usi::{Error, Message, Move, parse_with_warnings};

/// Lines that real programs send: GUIs and match runners, and engines.
pub const GUI_LINES: &str = include_str!("../../lines/gui.txt");
pub const ENGINE_LINES: &str = include_str!("../../lines/engine.txt");

/// Parses a line that must be canonical.
pub fn parse_strict<T: Message<Move = Move>>(line: &str) -> Result<T, Error> {
    parse_with_warnings(line)?.deny_warnings()
}
