//! Quotes a user's text in messages.

use std::fmt::{self, Display, Write};

/// Number of characters of a word that a message repeats.
const MAX_CHARS: usize = 60;
/// Number of characters of a file name that a message repeats.
const MAX_PATH_CHARS: usize = 4096;

/// Displays text in single quotes, shortened, and without characters that could control a terminal.
pub fn quoted(text: &str) -> impl Display + '_ {
    quoted_up_to(text, MAX_CHARS)
}

/// Displays a file name like [`quoted`], but shortens it only if it is longer than any path.
pub fn quoted_path(path: &str) -> impl Display + '_ {
    quoted_up_to(path, MAX_PATH_CHARS)
}

/// Returns the ASCII character that a full-width one looks like.
pub fn ascii_of_full_width(c: char) -> Option<char> {
    match c {
        '\u{3000}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0),
        _ => None,
    }
}

/// Returns what to write instead of the first full-width character, in parentheses after a space, or an empty text.
pub(crate) fn full_width_hint(text: impl IntoIterator<Item = char>) -> String {
    let found = text.into_iter().find_map(|c| Some((c, ascii_of_full_width(c)?)));
    found.map_or_else(String::new, |(c, ascii)| format!(" ('{c}' is full-width, write '{ascii}')"))
}

fn quoted_up_to(text: &str, max_chars: usize) -> impl Display + '_ {
    fmt::from_fn(move |f| {
        let mut chars = text.chars();
        f.write_char('\'')?;
        for c in chars.by_ref().take(max_chars) {
            match c {
                // The space of Japanese text is as harmless as any other.
                '\'' | '"' | '\\' | '\u{3000}' => f.write_char(c)?,
                _ => write!(f, "{}", c.escape_debug())?,
            }
        }
        f.write_str(if chars.next().is_some() { "…'" } else { "'" })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_characters_are_those_of_ascii() {
        for (text, expected) in [
            ("8筒", ""),
            ("4８９", " ('８' is full-width, write '8')"),
            ("！", " ('！' is full-width, write '!')"),
            ("～", " ('～' is full-width, write '~')"),
            ("a\u{3000}b", " ('\u{3000}' is full-width, write ' ')"),
        ] {
            assert_eq!(full_width_hint(text.chars()), expected, "{text}");
        }
    }

    #[test]
    fn quoted_text_is_short_and_printable() {
        for (text, expected) in [
            ("", "''"),
            ("大筒 C:\\engines 'x'", "'大筒 C:\\engines 'x''"),
            ("a\n\u{1b}[1m\u{202e}\0", "'a\\n\\u{1b}[1m\\u{202e}\\0'"),
        ] {
            assert_eq!(quoted(text).to_string(), expected);
        }
        let long = "x".repeat(10_000);
        assert_eq!(quoted(&long).to_string(), format!("'{}…'", "x".repeat(60)));
        assert_eq!(quoted_path(&long).to_string().chars().count(), 4096 + 3);
    }
}
