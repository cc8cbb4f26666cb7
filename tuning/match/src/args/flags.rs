//! Splits the command line into flags, and their values into `key=value` pairs.

use crate::error::{UsageError, usage};
use platform::files::read_text_file;
use rules::quoted;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

#[derive(Debug)]
pub struct Flag {
    /// The name without dashes.
    pub name: String,
    /// The arguments up to the next flag.
    pub values: Vec<String>,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-{}", self.name)
    }
}

/// The flags that may be given more than once.
const REPEATABLE: [&str; 5] = ["engine", "each", "rules", "factor", "factors"];

/// Splits the arguments at the flags. A flag starts with one or two dashes and a letter.
pub fn split_flags(args: &[String]) -> Result<Vec<Flag>, UsageError> {
    let mut flags: Vec<Flag> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        let name = name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        let single = name.filter(|name| !REPEATABLE.contains(name));
        if let Some(flag) = flags.iter().find(|flag| single == Some(flag.name.as_str())) {
            return Err(usage!("{flag} is given twice"));
        }
        match (name, flags.last_mut()) {
            (Some(name), _) => flags.push(Flag { name: name.to_owned(), values: Vec::new() }),
            (None, Some(flag)) => flag.values.push(arg.clone()),
            (None, None) => return Err(usage!("expected a flag first, found {}", quoted(arg))),
        }
    }
    Ok(flags)
}

impl Flag {
    /// Returns true. Fails if there is a value.
    pub fn without_value(&self) -> Result<bool, UsageError> {
        match self.values.first() {
            None => Ok(true),
            Some(value) => Err(usage!("{self} takes no value, found {}", quoted(value))),
        }
    }

    /// Returns the value. Fails unless there is exactly one.
    pub fn single_value(&self) -> Result<&str, UsageError> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => Err(usage!("{self} takes one value, found {}", values.len())),
        }
    }

    /// Returns the values. Fails if there are none.
    pub fn required_values(&self) -> Result<&[String], UsageError> {
        if self.values.is_empty() { Err(usage!("{self} needs a value")) } else { Ok(&self.values) }
    }

    /// Returns the value as a number. Fails unless there is exactly one.
    pub fn number<T: FromStr>(&self) -> Result<T, UsageError> {
        parse_number(&self.to_string(), self.single_value()?)
    }

    /// Returns the value as a number above 0. Fails unless there is exactly one.
    pub fn positive_number(&self) -> Result<u64, UsageError> {
        match self.number()? {
            0 => Err(usage!("{self} must be above 0")),
            number => Ok(number),
        }
    }
}

/// Parses a number. Errors refer to it as `name`.
pub fn parse_number<T: FromStr>(name: &str, text: &str) -> Result<T, UsageError> {
    text.parse().map_err(|_| usage!("{name}: invalid or too large number {}", quoted(text)))
}

/// Reads a file of lines of words. A `#` begins a comment. Errors of `parse` get the number of the line.
pub fn read_lines<T>(
    path: &Path,
    title: &str,
    parse: impl FnMut(&[&str]) -> Result<T, UsageError>,
) -> Result<Vec<T>, UsageError> {
    let name = path.display();
    let text =
        read_text_file(path).map_err(|error| usage!("cannot read the {title} {name}: {error}"))?;
    parse_lines(&text, parse).map_err(|error| usage!("{name}, {error}"))
}

/// Parses the text of a file. See [`read_lines`].
pub fn parse_lines<T>(
    text: &str,
    mut parse: impl FnMut(&[&str]) -> Result<T, UsageError>,
) -> Result<Vec<T>, UsageError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let lines = (1..).zip(lines.map(|line| line.split_whitespace().collect::<Vec<_>>()));
    let lines = lines.filter(|(_, words)| !words.is_empty());
    lines.map(|(n, words)| parse(&words).map_err(|error| usage!("line {n}: {error}"))).collect()
}

/// Returns what spellings of a key have in common: `option.Hash` and `option.USI_Hash` are one option.
pub fn normalized_key(key: &str) -> String {
    match key.strip_prefix("option.") {
        Some(name) => {
            let name = name.replace(' ', "").to_ascii_lowercase();
            format!("option.{}", name.strip_prefix("usi_").unwrap_or(&name))
        }
        None => key.to_owned(),
    }
}

/// The `key=value` pairs of a flag. Parsing takes them out one by one.
#[derive(Debug)]
pub struct KeyValues<'a> {
    /// The flag's name in errors.
    flag: String,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> KeyValues<'a> {
    /// Splits the values of a flag at their first `=`.
    pub fn new(flag: impl fmt::Display, values: &'a [String]) -> Result<Self, UsageError> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for value in values {
            let (key, text) = value
                .split_once('=')
                .ok_or_else(|| usage!("{flag}: expected KEY=VALUE, found {}", quoted(value)))?;
            if pairs.iter().any(|(other, _)| normalized_key(other) == normalized_key(key)) {
                return Err(usage!("{flag}: {key}= is given twice"));
            }
            pairs.push((key, text));
        }
        Ok(Self { flag: flag.to_string(), pairs })
    }

    /// Takes the value of a key, if it is given.
    pub fn take(&mut self, key: &str) -> Option<String> {
        let index = self.pairs.iter().position(|&(other, _)| other == key)?;
        Some(self.pairs.remove(index).1.to_owned())
    }

    /// Takes the value of a key as a number, if it is given.
    pub fn take_number<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, UsageError> {
        let name = format!("{}: {key}", self.flag);
        self.take(key).map(|text| parse_number(&name, &text)).transpose()
    }

    /// Takes the value of a key as a number above 0, if it is given.
    pub fn take_positive_number<T: FromStr + Default + PartialEq>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, UsageError> {
        match self.take_number(key)? {
            Some(number) if number == T::default() => {
                Err(usage!("{}: {key} must be above 0", self.flag))
            }
            number => Ok(number),
        }
    }

    /// Takes the value of a required key as a number.
    pub fn take_required_number<T: FromStr>(&mut self, key: &str) -> Result<T, UsageError> {
        self.take_number(key)?.ok_or_else(|| usage!("{}: {key}= is missing", self.flag))
    }

    /// Takes all keys with a prefix and strips it.
    pub fn take_prefixed(&mut self, prefix: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        self.pairs.retain(|&(key, text)| match key.strip_prefix(prefix) {
            Some(rest) => {
                found.push((rest.to_owned(), text.to_owned()));
                false
            }
            None => true,
        });
        found
    }

    /// Fails if a key was not taken.
    pub fn expect_empty(self) -> Result<(), UsageError> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(usage!("{}: unknown key {key}=", self.flag)),
        }
    }
}
