//! Errors and warnings: the kind of a problem in a line and its byte offset.

use rules::quoted;
use std::fmt;

/// A problem in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Byte offset of the problem from the start of the line.
    pub offset: usize,
    /// Kind of problem.
    pub kind: ErrorKind,
}

/// Kind of problem in a line. Its text is one short line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// The token is unknown or not allowed here.
    UnknownToken(String),
    /// A parameter is given twice.
    Duplicate(String),
    /// A required token is missing, or another token is in its place.
    Expected {
        /// Description of the required token.
        expected: &'static str,
        /// The token found instead, or `None` at the end of the line.
        found: Option<String>,
    },
    /// A token in the moves of `position` is not a move.
    InvalidMove {
        /// Number of the move in its list, starting at 1.
        number: usize,
        /// The token.
        token: String,
        /// Why it is not a move.
        reason: String,
    },
}

/// What is expected where a move must be.
pub(crate) const MOVE: &str = "a move";

impl ErrorKind {
    /// Returns whether a move is expected: an error in `searchmoves`.
    pub(crate) fn is_about_moves(&self) -> bool {
        matches!(self, Self::Expected { expected, .. } if *expected == MOVE)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.kind)
    }
}

impl std::error::Error for Error {}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownToken(token) => write!(f, "unknown token {}", quoted(token)),
            Self::Duplicate(token) => write!(f, "duplicate {}", quoted(token)),
            Self::Expected { expected, found: Some(token) } => {
                write!(f, "expected {expected}, found {}", quoted(token))
            }
            Self::Expected { expected, found: None } => {
                write!(f, "expected {expected}, found the end of the line")
            }
            Self::InvalidMove { number, token, reason } => {
                write!(f, "invalid move {number} {}: {reason}", quoted(token))
            }
        }
    }
}
