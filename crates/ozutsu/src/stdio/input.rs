//! Reads the lines of a session from stdin, in bounded memory.

use super::output::QuitSignal;
use crossbeam_channel::{Receiver, bounded};
use session::MAX_LINE_LENGTH;
use std::io::{self, BufRead, Read};
use std::thread;
use vampirc_usi::command_word;

/// Number of lines read ahead.
const LINE_BUFFER: usize = 64;

/// A line of input, or Ctrl-C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line without its line ending. Invalid UTF-8 is replaced.
    Text(String),
    /// Ctrl-C, which is a key to the line editor.
    Interrupted,
}

impl InputLine {
    /// Returns whether the line ends the session of a program.
    pub fn is_quit(&self) -> bool {
        matches!(self, Self::Text(line) if command_word(line) == "quit")
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

/// Reads a line, or returns `None` at the end of the input. Of a line that is longer than [`MAX_LINE_LENGTH`], one byte
/// more is kept, by which the session knows it.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let limit = MAX_LINE_LENGTH as u64 + 1;
    input.by_ref().take(limit).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > MAX_LINE_LENGTH && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(InputLine::Text(line.trim_end_matches(['\r', '\n']).into())))
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
        let position = format!("position {longest}");
        let too_long = &position[..=MAX_LINE_LENGTH];
        let expected = ["usi", "", &longest, &format!("{longest}x"), too_long, "quit"];
        assert_eq!(lines, expected.map(|text| InputLine::Text(text.into())));
    }

    #[test]
    fn quit_is_recognized() {
        for line in ["quit", " quit now", "\u{feff}quit"] {
            assert!(InputLine::Text(line.into()).is_quit(), "{line}");
        }
        for line in ["", "quits", "Quit", "stop quit"] {
            assert!(!InputLine::Text(line.into()).is_quit(), "{line}");
        }
    }

    #[test]
    fn invalid_utf8_is_replaced() {
        let mut input = &b"\xff\xfe go"[..];
        let line = read_line(&mut input).unwrap();
        assert_eq!(line, Some(InputLine::Text("\u{fffd}\u{fffd} go".into())));
        assert_eq!(read_line(&mut input).unwrap(), None);
    }
}
