//! Reads the lines of a session from stdin, in bounded memory.

use super::output::QuitSignal;
use crossbeam_channel::{Receiver, bounded};
use session::MAX_LINE_LENGTH;
use std::io::{self, BufRead, Read};
use std::thread;
use vampirc_usi::command_word;

/// Number of lines read ahead.
const LINE_BUFFER: usize = 64;
/// Number of bytes kept of a line that is too long.
const KEPT_LENGTH: usize = 256;

/// A line without its line ending. Invalid UTF-8 is replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    Complete(String),
    /// The beginning of a line that is longer than [`MAX_LINE_LENGTH`].
    TooLong(String),
    /// Ctrl-C, which is a key to the line editor.
    Interrupted,
}

impl InputLine {
    /// Returns whether the line ends the session.
    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Complete(line) if command_word(line).eq_ignore_ascii_case("quit"))
    }

    /// Keeps the beginning of a line that is too long.
    pub fn too_long(line: &[u8]) -> Self {
        Self::TooLong(String::from_utf8_lossy(&line[..line.len().min(KEPT_LENGTH)]).into_owned())
    }
}

/// Starts the thread that reads lines from stdin. The channel is disconnected at the end of the input.
/// `quit` is sent at once, because the session may be waiting for the client to read.
pub fn read_lines(quit: QuitSignal) -> io::Result<Receiver<InputLine>> {
    let (sender, lines) = bounded(LINE_BUFFER);
    thread::Builder::new().name("input".into()).spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if line.is_quit() {
                quit.send();
            }
            if sender.send(line).is_err() {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Reads a line, or returns `None` at the end of the input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE_LENGTH as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > MAX_LINE_LENGTH && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::too_long(&bytes)));
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(InputLine::Complete(line.trim_end_matches(['\r', '\n']).into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_the_limit() {
        let longest = "x".repeat(MAX_LINE_LENGTH);
        let text = format!("usi\r\n\n{longest}\n{longest}x\nposition {longest}{longest}\nquit");
        let mut input = text.as_bytes();
        let mut lines = Vec::new();
        while let Some(line) = read_line(&mut input).unwrap() {
            lines.push(line);
        }
        let complete = |text: &str| InputLine::Complete(text.into());
        let too_long = |text: &str| InputLine::TooLong(text[..KEPT_LENGTH].into());
        assert_eq!(
            lines,
            [
                complete("usi"),
                complete(""),
                complete(&longest),
                too_long(&longest),
                too_long(&format!("position {longest}")),
                complete("quit"),
            ]
        );
    }

    #[test]
    fn quit_is_recognized() {
        for line in ["quit", " Quit now", "\u{feff}quit"] {
            assert!(InputLine::Complete(line.into()).is_quit(), "{line}");
        }
        for line in ["", "quits", "stop quit"] {
            assert!(!InputLine::Complete(line.into()).is_quit(), "{line}");
        }
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        let mut input = &b"\xff\xfe go"[..];
        let line = read_line(&mut input).unwrap();
        assert_eq!(line, Some(InputLine::Complete("\u{fffd}\u{fffd} go".into())));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
