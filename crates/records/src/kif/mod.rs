//! KIF and KI2: the formats of Kakinoki's shogi programs, in UTF-8 or Shift_JIS.
//!
//! KIF numbers each move and gives its start square (`   1 ７六歩(77)`); KI2 writes moves for people
//! (`▲７六歩`). Both share headers, board diagrams, comments (`*`), variations (`変化：9手`) and the
//! closing line (`まで111手で先手の勝ち`), so one reader reads both. The format is described at
//! <http://kakinoki.o.oo7.jp/kif_format.html>.
//!
//! Games other than shogi are written in the same way with their own kanji and a line `棋種：NAME`.

mod diagram;
mod endings;
mod kanji;
mod ki2;
mod moves;
mod read;
mod write;

pub use ki2::{japanese_line, parse_move};
pub(crate) use read::read;
pub use write::{write_ki2, write_kif};

use crate::tags::{self, TagKeys};

/// The header that names a game other than shogi.
const VARIANT_KEY: &str = "棋種";

/// The headers of tags in KIF.
const KEYS: TagKeys = TagKeys { names: NAMES, is_reserved: read::is_reserved };

const NAMES: &[(&str, &str)] = &[
    (tags::BLACK, "先手"),
    (tags::WHITE, "後手"),
    (tags::DATE, "開始日時"),
    (tags::END_DATE, "終了日時"),
    (tags::EVENT, "棋戦"),
    (tags::SITE, "場所"),
    (tags::TIME_CONTROL, "持ち時間"),
    (tags::BLACK_TIME_CONTROL, "先手持ち時間"),
    (tags::WHITE_TIME_CONTROL, "後手持ち時間"),
    (tags::OPENING, "戦型"),
];
