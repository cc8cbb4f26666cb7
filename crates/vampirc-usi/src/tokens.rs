//! The tokens of a line, and the values that are a single token.

use crate::error::{Error, ErrorKind};
use std::time::Duration;

/// USI's notation for an empty option value.
const EMPTY: &str = "<empty>";

/// Returns whether `c` separates tokens: whitespace, control characters and the byte order mark, which some Windows
/// shells send before the first line.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Returns the first word of a line, with which a message begins. It is empty if there is none.
pub fn command_word(line: &str) -> &str {
    Tokens::new(line).next().map_or("", |token| token.text)
}

/// Returns `text` as a single line: trimmed, with each control character replaced by a space.
pub fn single_line(text: &str) -> String {
    text.trim_matches(is_separator).replace(char::is_control, " ")
}

/// Formats an option value.
pub fn format_option_value(text: &str) -> String {
    let text = single_line(text);
    if text.is_empty() { EMPTY.to_owned() } else { text }
}

/// Formats a message: its start, and the parameters that have a value. A flag has an empty value.
pub fn format_parameters<'a>(
    start: &str,
    parameters: impl IntoIterator<Item = (&'a str, Option<String>)>,
) -> String {
    let mut line = start.to_owned();
    for (key, value) in parameters {
        if let Some(value) = value {
            line += format!(" {key} {value}").trim_end();
        }
    }
    line
}

/// Formats a time in milliseconds.
pub fn format_time(time: Option<Duration>) -> Option<String> {
    time.map(|time| time.as_millis().to_string())
}

/// Formats a number.
pub fn format_number(number: Option<impl ToString>) -> Option<String> {
    number.map(|number| number.to_string())
}

fn parse_option_value(text: &str) -> String {
    let text = single_line(text);
    if text == EMPTY { String::new() } else { text }
}

/// A value that is a single token.
pub trait TokenValue: Sized {
    /// Description for "expected ..." errors.
    const EXPECTED: &'static str;

    /// Parses the token.
    fn from_token(token: &str) -> Option<Self>;
}

/// Implements [`TokenValue`] for integers.
///
/// Accepts `60000.0` and `1e6`, which GUIs written in scripting languages send, and negative clock times, which match
/// runners send. Fractions are truncated, out-of-range numbers clamped.
macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl TokenValue for $integer {
            const EXPECTED: &'static str = "a whole number";

            fn from_token(token: &str) -> Option<Self> {
                let from_float =
                    || token.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| x as Self);
                token.parse().ok().or_else(from_float)
            }
        }
    )*};
}

integers!(u32, u64, i32, i64);

/// Whole milliseconds.
impl TokenValue for Duration {
    const EXPECTED: &'static str = "a time in milliseconds";

    fn from_token(token: &str) -> Option<Self> {
        u64::from_token(token).map(Self::from_millis)
    }
}

impl TokenValue for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn from_token(token: &str) -> Option<Self> {
        match token.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => Some(true),
            "false" | "0" | "off" | "no" => Some(false),
            _ => None,
        }
    }
}

/// A token and the byte offset at which it begins.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub text: &'a str,
    pub offset: usize,
}

/// The remaining tokens of a line, and the problems that were tolerated.
#[derive(Debug)]
pub struct Tokens<'a> {
    line: &'a str,
    offset: usize,
    pub warnings: Vec<Error>,
}

impl<'a> Tokens<'a> {
    /// Splits the first line of `text` into tokens.
    pub fn new(text: &'a str) -> Self {
        let line = text.lines().next().unwrap_or_default();
        Self { line, offset: 0, warnings: Vec::new() }
    }

    fn warn(&mut self, offset: usize, kind: ErrorKind) {
        self.warnings.push(Error { offset, kind });
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
        let error = self.expected(expected);
        self.warnings.push(error);
    }

    /// If `is_duplicate`, warns that `key` is given twice.
    pub fn warn_duplicate(&mut self, key: Token<'_>, is_duplicate: bool) {
        if is_duplicate {
            self.warn(key.offset, ErrorKind::Duplicate(key.text.to_owned()));
        }
    }

