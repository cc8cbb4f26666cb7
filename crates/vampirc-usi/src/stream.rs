//! Iterators over the messages of a stream, for example of a pipe.

use std::fmt;
use std::io::{self, BufRead};
use std::marker::PhantomData;

use crate::engine_message::EngineMessage;
use crate::error::{Error, ErrorKind};
use crate::gui_message::GuiMessage;
use crate::message::{Message, parse};
use crate::usi_move::Move;

/// Returns an iterator over the GUI's messages, as an engine reads them from its standard input.
///
/// ```
/// use vampirc_usi::{GuiMessage, gui_messages};
///
/// let input: &[u8] = b"usi\r\n\r\ngo btime\r\nquit\r\n";
/// let messages: Vec<GuiMessage> = gui_messages(input).collect::<Result<_, _>>()?;
/// assert_eq!(messages.len(), 3);
/// assert_eq!(messages.last(), Some(&GuiMessage::Quit));
/// # Ok::<(), vampirc_usi::StreamError>(())
/// ```
pub fn gui_messages<R: BufRead>(input: R) -> Messages<R, GuiMessage<Move>> {
    Messages::new(input)
}

/// Returns an iterator over the engine's messages, as a GUI or a match runner reads them from the
/// engine's standard output.
pub fn engine_messages<R: BufRead>(input: R) -> Messages<R, EngineMessage<Move>> {
    Messages::new(input)
}

/// An iterator over the lines of a stream, without their line endings.
///
/// Unlike [`BufRead::lines`] it replaces invalid UTF-8 with `U+FFFD` and continues. It ends after
/// an I/O error.
#[derive(Debug)]
pub struct Lines<R> {
    input: Option<R>,
}

impl<R: BufRead> Lines<R> {
    /// Creates an iterator over the lines of `input`.
    pub fn new(input: R) -> Self {
        Self { input: Some(input) }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        match self.input.as_mut()?.read_until(b'\n', &mut line) {
            Ok(0) => {
                self.input = None;
                None
            }
            Ok(_) => {
                Some(Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()))
            }
            Err(error) => {
                self.input = None;
                Some(Err(error))
            }
        }
    }
}

/// An iterator over the messages of a stream, parsed with [`parse`].
///
/// It skips blank lines, which some programs send as keep-alives. To parse strictly or with
/// warnings, iterate over [`Lines`] and parse each line.
#[derive(Debug)]
pub struct Messages<R, T> {
    lines: Lines<R>,
    message: PhantomData<fn() -> T>,
}

impl<R: BufRead, T: Message<Move = Move>> Messages<R, T> {
    /// Creates an iterator over the messages of `input`.
    pub fn new(input: R) -> Self {
        Self { lines: Lines::new(input), message: PhantomData }
    }
}

impl<R: BufRead, T: Message<Move = Move>> Iterator for Messages<R, T> {
    type Item = Result<T, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let line = match self.lines.next()? {
                Ok(line) => line,
                Err(error) => return Some(Err(StreamError::Io(error))),
            };
            match parse(&line) {
                Ok(message) => return Some(Ok(message)),
                Err(Error { kind: ErrorKind::Empty, .. }) => {}
                Err(error) => return Some(Err(StreamError::Message { line, error })),
            }
        }
    }
}

/// An error in a stream of messages.
#[derive(Debug)]
pub enum StreamError {
    /// Reading the stream failed. This is the last item.
    Io(io::Error),
    /// A line is not a valid message. More items may follow.
    Message {
        /// The line.
        line: String,
        /// The error in the line.
        error: Error,
    },
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Message { error, .. } => error.fmt(f),
        }
    }
}

impl std::error::Error for StreamError {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    #[test]
    fn blank_lines_line_endings_and_invalid_utf8() {
        let input: &[u8] = b"usi\r\n\n  \r\n\xff\xfe go\nisready\r\r\nquit";
        let lines: Vec<_> = Lines::new(input).map(Result::unwrap).collect();
        assert_eq!(lines, ["usi", "", "  ", "\u{fffd}\u{fffd} go", "isready", "quit"]);
        let messages: Vec<_> = gui_messages(input).map(Result::unwrap).collect();
        assert_eq!(
            messages,
            [
                GuiMessage::Usi,
                GuiMessage::Other("\u{fffd}\u{fffd} go".to_owned()),
                GuiMessage::IsReady,
                GuiMessage::Quit
            ]
        );
    }

    #[test]
    fn an_invalid_line_does_not_end_the_stream() {
        let mut messages = gui_messages(&b"position startpos moves zz\nstop\n"[..]);
        let Some(Err(error)) = messages.next() else { panic!() };
        assert_eq!(error.to_string(), "byte 24: invalid move 1 \"zz\": not a USI move");
        let StreamError::Message { line, .. } = error else { panic!() };
        assert_eq!(line, "position startpos moves zz");
        assert!(matches!(messages.next(), Some(Ok(GuiMessage::Stop))));
        assert!(messages.next().is_none());
    }

    #[test]
    fn an_io_error_ends_the_stream() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut messages = engine_messages(BufReader::new(Broken));
        let Some(Err(error)) = messages.next() else { panic!() };
        assert_eq!(error.to_string(), "broken");
        assert!(messages.next().is_none());
    }
}
