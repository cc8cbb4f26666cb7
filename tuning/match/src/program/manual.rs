//! The help and the manual page of a program.

use super::{Program, Section};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The width of the help outside a terminal, and the largest and smallest one in a terminal.
const DEFAULT_WIDTH: usize = 80;
const MAX_WIDTH: usize = 100;
const MIN_WIDTH: usize = 50;
/// The width of the column of flags.
const USAGE_WIDTH: usize = 18;

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

impl<X> Section<X> {
    /// Returns the flags and keys as they are written, and what they do.
    fn entries(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let flags = self.flags.iter().copied().flatten().map(|flag| (flag.usage, flag.help()));
        flags.chain(self.keys.iter().map(|key| (key.usage, key.help())))
    }
}

impl<X> Program<X> {
    /// Returns the names of the flags, each with the words that may follow it. Others take a file, a number or
    /// nothing.
    pub fn flag_words(&self) -> BTreeMap<&'static str, BTreeSet<String>> {
        let keys = self.sections.iter().flat_map(|section| section.keys);
        // The name of an option is the user's.
        let key = |word: String| word.split_inclusive('.').next().map(str::to_owned);
        let keys: Vec<_> = keys.flat_map(|key| words(key.usage)).filter_map(key).collect();
        let mut found: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
        for flag in self.sections.iter().flat_map(|section| section.flags.iter().copied().flatten())
        {
            let values = flag.usage.split_once(' ').map_or("", |(_, values)| values);
            let found = found.entry(flag.name()).or_default();
            found.extend(words(values));
            if values.starts_with("KEY=") {
                found.extend(keys.iter().cloned());
            }
        }
        found
    }

    /// Returns the help for this terminal.
    pub fn help(&self) -> String {
        let size = terminal_size::terminal_size();
        let width = size.map_or(DEFAULT_WIDTH, |(width, _)| width.0.into());
        let width = width.clamp(MIN_WIDTH, MAX_WIDTH);
        let about = wrap(&format!("{}: {}", self.name, self.about), width).join("\n");
        let mut help = format!("{about}\n\n{}\n", self.introduction);
        for section in self.sections {
            let _ = write!(help, "\n{}\n", section.title);
            for (mut usage, text) in section.entries() {
                if usage.len() > USAGE_WIDTH {
                    let _ = writeln!(help, "  {usage}");
                    usage = "";
                }
                for line in wrap(text, width - USAGE_WIDTH - 3) {
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
        for section in self.sections {
            let _ = writeln!(page, ".SH {}", section.title);
            for (usage, text) in section.entries() {
                let _ = writeln!(page, ".TP\n.B {}\n{}", roff(usage), roff(text));
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
