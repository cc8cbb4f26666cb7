//! JKF, the JSON Kifu Format (JSON棋譜フォーマット) of Kifu for JS and ShogiHome. Shogi only.
//!
//! An object holds the headers of KIF, the start position, and a list of entries: a move with the names of pieces
//! and ends in CSA, its time and comments, and as `forks` the lines that could stand in its place. The first entry
//! has the comments before the first move. Comments hold evaluations, clocks and marks like those of KIF. The format
//! is described at <https://github.com/na2hiro/Kifu-for-JS/tree/master/packages/json-kifu-format>.

mod read;
mod write;

pub(crate) use read::read;
pub use write::write;

use serde::{Deserialize, Serialize};
use serde_json::Number;
use std::collections::BTreeMap;

/// The deepest nesting of variations. Each level is read once more by the levels around it.
pub(crate) const MAX_DEPTH: usize = 100;

/// The name of the start position that `data` describes.
const OTHER: &str = "OTHER";

/// The words that tell moves to the same square apart: those of KI2, and their letters.
const RELATIVE: [(char, char); 7] =
    [('左', 'L'), ('直', 'C'), ('右', 'R'), ('上', 'U'), ('寄', 'M'), ('引', 'D'), ('打', 'H')];

/// The start position.
#[derive(Serialize, Deserialize)]
struct Initial {
    preset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

/// The pieces of a start position.
#[derive(Serialize, Deserialize)]
struct Data {
    /// The side to move: 0 for Black, 1 for White.
    color: u8,
    board: Board,
    /// The number of pieces of each kind, for Black and White.
    hands: [BTreeMap<String, u32>; 2],
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Board {
    /// The squares by file and rank.
    Cells(Vec<Vec<Cell>>),
    /// An object without fields.
    Empty {},
}

#[derive(Serialize, Deserialize, Default)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

/// An entry of a line, whose variations have entries of type `E`.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "E: Deserialize<'de>"))]
struct Entry<E> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<MoveFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Times>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forks: Option<Vec<Vec<E>>>,
}

#[derive(Serialize, Deserialize)]
struct MoveFields {
    /// 0 for Black, 1 for White.
    color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    to: Option<Place>,
    /// The piece before the move.
    piece: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    /// False for a promotion that was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

/// A square: file and rank from 1.
#[derive(Serialize, Deserialize, Clone, Copy)]
struct Place {
    x: u8,
    y: u8,
}

/// The time spent on a move, and by its side so far.
#[derive(Serialize, Deserialize)]
struct Times {
    now: Time,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Time>,
}

#[derive(Serialize, Deserialize)]
struct Time {
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<u64>,
    m: u64,
    /// Whole seconds; some programs write parts of them.
    s: Number,
}
