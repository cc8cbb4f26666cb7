//! Why a record cannot be read or written.

use rules::SfenError;
use std::fmt;

/// Why a record cannot be read: the line and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The kind of error.
    pub kind: RecordErrorKind,
}

/// The kinds of errors in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordErrorKind {
    /// The bytes are neither UTF-8, UTF-16, Shift_JIS nor EUC-JP.
    Encoding,
    /// The file has no game in it.
    Empty,
    /// The content is that of no known format.
    UnknownFormat,
    /// The name of a game that is not known.
    UnknownGame(String),
    /// A start position that cannot be set up.
    Position {
        /// The text of the position, or of the line that completes it.
        found: String,
        /// Why it is refused.
        reason: String,
    },
    /// A move that is not legal.
    IllegalMove {
        /// The move as it is written.
        found: String,
        /// Why it is refused.
        reason: String,
    },
    /// A move that fits several legal moves.
    AmbiguousMove {
        /// The move as it is written.
        found: String,
        /// The moves that it fits, in USI notation.
        candidates: String,
    },
    /// Another move number than the next.
    MoveNumber {
        /// The number as it is written.
        found: String,
        /// The number expected.
        expected: usize,
    },
    /// Text that means nothing at this place.
    Unexpected {
        /// The text.
        found: String,
        /// The expected text.
        expected: &'static str,
    },
    /// Something that must be there is missing.
    Missing(&'static str),
    /// More games without moves than this.
    TooManyEmptyGames(usize),
    /// Something that was opened and never closed.
    Unclosed(&'static str),
}

impl RecordError {
    pub(crate) fn new(line: usize, kind: RecordErrorKind) -> Self {
        Self { line, kind }
    }

    /// Creates the error for text that is not what is expected.
    pub(crate) fn unexpected(line: usize, found: &str, expected: &'static str) -> Self {
        Self::new(line, RecordErrorKind::Unexpected { found: shorten(found), expected })
    }

    /// Creates the error for a position that is refused.
    pub(crate) fn position(line: usize, found: &str, error: &SfenError) -> Self {
        let (found, reason) = (shorten(found), error.to_string());
        Self::new(line, RecordErrorKind::Position { found, reason })
    }

    /// Creates the error for a move that is refused.
    pub(crate) fn illegal(line: usize, found: &str, reason: impl fmt::Display) -> Self {
        let (found, reason) = (shorten(found), reason.to_string());
        Self::new(line, RecordErrorKind::IllegalMove { found, reason })
    }
}

/// Shortens text from a file so that it fits an error message.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.kind {
            RecordErrorKind::Encoding => {
                f.write_str("the text is neither UTF-8, UTF-16, Shift_JIS nor EUC-JP")
            }
            RecordErrorKind::Empty => f.write_str("there is no game in the file"),
            RecordErrorKind::UnknownFormat => f.write_str(
                "unknown format: expected KIF, KI2, CSA, PGN, Game Courier, a match log, USI positions or moves",
            ),
            RecordErrorKind::UnknownGame(name) => write!(f, "unknown game '{}'", shorten(name)),
            RecordErrorKind::Position { found, reason } => {
                write!(f, "'{found}' is not a position of the game: {reason}")
            }
            RecordErrorKind::IllegalMove { found, reason } => {
                write!(f, "'{found}' is not a legal move here: {reason}")
            }
            RecordErrorKind::AmbiguousMove { found, candidates } => {
                let found = shorten(found);
                write!(f, "'{found}' is ambiguous: it can be {candidates}")
            }
            RecordErrorKind::MoveNumber { found, expected } => {
                write!(f, "move number {found} found, {expected} expected")
            }
            RecordErrorKind::Unexpected { found, expected } => {
                write!(f, "'{found}' found, {expected} expected")
            }
            RecordErrorKind::Missing(what) => write!(f, "{what} is missing"),
            RecordErrorKind::TooManyEmptyGames(limit) => {
                write!(f, "more than {limit} games without moves")
            }
            RecordErrorKind::Unclosed(what) => write!(f, "{what} is never closed"),
        }
    }
}

impl std::error::Error for RecordError {}

/// Why a record cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// CSA is a format for shogi only.
    ShogiOnly,
    /// A file of the format with this name holds only one game.
    OneGameOnly(&'static str),
    /// The character cannot be written in Shift_JIS.
    NotInShiftJis(char),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ShogiOnly => f.write_str("only games of shogi can be written as CSA"),
            Self::OneGameOnly(format) => write!(f, "a {format} file can hold only one game"),
            Self::NotInShiftJis(c) => write!(f, "'{c}' cannot be written in Shift_JIS"),
        }
    }
}

impl std::error::Error for WriteError {}
