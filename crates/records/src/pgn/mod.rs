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
pub(crate) use write::write_tags;

use crate::tags;

/// The shared keys of tags that PGN calls otherwise.
const KEYS: &[(&str, &str)] = &[
    (tags::BLACK, "White"),
    (tags::WHITE, "Black"),
    (tags::BLACK_TIME_CONTROL, "WhiteTimeControl"),
    (tags::WHITE_TIME_CONTROL, "BlackTimeControl"),
];
