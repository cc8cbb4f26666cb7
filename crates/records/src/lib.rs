#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! [`read`] detects the format of a file and returns its games as [`GameRecord`]s: a start
//! position, tags, and a tree of legal moves with comments, times and evaluations. [`write()`]
//! turns a record into text. [`read_epd`] reads positions with their best moves, and [`book`] has opening books. Nothing
//! here opens a file.
//!
//! | Format | Games | Variations | Times | Evaluations |
//! |---|---|---|---|---|
//! | KIF | all | yes | milliseconds | as ShogiHome writes them |
//! | KI2 | all | yes | no | as ShogiHome writes them |
//! | CSA | shogi | no | milliseconds | as Floodgate writes them |
//! | JKF | shogi | yes | milliseconds | as ShogiHome writes them |
//! | PGN | all | yes | milliseconds | as `ozutsu-match` writes them |
//! | Game Courier | all | no | milliseconds | as `ozutsu-match` writes them |
//! | USI, match log | all | no | no | no |
#![deny(unsafe_code)]

mod annotations;
pub mod book;
mod clock_text;
mod csa;
mod drawing;
mod encoding;
mod end_reason;
mod end_words;
mod ending;
mod epd;
mod error;
mod formats;
mod game_courier;
mod game_name;
mod game_times;
mod handicap;
mod jkf;
mod kanji;
mod kif;
mod match_log;
mod notation;
mod omissions;
mod pgn;
mod position_text;
mod record;
mod svg;
pub mod tags;
mod usi;
mod warning;
mod western;

pub use annotations::{glyph_from_mark, glyph_mark};
pub use clock_text::format_seconds;
pub use drawing::{Drawing, DrawingColor};
pub use encoding::{decode, encode_shift_jis, pack, without_gz};
pub use end_reason::{EndReason, GameResult};
pub use ending::GameEnd;
pub use epd::{EpdEntry, MAX_EPD_ERRORS, read_epd};
pub use error::{MoveTextError, PositionTextError, RecordError, RecordErrorKind, WriteError};
pub use formats::{
    Format, GameWriter, Games, Hints, read, read_games, read_text, write, write_all,
};
pub use handicap::{HandicapStart, handicap_position, handicaps};
pub use kanji::{abbreviate_kanji, last_two_kanji};
pub use kif::{board_diagram, japanese_line, japanese_move, parse_move};
pub use omissions::Omission;
pub use position_text::{other_games, play_moves, read_position};
pub use record::{Cursor, Evaluation, GameRecord, Node, NodeId, Notes, Place, Score};
pub use svg::{board_svg, escape_markup, piece_svg};
pub use tags::Tags;
pub use warning::Warning;
pub use western::format_western;
