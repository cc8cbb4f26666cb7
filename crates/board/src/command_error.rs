//! Why a command of a page is refused.

use crate::game_file::MAX_GAMES;
use crate::messages::Field;
use crate::text::Text;
use records::{MoveTextError, RecordError, WriteError};
use rules::{IllegalMove, SfenError};
use thiserror::Error;

/// The most moves of a record, variations included. Texts with more are refused.
pub const MAX_MOVES: usize = 5_000;
/// The longest solution in plies. The board is not made for longer games.
pub const MAX_PLIES: usize = 1_000;

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The pages at the table have moved on.
    #[error("the board has changed meanwhile")]
    Changed,
    #[error("the game is paused")]
    Paused,
    #[error("go to the last move to play on")]
    NotAtEnd,
    #[error("it is the engine's turn")]
    EngineToMove,
    #[error("it is the other player's turn")]
    OthersTurn,
    /// The clocks wait for a player who is not connected.
    #[error("the other player is not connected")]
    OtherAway,
    #[error("this page only watches the game")]
    OnlyWatching,
    /// Not allowed at a table with seats.
    #[error("not in a game between two people")]
    BetweenPeople,
    #[error("the other player asks nothing")]
    NoQuestion,
    /// No other device can reach the program.
    #[error("nobody can be invited here")]
    NoGuests,
    #[error("too many boards are open; close one of the pages")]
    TooManyTables,
    #[error("the address cannot be shown as a QR code")]
    Address,
    #[error("the engine has no move yet")]
    NoMoveYet,
    #[error("the time is up")]
    TimeUp,
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    #[error("there is no move to take back")]
    NothingToUndo,
    #[error("the impasse rule allows no claim here")]
    NoClaim,
    #[error("the game is over")]
    GameOver,
    /// Only allowed where moves may be played anywhere.
    #[error("not during a game")]
    DuringGame,
    #[error("the start position cannot be removed")]
    StartPosition,
    #[error("there is no move {0}")]
    NoSuchMove(usize),
    /// Not a move in any notation.
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] SfenError),
    #[error("'{0}' is not a square of the board")]
    Square(String),
    #[error("there is no piece on the square")]
    EmptySquare,
    #[error("unknown game '{0}'")]
    UnknownGame(String),
    #[error("unknown handicap '{0}'")]
    UnknownHandicap(String),
    #[error("invalid {what} {value}: expected {min} to {max}", what = field.english())]
    OutOfRange { field: Field, value: String, min: String, max: String },
    #[error("invalid time: expected a main time or byoyomi")]
    NoTime,
    #[error("solve the puzzle first, or show its solution")]
    Solving,
    #[error("there is no puzzle on the board")]
    NoPuzzle,
    #[error("the puzzle is over")]
    PuzzleOver,
    #[error("there are no puzzles for {}", .0.en)]
    NoPuzzles(Text),
    #[error("no puzzle for {} has this goal, length and difficulty", .0.en)]
    NoSuchPuzzle(Text),
    #[error("there are no puzzles of your own")]
    NoOwnPuzzles,
    #[error("there is no puzzle in the text")]
    NoPuzzleInText,
    #[error("a solution has {0} moves, expected {max} at most", max = MAX_PLIES)]
    LongSolution(usize),
    #[error("there is no game in the text")]
    NoGameInText,
    #[error("there are {0} games, expected {max} at most", max = MAX_GAMES)]
    TooManyGames(usize),
    /// With the index from 0.
    #[error("the file has no game {}", .0 + 1)]
    NoSuchGame(usize),
    #[error("the text is too long: expected {0} characters at most")]
    TooLong(usize),
    /// A text looks like a position but is none of the game.
    #[error(transparent)]
    PositionInText(SfenError),
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] RecordError),
    #[error("{reason}; this looks like {}: choose the game first", games.en)]
    SeveralGames { reason: Box<Self>, games: Text },
    #[error("the text has {0} moves, expected {MAX_MOVES} at most")]
    TooManyMoves(usize),
    /// A record cannot be written in a format.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    #[error("this game is no longer kept")]
    NoRecentGame,
    /// Settings that no page writes.
    #[error("the settings are too large")]
    LargeSettings,
    #[error("review the game first")]
    NotReviewed,
    #[error("invalid command: {0}")]
    Invalid(String),
    #[error("this board is closed; reload the page")]
    Closed,
    #[error("internal error: the command failed")]
    Failed,
}

impl CommandError {
    /// Returns the input field to which the error belongs.
    pub fn field(&self) -> Option<Field> {
        match self {
            Self::OutOfRange { field, .. } => Some(*field),
            Self::NoTime => Some(Field::Time),
            Self::UnknownHandicap(_) => Some(Field::Handicap),
            Self::Position(_) => Some(Field::Sfen),
            Self::NoGameInText
            | Self::PositionInText(_)
            | Self::Unreadable(_)
            | Self::SeveralGames { .. }
            | Self::TooManyGames(_)
            | Self::TooManyMoves(_) => Some(Field::Text),
            Self::MoveText(_) => Some(Field::Move),
            Self::NoPuzzleInText | Self::LongSolution(_) => Some(Field::Puzzles),
            _ => None,
        }
    }
}
