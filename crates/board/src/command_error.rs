//! Why a command of a page is refused.

use records::{MoveTextError, RecordError, WriteError};
use rules::{IllegalMove, SfenError};
use serde::Serialize;
use std::ops::RangeInclusive;
#[cfg(test)]
use ts_rs::TS;

/// The most moves of a game in a text, variations included. Games that the board has kept may have more.
pub const MAX_MOVES: usize = 5_000;
/// The numbers of lines that a person may choose.
pub const LINE_COUNTS: RangeInclusive<usize> = 1..=5;
/// The times of a move that a person may choose, in milliseconds.
pub const MOVE_TIMES: RangeInclusive<u64> = 10..=3_600_000;
/// The longest time on a clock in milliseconds.
pub const MAX_CLOCK: u64 = 24 * 3_600_000;
/// The longest solution in plies. The board is not made for longer games.
pub const MAX_PLIES: usize = 1_000;

/// A number that must be in a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The number of a puzzle.
    Puzzle,
    Level,
    /// The Elo rating.
    Rating,
    /// The time for each move.
    MoveTime,
    /// The times of the clocks.
    Time,
    /// The number of lines.
    Lines,
}

/// Why a command is refused, as a code with values. The page has the words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum CommandError {
    /// The pages at the table have moved on.
    Changed,
    Paused,
    NotAtEnd,
    EngineToMove,
    OthersTurn,
    OnlyWatching,
    /// Not allowed in a game between two people, on two devices or by links, nor to guests.
    BetweenPeople,
    NoQuestion,
    /// A file of games cannot be loaded again, for a reason in English.
    Rules(String),
    /// The other player is there, or has not been away for long.
    NotAbsent,
    /// No other device can reach the program.
    NoGuests,
    TooManyTables,
    Address,
    NoMoveYet,
    TimeUp,
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    NothingToUndo,
    NoClaim,
    GameOver,
    /// Only allowed where moves may be played anywhere.
    DuringGame,
    StartPosition,
    NoSuchMove(usize),
    /// Not a move in any notation.
    MoveText(MoveTextError),
    /// Not a position of the game.
    Position(SfenError),
    /// No square of the board has this name.
    Square(String),
    EmptySquare,
    UnknownGame(String),
    UnknownHandicap(String),
    /// A number is not between two others.
    OutOfRange {
        field: Field,
        value: String,
        min: String,
        max: String,
    },
    /// A clock needs a main time or byoyomi.
    NoTime,
    Solving,
    NoPuzzle,
    PuzzleOver,
    /// There are no puzzles for the game with this name.
    NoPuzzles(String),
    /// No puzzle for the game with this name has the goal, length and difficulty.
    NoSuchPuzzle(String),
    NoOwnPuzzles,
    NoPuzzleInText,
    /// A solution has too many plies.
    LongSolution {
        found: usize,
        max: usize,
    },
    NoGameInText,
    TooManyGames {
        found: usize,
        max: usize,
    },
    /// With the index from 0.
    NoSuchGame(usize),
    /// The text has more characters than this.
    TooLong(usize),
    /// A text looks like a position but is none of the game.
    PositionInText(SfenError),
    /// A text cannot be read.
    Unreadable(RecordError),
    /// A text is none of the present game and fits several others, given by their names.
    SeveralGames {
        reason: Box<Self>,
        games: Vec<String>,
    },
    TooManyMoves {
        found: usize,
        max: usize,
    },
    /// A record cannot be written in a format.
    Unwritable(WriteError),
    NoRecentGame,
    /// Settings that no page writes.
    LargeSettings,
    NotReviewed,
    /// No page sends such a command, for a reason in English.
    Invalid(String),
    Closed,
    /// The key of the page is missing or wrong.
    Key,
    /// The pass belongs to no game.
    NoSeat,
    /// The page has asked for something else that is not ready.
    Busy,
    /// There was an error in the program.
    Failed,
    /// Too many pages show a game.
    TooManyPages,
    /// The name of a table has other characters than letters, digits and hyphens.
    TableName,
}

/// Converts errors of other crates.
macro_rules! from_errors {
    ($($variant:ident($error:ty))*) => {
        $(impl From<$error> for CommandError {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        })*
    };
}

from_errors! {
    Illegal(IllegalMove)
    MoveText(MoveTextError)
    Position(SfenError)
    Unreadable(RecordError)
    Unwritable(WriteError)
}
