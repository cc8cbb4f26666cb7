//! Messages from a pipe.

use std::fmt;
use std::io::{self, BufRead};
use std::marker::PhantomData;

use crate::engine::EngineMessage;
use crate::error::{Error, ErrorKind};
use crate::gui::GuiMessage;
use crate::parse::{Message, parse};

/// The messages of a GUI, as an engine reads them from its standard input.
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
pub fn gui_messages<R: BufRead>(input: R) -> Messages<R, GuiMessage> {
    Messages::new(input)
}

/// The messages of an engine, as a GUI or a match runner reads them from the engine's standard
/// output.
pub fn engine_messages<R: BufRead>(input: R) -> Messages<R, EngineMessage> {
    Messages::new(input)
}

/// The lines of a stream, without their endings.
///
/// Unlike [`BufRead::lines`] it goes on when a line is not UTF-8: what is not becomes `U+FFFD`. A
/// failure of the stream itself ends it.
#[derive(Debug)]
pub struct Lines<R> {
    input: Option<R>,
}

impl<R: BufRead> Lines<R> {
    /// The lines of `input`.
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

/// The messages of a stream, read with [`parse`]. Blank lines, which some programs send to show
/// that they are alive, are left out.
///
/// To read strictly or with a report, take [`Lines`] and parse each.
#[derive(Debug)]
pub struct Messages<R, M> {
    lines: Lines<R>,
    message: PhantomData<fn() -> M>,
}

impl<R: BufRead, M: Message> Messages<R, M> {
    /// The messages of `input`.
    pub fn new(input: R) -> Self {
        Self { lines: Lines::new(input), message: PhantomData }
    }
}

impl<R: BufRead, M: Message> Iterator for Messages<R, M> {
    type Item = Result<M, StreamError>;

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

/// Why a stream did not yield a message.
#[derive(Debug)]
pub enum StreamError {
    /// The stream failed. Nothing follows.
    Io(io::Error),
    /// A line is no message. Others may follow.
    Message {
        /// The line.
        line: String,
        /// What is wrong with it.
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
    fn lines_of_every_kind() {
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
    fn a_bad_line_does_not_end_the_stream() {
        let mut messages = gui_messages(&b"position startpos moves zz\nstop\n"[..]);
        let Some(Err(error)) = messages.next() else { panic!() };
        assert_eq!(error.to_string(), "byte 24: expected a move, found \"zz\"");
        let StreamError::Message { line, .. } = error else { panic!() };
        assert_eq!(line, "position startpos moves zz");
        assert!(matches!(messages.next(), Some(Ok(GuiMessage::Stop))));
        assert!(messages.next().is_none());
    }

    #[test]
    fn a_failing_stream_ends() {
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