    /// Returns an error that says that the next token is not `expected`.
    pub fn expected(&self, expected: &'static str) -> Error {
        let token = self.peek();
        let found = token.map(|token| token.text.to_owned());
        let offset = token.map_or(self.offset, |token| token.offset);
        Error { offset, kind: ErrorKind::Expected { expected, found } }
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

    /// Consumes tokens up to and including `key`.
    pub fn skip_to(&mut self, key: &str, expected: &'static str) -> Result<(), Error> {
        while let Some(token) = self.next() {
            if token.text == key {
                return Ok(());
            }
        }
        Err(self.expected(expected))
    }

    /// Parses the next token with `parse`. Consumes it only if `parse` accepts it.
    pub fn parse_with<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let value = parse(self.peek()?.text)?;
        self.next();
        Some(value)
    }

    /// Parses the next token as a `T`. Consumes it only if it is one.
    pub fn parse<T: TokenValue>(&mut self) -> Option<T> {
        self.parse_with(T::from_token)
    }

    /// Parses the value of the parameter `key` into `slot`. Does not consume a token that is not a `T`: it may be the
    /// next key.
    pub fn parse_parameter<T: TokenValue>(&mut self, slot: &mut Option<T>, key: Token<'_>) {
        match self.parse() {
            Some(value) => self.warn_duplicate(key, slot.replace(value).is_some()),
            None => self.warn_expected(T::EXPECTED),
        }
    }

    /// Consumes the tokens before the first of `ends` and joins them with single spaces.
    pub fn join_until(&mut self, ends: &[&str]) -> String {
        let mut words = Vec::new();
        while let Some(token) = self.peek().filter(|token| !ends.contains(&token.text)) {
            words.push(token.text);
            self.next();
        }
        words.join(" ")
    }

    /// Parses the tokens before `end` as an option name. USI allows only one, but some GUIs send more.
    pub fn parse_option_name(&mut self, end: &str) -> Result<String, Error> {
        let name = self.join_until(&[end]);
        if name.is_empty() { Err(self.expected("an option name")) } else { Ok(name) }
    }

    /// Parses the tokens before the first of `ends` as an option value. The first token is always part of the value: a
    /// `combo` may have a value `default`.
    pub fn parse_option_value(&mut self, ends: &[&str]) -> String {
        let first = self.next().map_or("", |token| token.text);
        parse_option_value(&format!("{first} {}", self.join_until(ends)))
    }

    /// Parses the rest of the line as an option value.
    pub fn parse_last_option_value(&mut self) -> String {
        parse_option_value(&self.take_rest())
    }

    /// Consumes the rest of the line.
    pub fn take_rest(&mut self) -> String {
        let rest = self.rest();
        self.offset = self.line.len();
        single_line(rest)
    }

    /// Returns the whole line.
    pub fn whole_line(&self) -> String {
        single_line(self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_times_and_booleans_have_other_spellings() {
        assert_eq!(u64::from_token("60000.7"), Some(60_000));
        assert_eq!(u64::from_token("-35"), Some(0));
        assert_eq!(u64::from_token("1e6"), Some(1_000_000));
        assert_eq!(u64::from_token("18446744073709551616"), Some(u64::MAX));
        assert_eq!(u32::from_token("5000000000"), Some(u32::MAX));
        assert_eq!(i32::from_token("-12.5"), Some(-12));
        assert_eq!(i64::from_token("+7"), Some(7));
        for token in ["", "-", "+", "inf", "nan", "infinity", "1e400", "0x10", "12ms", "７"] {
            assert_eq!(u64::from_token(token), None, "{token}");
        }
        assert_eq!(Duration::from_token("250.0"), Some(Duration::from_millis(250)));
        assert_eq!(["TRUE", "0", "2"].map(bool::from_token), [Some(true), Some(false), None]);
    }

    #[test]
    fn free_text_stays_one_line() {
        assert_eq!(single_line(" \u{feff}a\r\nb\tc  d \0"), "a  b c  d");
        assert_eq!(["\n ", "a\nb"].map(format_option_value), ["<empty>", "a b"]);
    }
}
