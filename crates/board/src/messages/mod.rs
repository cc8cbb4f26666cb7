//! The messages between a page and the program.
//!
//! A page sends a [`Request`] for each command and gets [`Message`]s, all in JSON: over a WebSocket from the server
//! (`GET /socket`; an [`Opening`] is the first message), by `postMessage` where the program runs in the page. The server
//! answers the text `ping` with `pong`. A request that is sent again, since the connection broke before its reply, is
//! carried out once, and only while the game for which it is meant is at the table.
//! What a command changes reaches every page at the table before the reply to the page that sent it. A query changes
//! nothing, and only its page hears of it.
//!
//! Moves are USI (`7g7f`, `8h2b+`, `P*5e`), squares as in USI (`7g`), pieces SFEN letters (`P`, `+P`,
//! lower case for White). Scores and chances are from Black's point of view, times in milliseconds.
//! Nodes of the move tree are numbers; 0 is the start position. What is said to people is a code with
//! values, for which the page has the words of each language; moves come in the notations of people, [`MoveText`].

mod command;
mod file;
mod game;
mod puzzle;
mod table;
mod user;

use crate::command_error::CommandError;
pub use crate::notation::MoveText;
use crate::puzzle_rating::PuzzleRating;
pub use command::*;
pub use file::*;
pub use game::*;
pub use puzzle::*;
use records::{Omission, RecordError, WriteError};
use rules::SfenError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
pub use table::*;
use thiserror::Error;
#[cfg(test)]
use ts_rs::TS;
pub use user::*;

/// The first message of a page to the server.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    /// The name of the table; empty for any.
    pub table: String,
    /// The key that the printed address has.
    pub key: Option<String>,
    /// What stands for the key once.
    pub token: Option<String>,
    /// The pass of a seat, which leads to its table.
    pub seat: Option<String>,
}

/// The answer to a command.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "reply", rename_all = "snake_case")]
pub enum Reply {
    /// The command was carried out.
    Done,
    /// The command was refused.
    Error {
        /// Why, for the person at the page.
        error: CommandError,
    },
    /// The text of an export.
    Text { text: String },
    /// A file to be saved.
    File {
        name: String,
        /// The bytes in base64.
        content: String,
        /// How the file differs from what was asked for, if it does.
        warning: Option<SaveWarning>,
    },
    /// How a piece moves.
    Movement(PieceMovement),
    /// A position that is not shown.
    Preview {
        /// The pieces on the board by square.
        pieces: BTreeMap<String, String>,
        /// The pieces in hand: for Black and White, counts by letter.
        hands: [BTreeMap<String, u8>; 2],
        /// The squares of the last move.
        last_move: Vec<String>,
    },
    /// A text of puzzles has invalid lines, and none of it was read.
    InvalidPuzzles {
        /// An error for each invalid line, with its number.
        errors: Vec<RecordError>,
    },
    /// A position made in the editor.
    Edited {
        /// The position as SFEN.
        sfen: String,
        /// Why the position cannot be set up, if it cannot.
        error: Option<SfenError>,
    },
    /// Recent games that were looked for.
    Games {
        /// The games, the newest first.
        games: Vec<RecentInfo>,
        /// The number of all that were found.
        count: usize,
    },
    /// A table for two people on two devices is there.
    Invited {
        /// The pass for the page's own seat.
        pass: String,
    },
    /// The addresses at which others can join the game.
    Invitation {
        /// The address of the other player's seat. Only the page of the host gets it.
        player: Option<ShareView>,
        /// The address for watching.
        watcher: ShareView,
    },
}

/// How a saved file differs from what was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum SaveWarning {
    /// It is in UTF-8, because of a character that its usual encoding does not have.
    Characters(WriteError),
    /// The format has no place for parts of the record.
    Omitted(BTreeSet<Omission>),
    /// The number of oldest games that are not in the file, because it would be too long.
    Older(usize),
}

/// Why the user's data is not what a person expects. The display is for the terminal.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum Problem {
    /// It cannot be stored, for a reason in English.
    #[error(
        "Settings, solved puzzles and games cannot be kept now, and what is stored stays as it is: {0}"
    )]
    NotKept(String),
    /// A damaged file was renamed.
    #[error(
        "{path} is damaged and was renamed to {to}; settings, solved puzzles and games start anew"
    )]
    SetAside { path: String, to: String },
}

/// How a piece moves in a position: squares by what it can do there, whatever is on them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PieceMovement {
    /// The squares to which it moves and on which it captures.
    pub both: Vec<String>,
    /// The squares to which it moves without capturing.
    pub quiet: Vec<String>,
    /// The squares on which it only captures.
    pub capture: Vec<String>,
    /// The squares of the pieces over which it jumps.
    pub screen: Vec<String>,
}

