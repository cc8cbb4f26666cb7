//! CSA: the format of the Computer Shogi Association, versions 1 to 3; written as V2.2. Shogi only.
//!
//! Moves name both squares and the piece after the move (`+7776FU`), times follow as `T12`, and
//! words such as `%TORYO` end the game. The format has no variations. It is described at
//! <http://www2.computer-shogi.org/protocol/record_v22.html>.

mod codes;
mod read;
mod start;
mod write;

pub(crate) use codes::{format_ending, holds_word, kind, name, read_ending};
pub(crate) use read::read;
pub use write::write;

use crate::tags::{self, TagKeys};

/// The keyword for hours and minutes, and seconds of byoyomi.
const TIME_LIMIT: &str = "TIME_LIMIT";
/// The keyword for seconds for the game, of byoyomi and of increment.
const TIME: &str = "TIME";

/// The keywords of tags in CSA. All others are read as tags, too.
const KEYS: TagKeys = TagKeys { names: NAMES, is_reserved: |_| false };

const NAMES: &[(&str, &str)] = &[
    (tags::EVENT, "EVENT"),
    (tags::SITE, "SITE"),
    (tags::DATE, "START_TIME"),
    (tags::END_DATE, "END_TIME"),
    (tags::TIME_CONTROL, TIME_LIMIT),
    (tags::TIME_CONTROL, TIME),
    (tags::BLACK_TIME_CONTROL, "TIME+"),
    (tags::WHITE_TIME_CONTROL, "TIME-"),
    (tags::OPENING, "OPENING"),
];
