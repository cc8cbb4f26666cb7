//! Why a command of a page is refused.

use crate::game::MAX_MOVES;
use crate::messages::Field;
use crate::own_puzzles::MAX_PLIES;
use crate::text::Text;
use records::{MoveTextError, RecordError, WriteError};
use rules::{IllegalMove, SfenError};
use thiserror::Error;

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The pages at the table have moved on.
    #[error("the board has changed meanwhile")]
    Changed,
    /// Moves cannot be played while the game is paused.
    #[error("the game is paused")]
    Paused,
    /// An earlier position is shown.
    #[error("go to the last move to play on")]
    NotAtEnd,
    /// The engine is to move.
    #[error("it is the engine's turn")]
    EngineToMove,
    /// The side to move has lost on time.
    #[error("the time is up")]
    TimeUp,
    /// The rules do not allow the move.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// There is nothing to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// No claim is allowed.
    #[error("the impasse rule allows no claim here")]
    NoClaim,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Only allowed where moves may be played anywhere.
    #[error("not during a game")]
    DuringGame,
    /// The root of the tree has no move.
    #[error("the start position cannot be removed")]
    StartPosition,
    /// The node does not exist.
    #[error("there is no move {0}")]
    NoSuchMove(usize),
    /// Not a move in any notation.
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] SfenError),
    /// The editor's position cannot be described.
    #[error("'{0}' is not a square of the board")]
    Square(String),
    /// The square is empty.
    #[error("there is no piece on the square")]
    EmptySquare,
    /// The game does not exist.
    #[error("unknown game '{0}'")]
    UnknownGame(String),
    /// The handicap does not exist.
    #[error("unknown handicap '{0}'")]
    UnknownHandicap(String),
    /// A number is too large or too small.
    #[error("invalid {what} {value}: expected {min} to {max}", what = field.english())]
    OutOfRange { field: Field, value: String, min: String, max: String },
    /// Neither main time nor byoyomi.
    #[error("invalid time: expected a main time or byoyomi")]
    NoTime,
    /// A puzzle is being solved.
    #[error("solve the puzzle first, or show its solution")]
    Solving,
    /// No puzzle is being solved.
    #[error("there is no puzzle on the board")]
    NoPuzzle,
    /// The puzzle is solved or given up.
    #[error("the puzzle is over")]
    PuzzleOver,
    /// The game has no puzzles.
    #[error("there are no puzzles for {}", .0.en)]
    NoPuzzles(Text),
    /// No puzzle is like this.
    #[error("no puzzle for {} has this length and difficulty", .0.en)]
    NoSuchPuzzle(Text),
    /// No puzzles were read.
    #[error("there are no puzzles of your own")]
    NoOwnPuzzles,
    /// A text without puzzles.
    #[error("there is no puzzle in the text")]
    NoPuzzleInText,
    /// A solution is too long.
    #[error("a solution has {0} moves, expected {max} at most", max = MAX_PLIES)]
    LongSolution(usize),
    /// A text without games.
    #[error("there is no game in the text")]
    NoGameInText,
    /// A text looks like a position but is none of the game.
    #[error(transparent)]
    PositionInText(SfenError),
    /// A text cannot be read.
    #[error(transparent)]
    Unreadable(#[from] RecordError),
    /// A text fits several other games, by their titles.
    #[error("{reason}; this looks like {}: choose the game first", games.en)]
    SeveralGames { reason: Box<Self>, games: Text },
    /// A record is too long.
    #[error("the text has {0} moves, expected {MAX_MOVES} at most")]
    TooManyMoves(usize),
    /// A record cannot be written in a format.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    /// The list of recent games has no game with this number.
    #[error("this game is no longer kept")]
    NoRecentGame,
    /// Settings that no page writes.
    #[error("the settings are too large")]
    LargeSettings,
    /// No mistakes to learn from.
    #[error("review the game first")]
    NotReviewed,
    /// The message is not a command.
    #[error("invalid command: {0}")]
    Invalid(String),
    /// The table was removed.
    #[error("this board is closed; reload the page")]
    Closed,
    /// The work of a command crashed.
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
            | Self::TooManyMoves(_) => Some(Field::Text),
            Self::MoveText(_) => Some(Field::Move),
            Self::NoPuzzleInText | Self::LongSolution(_) => Some(Field::Puzzles),
            _ => None,
        }
    }
}
