//! Reading a line, three ways.

use std::fmt::Display;
use std::str::FromStr;

use crate::engine::EngineMessage;
use crate::error::Error;
use crate::gui::GuiMessage;
use crate::tokens::Words;

/// Read from the words of a line. Not public, which seals [`Message`].
pub trait Read: Sized {
    /// Reads the whole line.
    fn read(words: &mut Words<'_>) -> Result<Self, Error>;
}

/// A message of either direction: [`GuiMessage`] or [`EngineMessage`].
///
/// It prints, with [`Display`], as the line to send, without the line ending.
pub trait Message: Read + Display {}

impl Message for GuiMessage {}
impl Message for EngineMessage {}

/// A message and what was wrong with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<M> {
    /// The message.
    pub message: M,
    /// The faults that were passed over, in the order they were met.
    pub faults: Vec<Error>,
}

/// Reads a line as well as it can be: what a program should do with what others send it.
///
/// Surplus blanks, unknown words, repeated keywords, unreadable values and odd spellings are passed
/// over. A command that is not USI comes back as `Other`. An error is left only where the message
/// has no meaning without the part that is wrong: a line of play cut short would be another
/// position, an option without a name no option.
///
/// ```
/// use vampirc_usi::{Go, GuiMessage, parse};
///
/// let message = parse(" go  depth 8 quickly\r\n");
/// assert_eq!(message, Ok(GuiMessage::Go(Go { depth: Some(8), ..Go::default() })));
/// ```
pub fn parse<M: Message>(line: &str) -> Result<M, Error> {
    parse_reporting(line).map(|parsed| parsed.message)
}

/// Reads like [`parse`], and tells what was passed over.
///
/// ```
/// use vampirc_usi::{GuiMessage, parse_reporting};
///
/// let parsed = parse_reporting::<GuiMessage>("go depth 8.0 quickly")?;
/// let faults: Vec<String> = parsed.faults.iter().map(ToString::to_string).collect();
/// assert_eq!(faults, [
///     r#"byte 9: "8.0" should be written "8""#,
///     r#"byte 13: unknown word "quickly""#,
/// ]);
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
pub fn parse_reporting<M: Message>(line: &str) -> Result<Parsed<M>, Error> {
    let mut words = Words::new(line, false)?;
    let message = M::read(&mut words)?;
    Ok(Parsed { message, faults: words.into_faults() })
}

/// Reads a line that must be flawless: what to check one's own output with.
///
/// The first fault is the error. Apart from the order of attributes, what passes is exactly what
/// printing the message gives.
///
/// ```
/// use vampirc_usi::{EngineMessage, parse_strict};
///
/// assert!(parse_strict::<EngineMessage>("info depth 8 seldepth 12 score cp 31").is_ok());
/// let error = parse_strict::<EngineMessage>("info depth 8  score 31").unwrap_err();
/// assert_eq!(error.to_string(), "byte 12: words must be one single space apart");
/// ```
pub fn parse_strict<M: Message>(line: &str) -> Result<M, Error> {
    M::read(&mut Words::new(line, true)?)
}

impl FromStr for GuiMessage {
    type Err = Error;

    /// The same as [`parse`].
    fn from_str(line: &str) -> Result<Self, Error> {
        parse(line)
    }
}

impl FromStr for EngineMessage {
    type Err = Error;

    /// The same as [`parse`].
    fn from_str(line: &str) -> Result<Self, Error> {
        parse(line)
    }
}
