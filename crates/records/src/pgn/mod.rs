//! PGN: tags, moves with comments, variations and results; also plain lists of moves.
//!
//! PGN's White is the player who moves first, which is Black (sente) here. The tags `White` and
//! `Black` and everything said from White's point of view are translated both ways.

mod header;
mod lexer;
mod read;
mod write;

pub(crate) use header::{Header, finish};
pub(crate) use lexer::{Lexer, Token};
pub(crate) use read::read;
pub use write::write;
pub(crate) use write::{is_end_comment, write_tags};

use crate::tags::{self, TagKeys};

/// The keys of tags in PGN.
const KEYS: TagKeys = TagKeys {
    names: &[
        (tags::BLACK, "White"),
        (tags::WHITE, "Black"),
        (tags::BLACK_TIME_CONTROL, "WhiteTimeControl"),
        (tags::WHITE_TIME_CONTROL, "BlackTimeControl"),
    ],
    is_reserved: |key| is_reserved(key) || TIME_KEYS.iter().any(|&(_, time)| time == key),
};

/// The tags that hold a date, and those for the time on that day.
const TIME_KEYS: [(&str, &str); 2] = [(tags::DATE, "Time"), (tags::END_DATE, "EndTime")];

/// Returns whether a tag says something about the game that a record keeps elsewhere.
fn is_reserved(key: &str) -> bool {
    ["Variant", "FEN", "SFEN", "SetUp", "Result", "Termination", "PlyCount"]
        .iter()
        .any(|reserved| reserved.eq_ignore_ascii_case(key))
}
