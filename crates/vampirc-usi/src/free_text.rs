//! Free text: option names and values, `info string`, unknown lines.

use std::fmt;

/// USI's notation for an empty option value.
const EMPTY: &str = "<empty>";

/// Returns whether `c` separates tokens.
///
/// Separators are whitespace, control characters and the byte order mark, which some Windows shells
/// send before the first line.
pub fn is_separator(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Returns `text` as a single line: trimmed, with each control character replaced by a space.
pub fn to_single_line(text: &str) -> String {
    text.trim_matches(is_separator).replace(char::is_control, " ")
}

/// Decodes an option value: `<empty>` becomes the empty string.
pub fn decode_option_value(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}

/// Displays free text as a single line.
#[derive(Debug)]
pub struct FreeText<'a>(pub &'a str);

impl fmt::Display for FreeText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&to_single_line(self.0))
    }
}

/// Displays free text at the end of a message: preceded by a space, or nothing if it is empty.
#[derive(Debug)]
pub struct TrailingText<'a>(pub &'a str);

impl fmt::Display for TrailingText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = to_single_line(self.0);
        if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
    }
}

/// Displays an option value: `<empty>` if it is empty.
#[derive(Debug)]
pub struct OptionValue<'a>(pub &'a str);

impl fmt::Display for OptionValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = to_single_line(self.0);
        f.write_str(if text.is_empty() { EMPTY } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_stays_one_line() {
        assert_eq!(to_single_line(" \u{feff}a\r\nb\tc  d \0"), "a  b c  d");
        assert_eq!(format!("x{}|{}", TrailingText("\n"), TrailingText(" y ")), "x| y");
        assert_eq!(format!("{} {}", OptionValue(" \n"), OptionValue("a\nb")), "<empty> a b");
    }
}
