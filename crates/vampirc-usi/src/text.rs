//! Free text: names, values, `info string`.

use std::fmt;

/// How USI writes an empty value.
const EMPTY: &str = "<empty>";

/// What parts two words. Beside white space that is whatever else a shell or a file may slip in:
/// NULs and other control characters, and the byte order mark some Windows shells send before the
/// first line.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Free text as a message carries it: one line, no blanks around it, its inner spacing kept.
pub fn clean(text: &str) -> String {
    text.trim_matches(is_blank).replace(char::is_control, " ")
}

/// An option's value as read: `<empty>` stands for the empty text.
pub fn value(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}

/// Prints free text so that it cannot break the line, whoever built it.
#[derive(Debug)]
pub struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&clean(self.0))
    }
}

/// Prints free text at the end of a message with the space before it, or nothing.
#[derive(Debug)]
pub struct Tail<'a>(pub &'a str);

impl fmt::Display for Tail<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = clean(self.0);
        if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
    }
}

/// Prints an option's value.
#[derive(Debug)]
pub struct Value<'a>(pub &'a str);

impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = clean(self.0);
        f.write_str(if text.is_empty() { EMPTY } else { &text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_text_stays_one_line() {
        assert_eq!(clean(" \u{feff}a\r\nb\tc  d \0"), "a  b c  d");
        assert_eq!(format!("x{}|{}", Tail("\n"), Tail(" y ")), "x| y");
        assert_eq!(format!("{} {}", Value(" \n"), Value("a\nb")), "<empty> a b");
    }
}
