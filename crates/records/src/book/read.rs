//! Reads books one position at a time.

use super::BookMove;
use rules::{Position, Rules, quoted};
use std::io::{self, BufRead, Read};
use std::mem;

/// The comment that names the format, without the version.
const FORMAT: &str = "#YANEURAOU-DB";
/// The first line of a book.
pub(crate) const HEADER: &str = "#YANEURAOU-DB2016 1.00";
/// The start of the comment that names the game.
pub(crate) const VARIANT: &str = "#variant ";
/// The largest length of a line in bytes.
const MAX_LINE_LENGTH: usize = 1 << 16;

/// A position of a book with its moves, which are legal.
#[derive(Clone, Debug)]
pub(crate) struct BookEntry {
    /// The position, without history.
    pub position: Position,
    /// The moves in the order of the file; may be empty.
    pub moves: Vec<BookMove>,
}

/// Why a book cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BookError {
    /// From 1.
    pub line: usize,
    pub message: String,
}

/// An iterator over the positions of a book. After an invalid line it goes on with the next one.
#[derive(Debug)]
pub(crate) struct BookEntries<R> {
    input: R,
    rules: &'static Rules,
    /// The number of the last line read.
    line: usize,
    buffer: Vec<u8>,
    /// The position whose moves are being read.
    current: Option<BookEntry>,
    /// Whether the moves being read are those of an invalid position.
    skips_moves: bool,
    /// Whether the line in the buffer is still to be read: the start of the next position.
    keeps_line: bool,
    is_done: bool,
    /// Whether the iterator has ended with an error.
    has_failed: bool,
}

/// Why a line cannot be read.
enum LineError {
    Invalid(String),
    /// It is not a book for the game, or no more of it can be read.
    Fatal(String),
}

impl From<String> for LineError {
    fn from(message: String) -> Self {
        Self::Invalid(message)
    }
}

impl<R: BufRead> BookEntries<R> {
    /// Creates an iterator over the positions of a book for a game.
    pub fn new(input: R, rules: &'static Rules) -> Self {
        Self {
            input,
            rules,
            line: 0,
            buffer: Vec::new(),
            current: None,
            skips_moves: false,
            keeps_line: false,
            is_done: false,
            has_failed: false,
        }
    }

    /// Returns whether the last error has ended the iteration.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Reads a line into the buffer. Returns false at the end of the input.
    fn read_line(&mut self) -> Result<bool, LineError> {
        let fatal = |error: io::Error| LineError::Fatal(error.to_string());
        self.buffer.clear();
        let limit = MAX_LINE_LENGTH as u64 + 1;
        let read = self.input.by_ref().take(limit).read_until(b'\n', &mut self.buffer);
        self.line += 1;
        match read.map_err(fatal)? {
            0 => Ok(false),
            length if length > MAX_LINE_LENGTH => {
                if !self.buffer.ends_with(b"\n") {
                    self.input.skip_until(b'\n').map_err(fatal)?;
                }
                Err(format!("the line has more than {MAX_LINE_LENGTH} bytes").into())
            }
            _ => Ok(true),
        }
    }

