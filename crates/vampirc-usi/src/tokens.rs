//! Tokenizer of a line, which also collects the warnings about tolerated problems.

use crate::error::{Error, ErrorKind};
use crate::free_text::{self, is_separator};
use crate::token_value::TokenValue;

/// Description of an option value for "expected ..." errors.
const OPTION_VALUE: &str = "a value or `<empty>`";

/// A token and the byte offset at which it begins.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub text: &'a str,
    pub offset: usize,
}

/// The remaining tokens of a line.
#[derive(Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    offset: usize,
    warnings: Vec<Error>,
}

impl<'a> Tokens<'a> {
    /// Tokenizes the first line of `text`, without its line ending.
    pub fn new(text: &'a str) -> Self {
        let line = text.lines().next().unwrap_or_default();
        Self { line, offset: 0, warnings: Vec::new() }
    }

    /// Returns the problems tolerated so far.
    pub fn into_warnings(self) -> Vec<Error> {
        self.warnings
    }

    /// Records a tolerated problem.
    pub fn warn(&mut self, offset: usize, kind: ErrorKind) {
        self.warnings.push(Error::new(offset, kind));
    }

    /// Warns that `token` is unknown or not allowed here.
    pub fn warn_unknown(&mut self, token: Token<'_>) {
        // There may already be a warning "expected ..., found `token`".
        if self.warnings.last().is_none_or(|warning| warning.offset != token.offset) {
            self.warn(token.offset, ErrorKind::UnknownToken(token.text.to_owned()));
        }
    }

    /// Warns that the next token is not `expected`.
    pub fn warn_expected(&mut self, expected: &'static str) {
        let error = self.expected_error(expected);
        self.warnings.push(error);
    }

    /// Warns that the next token is not a move.
    pub fn warn_expected_move(&mut self) {
        let token = self.peek();
        let found = token.map(|token| token.text.to_owned());
        let offset = token.map_or(self.offset, |token| token.offset);
        self.warn(offset, ErrorKind::ExpectedMove { found });
    }

    /// If `is_duplicate`, warns that `key` is given twice.
    pub fn warn_duplicate(&mut self, key: Token<'_>, is_duplicate: bool) {
        if is_duplicate {
            self.warn(key.offset, ErrorKind::Duplicate(key.text.to_owned()));
        }
    }

    /// At the end of the line, warns that `expected` is missing.
    pub fn warn_if_at_end(&mut self, expected: &'static str) {
        if self.peek().is_none() {
            self.warn_expected(expected);
        }
    }

    /// Returns an error that says that the next token is not `expected`.
    pub fn expected_error(&self, expected: &'static str) -> Error {
        match self.peek() {
            Some(token) => Error::expected(token.offset, expected, Some(token.text)),
            None => Error::expected(self.offset, expected, None),
        }
    }

    fn rest(&self) -> &'a str {
        self.line.get(self.offset..).unwrap_or_default()
    }

    /// Returns the next token without consuming it.
    pub fn peek(&self) -> Option<Token<'a>> {
        let rest = self.rest().trim_start_matches(is_separator);
        let text = rest.split(is_separator).next().filter(|text| !text.is_empty())?;
        Some(Token { text, offset: self.line.len() - rest.len() })
    }

    /// Consumes the next token.
    pub fn next(&mut self) -> Option<Token<'a>> {
        let token = self.peek();
        self.offset = token.map_or(self.line.len(), |token| token.offset + token.text.len());
        token
    }

    /// Consumes the remaining tokens and warns about each.
    pub fn finish(&mut self) {
        while let Some(token) = self.next() {
            self.warn_unknown(token);
        }
    }

    /// Consumes tokens up to and including `keyword` and warns about each token before it. Fails if
    /// there is no `keyword`.
    pub fn skip_to(&mut self, keyword: &str, expected: &'static str) -> Result<(), Error> {
        while let Some(token) = self.next() {
            if token.text == keyword {
                return Ok(());
            }
            self.warn_unknown(token);
        }
        Err(self.expected_error(expected))
    }

    /// Parses the next token as a `T`. Consumes it only if it is one.
    pub fn parse_optional<T: TokenValue>(&mut self) -> Option<T> {
        self.parse_optional_with(T::from_token)
    }

    /// Parses the next token with `parse`. Consumes it only if `parse` accepts it.
    pub fn parse_optional_with<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = parse(self.peek()?.text)?;
        self.next();
        Some(value)
    }

    /// Parses the next token, which must be a `T`.
    pub fn parse_required<T: TokenValue>(&mut self) -> Result<T, Error> {
        self.parse_optional().ok_or_else(|| self.expected_error(T::EXPECTED))
    }

    /// Parses the value of the parameter `key` into `slot`. Does not consume a token that is not a
    /// `T`: it may be the next key.
    pub fn parse_parameter<T: TokenValue>(&mut self, slot: &mut Option<T>, key: Token<'_>) {
        match self.parse_optional() {
            Some(value) => self.warn_duplicate(key, slot.replace(value).is_some()),
            None => self.warn_expected(T::EXPECTED),
        }
    }

    /// Consumes the tokens before the first of `ends` and joins them with single spaces.
    pub fn join_until(&mut self, ends: &[&str]) -> String {
        let mut joined = String::new();
        while let Some(token) = self.peek().filter(|token| !ends.contains(&token.text)) {
            self.next();
            if !joined.is_empty() {
                joined.push(' ');
            }
            joined.push_str(token.text);
        }
        joined
    }

    /// Parses the tokens before `end` as an option name. USI allows only one, but some GUIs send
    /// more.
    pub fn parse_option_name(&mut self, end: &str) -> Result<String, Error> {
        let name = self.join_until(&[end]);
        if name.is_empty() { Err(self.expected_error("an option name")) } else { Ok(name) }
    }

    /// Parses the tokens before the first of `ends` as an option value. The first token is always
    /// part of the value: a `combo` may have a value `default`.
    pub fn parse_option_value(&mut self, ends: &[&str]) -> String {
        self.warn_if_at_end(OPTION_VALUE);
        let mut value = self.next().map_or_else(String::new, |token| token.text.to_owned());
        let more = self.join_until(ends);
        if !more.is_empty() {
            value = format!("{value} {more}");
        }
        free_text::decode_option_value(value)
    }

    /// Parses the rest of the line as an option value.
    pub fn parse_trailing_option_value(&mut self) -> String {
        self.warn_if_at_end(OPTION_VALUE);
        free_text::decode_option_value(self.take_trailing_text())
    }

    /// Consumes the rest of the line as free text.
    pub fn take_trailing_text(&mut self) -> String {
        let rest = self.rest();
        self.offset = self.line.len();
        free_text::to_single_line(rest)
    }

    /// Consumes the rest of the line and returns the whole line as free text.
    pub fn take_whole_line(&mut self) -> String {
        self.offset = self.line.len();
        free_text::to_single_line(self.line)
    }
}