/// A message of the program to a page.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "message", rename_all = "snake_case")]
pub enum Message {
    /// The first message: what the program offers. It comes again when files of games were loaded again.
    Hello {
        /// The table at which the page sits; empty at one with seats, where the pass leads to it.
        table: String,
        /// The program's name and version.
        program: &'static str,
        /// The version of the scripts that can read what follows. A page with others loads itself again.
        scripts: &'static str,
        games: Vec<GameInfo>,
        levels: Vec<LevelName>,
        /// The address for other devices, if the program serves any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        share: Option<ShareView>,
        /// The sizes in MiB of the engine's hash table from which a person may choose by the setting `hash`, the
        /// first by default; empty for guests.
        hash_sizes: Vec<usize>,
        /// The numbers of its threads, likewise by the setting `threads`; empty if it has only one.
        thread_counts: Vec<usize>,
        limits: Limits,
        /// Whether pages on other devices can be invited to a game.
        invites: bool,
        /// Whether the page has shown a pass and not the key, so that the program keeps nothing for it: no settings,
        /// puzzles or games.
        guest: bool,
    },
    /// The exercises of the shown game in their order: for a new page, and before the state when another game is shown.
    Exercises { exercises: Vec<ExerciseView> },
    /// The changes of the move tree. The state that goes with them follows.
    Tree {
        /// The number of nodes in the tree. Nodes from this number on are gone.
        count: usize,
        /// The nodes that are new or have changed, in order of their numbers.
        nodes: Vec<TreeNode>,
    },
    /// The shown position and the state of the game.
    State(Box<TableView>),
    /// The headers of the record: for a new page, and after a change.
    Headers { headers: Headers },
    /// The file that was read, while one of its games is shown: at first and when it changes.
    File { file: Option<FileView> },
    /// The lines of a running or finished search.
    Analysis {
        node: usize,
        purpose: SearchPurpose,
        /// The best line first.
        lines: Vec<LineView>,
    },
    /// The mistakes of the game, after a review; none while the main line is not reviewed.
    Mistakes {
        /// The mistakes in the order of the game.
        mistakes: Vec<MistakeView>,
    },
    /// Something that the user should know has happened.
    Notice { notice: Notice },
    /// The settings, at first and when a page has changed them.
    Settings {
        #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
        settings: Settings,
    },
    /// The progress in the stored puzzles, at first and when it changes.
    Puzzles {
        /// The progress by game.
        puzzles: BTreeMap<String, PuzzleCounts>,
        /// The person's rating in them.
        rating: PuzzleRating,
    },
    /// The newest of the recent games, at first and when they change.
    Games {
        /// The games, the newest first.
        games: Vec<RecentInfo>,
        /// The number of all recent games.
        count: usize,
    },
    /// An error in reading or writing the user's data, or `None` once it is gone. Sent when it changes, and to a new
    /// page if there is one.
    Problem { problem: Option<Problem> },
    /// The files of games that have changed since they were loaded. Sent when they change, and to a new page of the owner
    /// if there are any.
    RulesChanged { files: Vec<String> },
    /// The key that the page is to show from now on, in place of a token.
    Key { key: String },
    /// The answer to a request.
    Reply {
        /// The name of the request.
        id: String,
        reply: Reply,
    },
    /// The page cannot be served, for instance because too many are open.
    Refused {
        /// Why.
        error: CommandError,
    },
}

/// The limits of what a page may send.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Limits {
    /// The largest request in bytes.
    pub request: usize,
    /// The longest header of a record, comment and name of a person in characters.
    pub header: usize,
    pub comment: usize,
    pub name: usize,
    /// The strongest level of the engine, and its weakest and strongest rating.
    pub level: i64,
    pub elo: (i64, i64),
    /// The most lines of an analysis.
    pub lines: usize,
    /// The shortest and the longest time of a move, and the longest on a clock, in milliseconds.
    pub move_time: (u64, u64),
    pub clock: u64,
}

/// The largest request in bytes. A file is the largest thing a page sends.
pub const MAX_REQUEST: usize = 4 << 20;

/// The name of the engine's levels up to the next name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LevelName {
    /// The first level with this name.
    pub from: i64,
    pub name: Strength,
}

/// How strong a level of the engine is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    Beginner,
    Novice,
    Casual,
    Club,
    Strong,
    Expert,
    Master,
    Full,
}

/// An address at which other devices can open the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ShareView {
    /// The address, with the key.
    pub address: String,
    /// The rows of its QR code, `1` for dark and `0` for light.
    pub qr: Vec<String>,
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum SearchPurpose {
    /// To play a move.
    Play,
    /// To analyse the shown position.
    Analyse,
    /// To suggest a move.
    Hint,
    /// To judge the moves of the game.
    Review,
    /// To judge a move that the person tries.
    Judge,
    /// To find a mate.
    Mate,
    /// To prove the solution of a puzzle.
    Prove,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Notice {
    /// The engine suggests a move.
    Hint {
        /// The node at which it is a move.
        node: usize,
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: MoveText,
    },
    /// A mate search found a mate.
    MateFound {
        /// The number of moves to mate, in plies.
        plies: usize,
    },
    /// A mate search has proven that there is no mate by consecutive checks.
    NoMate,
    /// A mate search was stopped without a result.
    MateUnknown,
    /// A move that the person tried in place of a mistake was judged.
    Judged {
        /// The node of the mistake.
        node: usize,
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: MoveText,
        /// Whether the move is good enough not to count as a mistake.
        is_good: bool,
        /// The winning chance that it loses, from 0 to 1.
        lost: f64,
        /// The best reply and the line after it.
        reply: Vec<MoveText>,
    },
    /// The engine or the other player does not agree to what a player has asked.
    Declined {
        question: Question,
    },
    /// A text was read whose game is another than the one expected.
    Imported {
        /// The name of the game.
        variant: String,
    },
    /// There was no memory for a hash table of the wanted size. Sizes are in MiB.
    SmallHash {
        /// The size that was wanted.
        wanted: usize,
        /// The size of the table that the engine has.
        size: usize,
    },
    EngineFailed,
}
