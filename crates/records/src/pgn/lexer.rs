//! The tokens of PGN.

use crate::annotations::glyph_from_mark;
use crate::end_reason::GameResult;
use crate::error::{RecordError, RecordErrorKind};

/// A token of PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// `[Key "value"]`
    Tag(String, String),
    /// The text of a comment in braces or after a semicolon.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$4`, or a mark such as `??` by itself.
    Glyph(u8),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(GameResult),
    /// A move with its marks, without its number.
    Move(&'a str),
}

/// Returns whether a character separates words. Commas do in lists of moves.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | '，' | '、')
}

/// Splits text into tokens.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    /// The offset of the rest of the text.
    at: usize,
    /// The number of the present line, from 1.
    line: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Self::starting_at(text, 1)
    }

    /// Creates a lexer for a text whose first line has this number in the file.
    pub fn starting_at(text: &'a str, line: usize) -> Self {
        Self { text, at: 0, line }
    }

    /// Returns the number of the present line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the next token and the line where it starts.
    pub fn next(&mut self) -> Result<Option<(Token<'a>, usize)>, RecordError> {
        loop {
            self.skip_blanks();
            let line = self.line;
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(None) };
            let token = match first {
                '[' => self.tag()?,
                '{' => {
                    let end = rest.find('}');
                    let unclosed =
                        RecordError::new(line, RecordErrorKind::Unclosed("the comment in braces"));
                    let end = end.ok_or(unclosed)?;
                    Token::Comment(&self.take(end + 1)[1..end])
                }
                ';' => Token::Comment(self.take_line()[1..].trim()),
                '(' | ')' => {
                    self.take(1);
                    if first == '(' { Token::Open } else { Token::Close }
                }
                '}' | ']' => return Err(RecordError::unexpected(line, self.take_line(), "a move")),
                _ => match self.word(line)? {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Ok(Some((token, line)));
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips white space and commas, and lines that begin with `%` or `#`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches(is_blank).len();
            self.take(blanks);
            let at_line_start = self.at == 0 || self.text[..self.at].ends_with(['\n', '\r']);
            if at_line_start && self.rest().starts_with(['%', '#']) {
                self.take_line();
            } else {
                return;
            }
        }
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.line += taken.matches('\n').count();
        self.at += length;
        taken
    }

    /// Returns the rest of the line and goes to its end.
    pub fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        self.take(rest.find('\n').unwrap_or(rest.len()))
    }

    /// Goes from the end of a line to the next one, and returns that.
    pub fn next_line(&mut self) -> Option<&'a str> {
        self.take(self.rest().len().min(1));
        self.rest().lines().next()
    }

    /// Reads a tag. A value may contain escaped quotation marks and backslashes.
    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        let line = self.line;
        // A line can hold many tags, so the search for the end of the line waits for an error.
        let rest = self.rest();
        let error = || {
            let whole = rest.lines().next().unwrap_or("");
            RecordError::unexpected(line, whole, "a tag such as [Event \"name\"]")
        };
        let opening = rest.find(['"', '\n']).ok_or_else(error)?;
        let value = rest[opening..].strip_prefix('"').ok_or_else(error)?;
        let key = rest[1..opening].trim();
        if key.is_empty() || key.contains(char::is_whitespace) {
            return Err(error());
        }
        let mut text = String::new();
        let mut characters = value.char_indices();
        let end = loop {
            match characters.next() {
                Some((_, '\n')) | None => return Err(error()),
                Some((_, '\\')) => match characters.next() {
                    Some((_, '\n')) | None => return Err(error()),
                    Some((_, escaped)) => text.push(escaped),
                },
                Some((offset, '"')) => break offset,
                Some((_, c)) => text.push(c),
            }
        };
        let after = value[end + 1..].trim_start_matches(|c: char| c.is_whitespace() && c != '\n');
        if !after.starts_with(']') {
            return Err(error());
        }
        let length = rest.len() - after.len() + 1;
        self.take(length);
        Ok(Token::Tag(key.to_owned(), text))
    }

    /// Reads a word: a result, an annotation glyph, or a move with or without its number. Returns
    /// `None` for a number alone.
    fn word(&mut self, line: usize) -> Result<Option<Token<'a>>, RecordError> {
        let rest = self.rest();
        let ends = |c: char| is_blank(c) || "[]{}();".contains(c);
        // An annotation glyph may follow a move without a space.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end_after = |start: usize| {
            rest[start..].find(|c| ends(c) || c == '$').map_or(rest.len(), |end| start + end)
        };
        let mut length = end_after(first);
        // A space may follow the word for the square of the last move.
        if rest[..length].ends_with('同') {
            let after = rest[length..].trim_start_matches([' ', '　']);
            length = end_after(rest.len() - after.len());
        }
        let word = self.take(length);
        if let Some(result) = GameResult::from_pgn(word) {
            return Ok(Some(Token::Result(result)));
        }
        if let Some(glyph) = word.strip_prefix('$') {
            let error = || RecordError::unexpected(line, word, "a glyph from $0 to $255");
            return Ok(Some(Token::Glyph(glyph.parse().map_err(|_| error())?)));
        }
        if let Some(glyph) = glyph_from_mark(word) {
            return Ok(Some(Token::Glyph(glyph)));
        }
        let without_number = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let mv = match without_number.trim_start_matches(['.', '…']) {
            // Four digits are a move without letters.
            "" if word.len() >= 4 && without_number.is_empty() => word,
            mv if without_number.is_empty() || without_number.starts_with(['.', '…']) => mv,
            _ => word,
        };
        Ok((!mv.is_empty()).then_some(Token::Move(mv)))
    }
}
