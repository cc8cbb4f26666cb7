//! The flags of a program as tables, from which its help, manual page and completion scripts are made.

use super::flags::Flag;
use crate::error::{UsageError, usage};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

#[derive(Debug)]
pub struct Manual {
    /// The name of the program.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// Explanations and examples.
    pub introduction: &'static str,
    /// The titles of sections, each with its tables.
    ///
    /// A table has lines of a flag with its values, two spaces and a description, which indented lines continue.
    /// A line without a dash is a key that flags with `KEY=VALUE` may have.
    pub sections: &'static [(&'static str, &'static [&'static str])],
    /// The last paragraphs.
    pub notes: &'static str,
}

/// The width of the help outside a terminal, and the largest and smallest one in a terminal.
const DEFAULT_WIDTH: usize = 80;
const MAX_WIDTH: usize = 100;
const MIN_WIDTH: usize = 50;
/// The width of the column of flags.
const USAGE_WIDTH: usize = 18;

/// Returns the flags and keys of tables with their values, and their descriptions.
fn entries(tables: &[&'static str]) -> Vec<(&'static str, String)> {
    let mut entries: Vec<(&str, String)> = Vec::new();
    for line in tables.iter().flat_map(|table| table.lines()) {
        match (entries.last_mut(), line.split_once("  ")) {
            (Some((_, text)), Some(("", more))) => *text += &format!(" {}", more.trim_start()),
            (_, entry) => {
                let (usage, text) = entry.unwrap_or((line, ""));
                entries.push((usage, text.to_owned()));
            }
        }
    }
    entries
}

/// Returns the words that may follow a flag: `a=b|c [d=N] e` are `a=b`, `a=c`, `d=` and `e`.
fn words(values: &str) -> impl Iterator<Item = String> {
    let values = values.split([' ', '[', ']']).filter(|value| !value.is_empty());
    let words = values.flat_map(|value| {
        let (key, values) = match value.split_once('=') {
            Some((key, values)) => (format!("{key}="), values),
            None => (String::new(), value),
        };
        if key.is_empty() || values.contains('|') {
            values.split('|').map(|value| format!("{key}{value}")).collect()
        } else {
            vec![key]
        }
    });
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

impl Manual {
    /// Returns the names of the flags, each with the words that may follow it. Others take a file, a number or
    /// nothing.
    pub fn flags(&self) -> BTreeMap<&'static str, BTreeSet<String>> {
        let mut flags: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        let (mut keys, mut with_keys) = (BTreeSet::new(), Vec::new());
        for (usage, _) in self.sections.iter().flat_map(|(_, tables)| entries(tables)) {
            if !usage.starts_with('-') {
                // The name of an option is the user's.
                let key = |word: String| word.split_inclusive('.').next().map(str::to_owned);
                keys.extend(words(usage).filter_map(key));
                continue;
            }
            let (name, values) = usage.split_once(' ').unwrap_or((usage, ""));
            let name = name.trim_start_matches('-').trim_end_matches(',');
            flags.entry(name).or_default().extend(words(values));
            if values.starts_with("KEY=") {
                with_keys.push(name);
            }
        }
        for name in with_keys {
            flags.entry(name).or_default().extend(keys.iter().cloned());
        }
        flags
    }

    /// Checks that the program has these flags.
    pub fn check(&self, flags: &[Flag]) -> Result<(), UsageError> {
        let known = self.flags();
        match flags.iter().find(|flag| !known.contains_key(flag.name.as_str())) {
            None => Ok(()),
            Some(flag) => Err(usage!("unknown flag {flag}; see --help")),
        }
    }

    /// Returns the help for this terminal.
    pub fn help(&self) -> String {
        let size = terminal_size::terminal_size();
        let width = size.map_or(DEFAULT_WIDTH, |(width, _)| width.0.into());
        let width = width.clamp(MIN_WIDTH, MAX_WIDTH);
        let about = wrap(&format!("{}: {}", self.name, self.about), width).join("\n");
        let mut help = format!("{about}\n\n{}\n", self.introduction);
        for (title, tables) in self.sections {
            let _ = write!(help, "\n{title}\n");
            for (mut usage, text) in entries(tables) {
                if usage.len() > USAGE_WIDTH {
                    let _ = writeln!(help, "  {usage}");
                    usage = "";
                }
                for line in wrap(&text, width - USAGE_WIDTH - 3) {
                    let _ = writeln!(help, "  {usage:<USAGE_WIDTH$} {line}");
                    usage = "";
                }
            }
        }
        for paragraph in self.notes.split("\n\n") {
            let _ = write!(help, "\n{}\n", wrap(paragraph, width).join("\n"));
        }
        help
    }

    pub fn man_page(&self) -> String {
        let (name, version) = (self.name, env!("CARGO_PKG_VERSION"));
        let title = name.to_uppercase();
        let mut page = format!(".TH {title} 1 \"\" \"{name} {version}\"\n.SH NAME\n");
        let _ = writeln!(page, "{} \\- {}", roff(name), roff(self.about));
        let _ = writeln!(page, ".SH DESCRIPTION\n.nf\n{}\n.fi", roff(self.introduction));
        for (title, tables) in self.sections {
            let _ = writeln!(page, ".SH {title}");
            for (usage, text) in entries(tables) {
                let _ = writeln!(page, ".TP\n.B {}\n{}", roff(usage), roff(&text));
            }
        }
        page + ".SH NOTES\n" + &roff(self.notes) + "\n"
    }
}

/// Breaks a text into lines.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].len() + 1 + word.len() > width {
            lines.push(word.to_owned());
        } else {
            let separator = if lines[last].is_empty() { "" } else { " " };
            lines[last] += &format!("{separator}{word}");
        }
    }
    lines
}

/// Escapes the commands and the hyphens of a text.
fn roff(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    let line = |line: &str| {
        let escape = if line.starts_with(['.', '\'']) { "\\&" } else { "" };
        format!("{escape}{line}")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::MATCH;

    #[test]
    fn the_words_after_a_flag_are_those_of_its_values() {
        let flags = MATCH.flags();
        for (flag, words) in [
            ("sprt", "alpha= beta= elo0= elo1= model=logistic model=normalized"),
            (
                "openings",
                "balance= file= order=random order=sequential plies= random set start= startpos",
            ),
            ("completions", "bash fish powershell zsh"),
            ("rounds", ""),
            (
                "each",
                "arg= args= byoyomi= cmd= depth= dir= name= nodes= option. ping= proto=uci proto=usi st= \
                 stall= startup= tc= timemargin=",
            ),
        ] {
            assert_eq!(flags[flag].iter().cloned().collect::<Vec<_>>().join(" "), words);
        }
    }
}
