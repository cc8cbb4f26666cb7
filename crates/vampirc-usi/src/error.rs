//! What can be wrong with a line, and where.

use std::fmt;

/// A fault in a line: where it is and what it is.
///
/// [`parse`](crate::parse) returns one only when the message cannot be saved;
/// [`parse_strict`](crate::parse_strict) returns the first one there is, and
/// [`parse_reporting`](crate::parse_reporting) lists those that were passed over.
///
/// ```
/// use vampirc_usi::{GuiMessage, parse};
///
/// let error = parse::<GuiMessage>("position startpos moves 7g7f 3c34").unwrap_err();
/// assert_eq!(error.offset, 29);
/// assert_eq!(error.to_string(), r#"byte 29: expected a move, found "3c34""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// Where the fault begins: bytes from the start of the line, the first being 0.
    pub offset: usize,
    /// What the fault is.
    pub kind: ErrorKind,
}

/// The kinds of fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The line holds nothing but blanks.
    Empty,
    /// There is a second line. A message is one line; see [`gui_messages`](crate::gui_messages).
    ManyLines,
    /// Blanks that are not one single space between two words.
    Blanks,
    /// The line begins with a word that is no USI command.
    UnknownCommand(String),
    /// A word that means nothing where it stands.
    UnknownWord(String),
    /// A keyword that may come once came again.
    Repeated(String),
    /// A word that can be understood but is not how USI writes it.
    Spelling {
        /// The word.
        found: String,
        /// How it should be written.
        write: String,
    },
    /// A space in the name of an option.
    SpaceInName,
    /// Something needed is missing, or something else stands in its place.
    Expected {
        /// What is needed.
        what: &'static str,
        /// The word found there; `None` at the end of the line.
        found: Option<String>,
    },
}

impl Error {
    pub(crate) fn new(offset: usize, kind: ErrorKind) -> Self {
        Self { offset, kind }
    }

    pub(crate) fn expected(offset: usize, what: &'static str, found: Option<&str>) -> Self {
        Self::new(offset, ErrorKind::Expected { what, found: found.map(str::to_owned) })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.offset)?;
        match &self.kind {
            ErrorKind::Empty => f.write_str("the line is empty"),
            ErrorKind::ManyLines => f.write_str("a message must be one line"),
            ErrorKind::Blanks => f.write_str("words must be one single space apart"),
            ErrorKind::UnknownCommand(word) => write!(f, "unknown command {}", Quoted(word)),
            ErrorKind::UnknownWord(word) => write!(f, "unknown word {}", Quoted(word)),
            ErrorKind::Repeated(word) => write!(f, "{} given twice", Quoted(word)),
            ErrorKind::Spelling { found, write } => {
                write!(f, "{} should be written {}", Quoted(found), Quoted(write))
            }
            ErrorKind::SpaceInName => f.write_str("an option's name must be one word"),
            ErrorKind::Expected { what, found: Some(word) } => {
                write!(f, "expected {what}, found {}", Quoted(word))
            }
            ErrorKind::Expected { what, found: None } => {
                write!(f, "expected {what}, found the end of the line")
            }
        }
    }
}

impl std::error::Error for Error {}

/// A word in quotes, escaped and cut short: an error is one line whatever was sent.
struct Quoted<'a>(&'a str);

impl Quoted<'_> {
    const LONGEST: usize = 40;
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chars = self.0.chars();
        let mut shown: String = chars.by_ref().take(Self::LONGEST).collect();
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

    #[test]
    fn every_kind_says_what_is_wrong() {
        let word = || "w".to_owned();
        for (kind, text) in [
            (ErrorKind::Empty, "the line is empty"),
            (ErrorKind::ManyLines, "a message must be one line"),
            (ErrorKind::Blanks, "words must be one single space apart"),
            (ErrorKind::UnknownCommand(word()), "unknown command \"w\""),
            (ErrorKind::UnknownWord(word()), "unknown word \"w\""),
            (ErrorKind::Repeated(word()), "\"w\" given twice"),
            (
                ErrorKind::Spelling { found: "05a".to_owned(), write: "5a".to_owned() },
                "\"05a\" should be written \"5a\"",
            ),
            (ErrorKind::SpaceInName, "an option's name must be one word"),
            (
                ErrorKind::Expected { what: "a move", found: None },
                "expected a move, found the end of the line",
            ),
        ] {
            assert_eq!(Error::new(3, kind).to_string(), format!("byte 3: {text}"));
        }
    }
}
