//! What is known of the flags of a program: the source of its help, its manual page and its completion scripts.

use super::flags::Flag;
use crate::error::{UsageError, usage};
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Debug)]
pub struct Manual {
    /// The name of the program.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Explanations and examples.
    pub introduction: &'static str,
    pub sections: &'static [Section],
    /// The last paragraphs.
    pub notes: &'static str,
}

#[derive(Debug)]
pub struct Section {
    pub title: &'static str,
    /// Lines before the flags.
    pub text: &'static str,
    pub flags: &'static [&'static [FlagDoc]],
}

/// A flag, or one of its uses.
#[derive(Debug)]
pub struct FlagDoc {
    /// The flag and its values, such as `-rounds N`.
    usage: &'static str,
    text: &'static str,
    /// The words that may follow the flag; others take a file, a number or nothing.
    words: &'static str,
}

pub const fn flag(usage: &'static str, text: &'static str) -> FlagDoc {
    FlagDoc { usage, text, words: "" }
}

impl FlagDoc {
    pub const fn words(self, words: &'static str) -> Self {
        Self { words, ..self }
    }

    /// Returns the name without dashes.
    fn name(&self) -> &'static str {
        let name = self.usage.split(' ').next().unwrap_or_default();
        name.trim_start_matches('-').trim_end_matches(',')
    }
}

/// The width of the help, and of its column of flags.
const WIDTH: usize = 100;
const USAGE_WIDTH: usize = 18;

impl Manual {
    fn flags(&self) -> impl Iterator<Item = &FlagDoc> {
        self.sections.iter().flat_map(|section| section.flags).copied().flatten()
    }

    /// Returns the names of the flags, each with the words that may follow it.
    pub fn names(&self) -> BTreeMap<&'static str, &'static str> {
        let mut names = BTreeMap::new();
        for flag in self.flags() {
            let words: &mut &str = names.entry(flag.name()).or_default();
            if words.is_empty() {
                *words = flag.words;
            }
        }
        names
    }

    /// Checks that the program has these flags.
    pub fn check(&self, flags: &[Flag]) -> Result<(), UsageError> {
        let names = self.names();
        match flags.iter().find(|flag| !names.contains_key(flag.name.as_str()) && flag.name != "h")
        {
            None => Ok(()),
            Some(flag) => Err(usage!("unknown flag {flag}; see --help")),
        }
    }

    pub fn help(&self) -> String {
        let mut text = format!("{}: {}\n\n{}\n", self.name, self.about, self.introduction);
        for Section { title, text: lines, flags } in self.sections {
            let _ = write!(text, "\n{title}\n{lines}");
            for flag in flags.iter().copied().flatten() {
                let is_long = flag.usage.len() > USAGE_WIDTH;
                let start = if is_long { format!("  {}\n", flag.usage) } else { String::new() };
                let mut usage = if is_long { "" } else { flag.usage };
                text += &start;
                for line in wrap(flag.text, WIDTH - USAGE_WIDTH - 3) {
                    let _ = writeln!(text, "  {usage:<USAGE_WIDTH$} {line}");
                    usage = "";
                }
            }
        }
        text + "\n" + self.notes
    }

    pub fn man_page(&self) -> String {
        let (name, version) = (self.name, env!("CARGO_PKG_VERSION"));
        let title = name.to_uppercase();
        let mut text = format!(".TH {title} 1 \"\" \"{name} {version}\"\n.SH NAME\n");
        let _ = writeln!(text, "{} \\- {}", roff(name), roff(self.about));
        let _ = writeln!(text, ".SH DESCRIPTION\n.nf\n{}\n.fi", roff(self.introduction));
        for section in self.sections {
            let _ = writeln!(text, ".SH {}\n.nf\n{}.fi", section.title, roff(section.text));
            for flag in section.flags.iter().copied().flatten() {
                let _ = writeln!(text, ".TP\n.B {}\n{}", roff(flag.usage), roff(flag.text));
            }
        }
        let _ = write!(text, ".SH NOTES\n{}", roff(self.notes));
        text
    }
}

/// Breaks a text into lines.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
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
