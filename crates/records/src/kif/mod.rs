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
mod lines;
mod moves;
mod read;
mod write;

pub use diagram::board_diagram;
pub(crate) use ki2::distinguishing_words;
pub use ki2::{japanese_line, japanese_move, parse_move};
pub(crate) use lines::{VARIANT_KEY, format_tag, is_start_header, read_tag};
pub(crate) use read::{add_byoyomi, read};
pub use write::{write_ki2, write_kif};
