//! Sample lines, and proptest strategies for messages.

pub mod messages;
pub mod sample_lines;
pub mod values;

use vampirc_usi::{Error, Message, Move, parse_with_warnings};

/// Parses a line that must be canonical.
pub fn parse_strict<T: Message<Move = Move>>(line: &str) -> Result<T, Error> {
    parse_with_warnings(line)?.deny_warnings()
}
