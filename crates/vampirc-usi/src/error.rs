//! Errors and warnings: the kind of a problem in a line and its byte offset.

use std::fmt;

/// A problem in a line: its byte offset and its kind.
///
/// [`parse`](crate::parse) returns an error only if the line has no usable meaning;
/// [`parse_with_warnings`](crate::parse_with_warnings) lists the problems that it tolerates.
///
/// ```
/// use vampirc_usi::{GuiMessage, parse};
///
/// let error = parse::<GuiMessage>("position startpos moves 7g7f 3c34").unwrap_err();
/// assert_eq!(error.offset, 29);
/// assert_eq!(error.to_string(), r#"byte 29: invalid move 2 "3c34": not a USI move"#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Byte offset of the problem from the start of the line.
    pub offset: usize,
    /// Kind of problem.
    pub kind: ErrorKind,
}

/// Kind of problem in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The line is empty or all whitespace.
    Empty,
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
    /// A move is missing, or another token is in its place.
    ExpectedMove {
        /// The token found instead, or `None` at the end of the line.
        found: Option<String>,
    },
    /// A token in the moves of `position` or `checkmate` is not a move.
    InvalidMove {
        /// Number of the move in its list, starting at 1.
        number: usize,
        /// The token.
        token: String,
        /// Error of the move parser.
        reason: String,
    },
}

impl Error {
    pub(crate) fn new(offset: usize, kind: ErrorKind) -> Self {
        Self { offset, kind }
    }

    pub(crate) fn expected(offset: usize, expected: &'static str, found: Option<&str>) -> Self {
        Self::new(offset, ErrorKind::Expected { expected, found: found.map(str::to_owned) })
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
            Self::Empty => f.write_str("empty line"),
            Self::UnknownToken(token) => write!(f, "unknown token {}", Quoted(token)),
            Self::Duplicate(token) => write!(f, "duplicate {}", Quoted(token)),
            Self::Expected { expected, found } => write_expected(f, expected, found.as_deref()),
            Self::ExpectedMove { found } => write_expected(f, "a move", found.as_deref()),
            Self::InvalidMove { number, token, reason } => {
                write!(f, "invalid move {number} {}: {reason}", Quoted(token))
            }
        }
    }
}

fn write_expected(f: &mut fmt::Formatter<'_>, expected: &str, found: Option<&str>) -> fmt::Result {
    match found {
        Some(token) => write!(f, "expected {expected}, found {}", Quoted(token)),
        None => write!(f, "expected {expected}, found the end of the line"),
    }
}

/// Displays a token quoted, escaped and truncated, to keep the error on one short line.
struct Quoted<'a>(&'a str);

impl Quoted<'_> {
    const MAX_CHARS: usize = 40;
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        let mut shown: String = chars.by_ref().take(Self::MAX_CHARS).collect();
        if chars.next().is_some() {
            shown.push('…');
        }
        write!(f, "{shown:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_short_line() {
        let error = Error::expected(7, "a move", Some(&"x\n".repeat(1000)));
        let text = error.to_string();
        assert!(text.starts_with(r#"byte 7: expected a move, found "x\nx\n"#), "{text}");
        assert!(!text.contains('\n') && text.chars().count() < 120, "{text}");
    }
}
