//! Why moves, positions and records cannot be read, and records not written.

use rules::{IllegalMove, SfenError, Square, quoted};
use serde::Serialize;
use std::borrow::Cow;

/// Why the text of a move is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum MoveTextError {
    #[error(transparent)]
    Rules(#[from] IllegalMove),
    /// The rules refuse the moves of these pieces.
    #[error("{}", join_pieces(.0))]
    Pieces(
        #[cfg_attr(feature = "typescript", ts(type = "[string, IllegalMove][]"))]
        Vec<(Square, IllegalMove)>,
    ),
    /// No move is written like this.
    #[error("{0}")]
    Text(Cow<'static, str>),
    /// These legal moves match, in USI notation.
    #[error("ambiguous: it can be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
}

fn join_pieces(reasons: &[(Square, IllegalMove)]) -> String {
    let reasons = reasons.iter().map(|(from, reason)| format!("from {from}: {reason}"));
    reasons.collect::<Vec<_>>().join("; ")
}

impl From<&'static str> for MoveTextError {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for MoveTextError {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl MoveTextError {
    /// Completes the error with its place.
    pub(crate) fn at(self, line: usize, found: &str) -> RecordError {
        match self {
            Self::Ambiguous(candidates) => {
                let found = found.to_owned();
                RecordError::new(line, RecordErrorKind::AmbiguousMove { found, candidates })
            }
            reason => RecordError::illegal(line, found, reason),
        }
    }
}

/// Why the text of a position cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionTextError {
    /// Neither `startpos` nor a board.
    #[error("{}: expected startpos or a position in SFEN", quoted(.0))]
    NoBoard(String),
    /// A word after `startpos`.
    #[error("{}: expected 'moves'", quoted(.0))]
    AfterStart(String),
    #[error(transparent)]
    Position(#[from] SfenError),
    /// A move that cannot be played, and its number from 1.
    #[error("move {number}, {}: {reason}", quoted(text))]
    Move { number: usize, text: String, reason: MoveTextError },
}

/// Why a record cannot be read: the line and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("line {line}: {kind}")]
pub struct RecordError {
    /// From 1.
    pub line: usize,
    pub kind: RecordErrorKind,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum RecordErrorKind {
    #[error("the text is neither UTF-8, UTF-16, Shift_JIS nor EUC-JP")]
    Encoding,
    #[error(
        "packed self-play games: 'ozutsu-learn pack' writes them as text to a file whose name ends with .txt"
    )]
    PackedGames,
    /// A compressed file, with the program that unpacks it.
    #[error("the file is compressed: unpack it first with {0}")]
    Compressed(&'static str),
    #[error("the compressed file is damaged or incomplete")]
    Damaged,
    /// A compressed file that unpacks to more than this number of MiB.
    #[error("the compressed file unpacks to more than {0} MiB")]
    TooLarge(usize),
    #[error("there is no game in the file")]
    Empty,
    #[error(
        "unknown format: expected KIF, KI2, CSA, JKF, PGN, Game Courier, a match log, SFEN, USI positions or moves"
    )]
    UnknownFormat,
    #[error("unknown game {}", quoted(.0))]
    UnknownGame(String),
    /// A start position that cannot be set up.
    #[error("{} is not a position of the game: {reason}", quoted(found))]
    Position {
        /// The text of the position, or of the line that completes it.
        found: String,
        reason: SfenError,
    },
    #[error("{} is not a legal move here: {reason}", quoted(found))]
    IllegalMove { found: String, reason: MoveTextError },
    #[error("{} is ambiguous: it can be {}", quoted(found), candidates.join(" or "))]
    AmbiguousMove {
        found: String,
        /// The moves that it fits, in USI notation.
        candidates: Vec<String>,
    },
    #[error("move number {found} found, {expected} expected")]
    MoveNumber { found: String, expected: usize },
    #[error("{} found, {expected} expected", quoted(found))]
    Unexpected { found: String, expected: &'static str },
    /// A puzzle without a solution.
    #[error("the solution (pv) is missing")]
    NoSolution,
    #[error("more than {0} games without moves")]
    TooManyEmptyGames(usize),
    #[error("variations are nested more than {0} levels deep")]
    TooDeep(usize),
    /// Text that is no JSON, or not of the form of the format.
    #[error("invalid JKF: {0}")]
    Json(String),
    #[error("{0} is never closed")]
    Unclosed(&'static str),
}

impl RecordError {
    pub(crate) fn new(line: usize, kind: RecordErrorKind) -> Self {
        Self { line, kind }
    }

    /// Creates the error for text that is not what is expected.
    pub(crate) fn unexpected(line: usize, found: &str, expected: &'static str) -> Self {
        Self::new(line, RecordErrorKind::Unexpected { found: found.trim().to_owned(), expected })
    }

    /// Creates the error for a move after the end of the game.
    pub(crate) fn after_end(line: usize, found: &str) -> Self {
        Self::unexpected(line, found, "no move after the end of the game")
    }

    /// Creates the error for a position that is refused.
    pub(crate) fn position(line: usize, found: &str, reason: SfenError) -> Self {
        let found = found.trim().to_owned();
        Self::new(line, RecordErrorKind::Position { found, reason })
    }

    /// Creates the error for the text of a position with moves.
    pub(crate) fn position_text(line: usize, found: &str, error: PositionTextError) -> Self {
        match error {
            PositionTextError::AfterStart(found) => Self::unexpected(line, &found, "'moves'"),
            PositionTextError::Position(error) if !found.is_empty() => {
                Self::position(line, found, error)
            }
            PositionTextError::NoBoard(_) | PositionTextError::Position(_) => {
                Self::unexpected(line, found, "startpos or a position in SFEN")
            }
            PositionTextError::Move { text, reason, .. } => reason.at(line, &text),
        }
    }

    /// Creates the error for a move that is refused.
    pub(crate) fn illegal(line: usize, found: &str, reason: impl Into<MoveTextError>) -> Self {
        let (found, reason) = (found.trim().to_owned(), reason.into());
        Self::new(line, RecordErrorKind::IllegalMove { found, reason })
    }
}

/// Why a record cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum WriteError {
    /// The format with this name has no other games.
    #[error("only games of shogi can be written as {0}")]
    ShogiOnly(&'static str),
    #[error("variations are nested more than {0} levels deep")]
    TooDeep(usize),
    /// A file of the format with this name holds only one game.
    #[error("a {0} file can hold only one game")]
    OneGameOnly(&'static str),
    #[error("'{0}' cannot be written in Shift_JIS")]
    NotInShiftJis(char),
}