    /// Reads up to the start of the next position. Returns the position before it, if any.
    fn read_entry(&mut self) -> Result<Option<BookEntry>, LineError> {
        while mem::take(&mut self.keeps_line) || self.read_line()? {
            let bytes = self.buffer.trim_ascii();
            let bytes = if self.line == 1 { without_byte_order_mark(bytes) } else { bytes };
            if bytes.starts_with(b"#") {
                // Comments need not be UTF-8.
                self.check_comment(&String::from_utf8_lossy(bytes))?;
                continue;
            }
            if bytes.is_empty() || bytes.starts_with(b"//") {
                continue;
            }
            let is_position = bytes.starts_with(b"sfen ");
            if is_position && let Some(entry) = self.current.take() {
                self.keeps_line = true;
                return Ok(Some(entry));
            }
            // Until the position is read, its moves would be skipped.
            self.skips_moves |= is_position;
            let line = str::from_utf8(bytes).map_err(|_| "not UTF-8 text".to_owned())?;
            if let Some(sfen) = line.strip_prefix("sfen ") {
                let position = Position::from_sfen(self.rules, sfen);
                let position = position.map_err(|error| error.to_string())?;
                self.current = Some(BookEntry { position, moves: Vec::new() });
                self.skips_moves = false;
                continue;
            }
            let Some(entry) = &mut self.current else {
                if self.skips_moves {
                    continue;
                }
                return Err(format!("{}: expected 'sfen' and a position", quoted(line)).into());
            };
            entry.moves.extend(parse_move(line, &entry.position)?);
        }
        self.is_done = true;
        Ok(self.current.take())
    }

    /// Checks the comments that name the format and the game.
    fn check_comment(&self, line: &str) -> Result<(), LineError> {
        let message = match line.strip_prefix(VARIANT).map(str::trim) {
            _ if line.starts_with(FORMAT) && line != HEADER => {
                format!("{}: expected {HEADER}", quoted(line))
            }
            Some(name) if !name.eq_ignore_ascii_case(self.rules.name()) => {
                format!("the book is for {}, not for {}", quoted(name), self.rules.name())
            }
            _ => return Ok(()),
        };
        Err(LineError::Fatal(message))
    }
}

impl<R: BufRead> Iterator for BookEntries<R> {
    type Item = Result<BookEntry, BookError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let message = match self.read_entry() {
            Ok(entry) => return entry.map(Ok),
            Err(LineError::Invalid(message)) => message,
            Err(LineError::Fatal(message)) => {
                (self.is_done, self.has_failed) = (true, true);
                message
            }
        };
        Some(Err(BookError { line: self.line, message }))
    }
}

fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// Returns the game that the comments before the first position of a book name, if they do.
pub fn named_variant(input: impl BufRead) -> io::Result<Option<String>> {
    // Comments need not be UTF-8.
    for line in input.take(MAX_LINE_LENGTH as u64).split(b'\n') {
        let line = line?;
        let line = without_byte_order_mark(&line).trim_ascii();
        if line.starts_with(b"sfen ") {
            break;
        }
        if let Some(name) = String::from_utf8_lossy(line).strip_prefix(VARIANT) {
            return Ok(Some(name.trim().into()));
        }
    }
    Ok(None)
}

/// Parses a move line. Returns `None` if it has no move, but says that the game is over.
fn parse_move(line: &str, position: &Position) -> Result<Option<BookMove>, String> {
    let rules = position.rules();
    let mut fields = line.split_whitespace();
    let text = fields.next().unwrap_or_default();
    if matches!(text, "none" | "resign" | "win") {
        return Ok(None);
    }
    let mv = rules.parse_usi(text).map_err(|error| format!("{}: {error}", quoted(text)))?;
    position.validate_move(mv).map_err(|illegal| format!("{}: {illegal}", quoted(text)))?;
    let reply = match fields.next() {
        None | Some("none" | "resign" | "win") => None,
        Some(text) => {
            let reply = rules.parse_usi(text);
            Some(reply.map_err(|error| format!("reply {}: {error}", quoted(text)))?)
        }
    };
    let mut number = |name: &str, default: i64| match fields.next() {
        // ShogiHome writes `none` for a missing number.
        None | Some("none") => Ok(default),
        Some(text) => text
            .parse::<i64>()
            .map_err(|_| format!("{name} {}: expected a whole number", quoted(text))),
    };
    let (score, depth, count) = (number("score", 0)?, number("depth", 0)?, number("count", 1)?);
    Ok(Some(BookMove {
        mv,
        reply,
        score: score.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
        depth: depth.clamp(0, u32::MAX.into()) as u32,
        count: count.clamp(0, u32::MAX.into()) as u32,
    }))
}
