//! Splits the text of a `variants.ini` into sections of keys and values.

use crate::rules_file::LineError;

/// A section: the header `[name:parent]` and the lines up to the next header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section<'a> {
    pub name: &'a str,
    /// The game whose rules this one inherits.
    pub parent: Option<&'a str>,
    /// The number of the header's line, from one.
    pub line: usize,
    pub entries: Vec<Entry<'a>>,
    /// The first malformed line of the section.
    pub error: Option<LineError>,
}

/// A line `key = value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry<'a> {
    pub key: &'a str,
    pub value: &'a str,
    pub line: usize,
}

/// Splits a text into its sections. The text before the first section may be anything.
pub(super) fn split(text: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        if content.starts_with('[') {
            sections.push(section(content, line));
        } else if let Some(section) = sections.last_mut() {
            section.read_line(content, line);
        }
    }
    sections
}

fn section(header: &str, line: usize) -> Section<'_> {
    let inside = header[1..].split_once(']').map(|(inside, _)| inside);
    let message = "expected ']' at the end of the game's name";
    let error = inside.is_none().then(|| LineError { line, message: message.into() });
    let inside = inside.unwrap_or(header[1..].trim_end());
    let (name, parent) = match inside.split_once(':') {
        Some((name, parent)) => (name, Some(parent).filter(|parent| !parent.is_empty())),
        None => (inside, None),
    };
    Section { name, parent, line, entries: Vec::new(), error }
}

impl<'a> Section<'a> {
    fn read_line(&mut self, content: &'a str, line: usize) {
        if content.trim().is_empty() || content.starts_with(['#', ';']) {
            return;
        }
        let message = match content.split_once('=') {
            None => "expected 'key = value', a comment that starts with '#', or '[game:parent]'",
            Some((key, _)) if key.trim().is_empty() => "expected a key before '='",
            Some((key, _)) if key.starts_with(char::is_whitespace) => {
                "a key must start at the beginning of its line, or Fairy-Stockfish ignores it"
            }
            Some((_, value)) if value.trim().is_empty() => "expected a value after '='",
            Some((key, value)) => {
                let (key, value) = (key.trim_end(), value.trim_start());
                self.entries.push(Entry { key, value, line });
                return;
            }
        };
        self.error.get_or_insert(LineError { line, message: message.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_a_name_a_parent_and_entries() {
        let text = "ignored\n# comment\n[one]\r\nmaxRank = 5 \r\n; comment\n\n[two:one] x\na=b\n";
        let entry = |key, value, line| Entry { key, value, line };
        let section =
            |name, parent, line, entries| Section { name, parent, line, entries, error: None };
        let expected = [
            section("one", None, 3, vec![entry("maxRank", "5 ", 4)]),
            section("two", Some("one"), 7, vec![entry("a", "b", 8)]),
        ];
        assert_eq!(split(text), expected);
    }

    #[test]
    fn the_first_malformed_line_of_a_section_is_its_error() {
        let cases = [
            ("[a]\n\nnonsense\n= 3", 3, "expected 'key = value'"),
            ("[a]\n = 3\nnonsense", 2, "expected a key"),
            ("[a]\n maxRank = 3", 2, "a key must start"),
            ("[a]\nmaxRank = \t", 2, "expected a value"),
            ("[a:b\nmaxRank = 3", 1, "expected ']'"),
        ];
        for (text, line, message) in cases {
            let error = split(text)[0].error.clone().unwrap();
            assert_eq!(error.line, line, "{text:?}");
            assert!(error.message.starts_with(message), "{text:?}: {}", error.message);
        }
        assert_eq!(split("[a:b\nmaxRank = 3")[0].name, "a");
    }
}
