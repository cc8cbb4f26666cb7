//! Flags as values, and how the command line is split into them.

use crate::engine::normalized_name;
use crate::error::{UsageError, usage};
use rules::quoted;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// A flag of a program, or a key of `-engine`: how it is written, what the help says of it, what it changes, and what a
/// state file keeps of it. `T` is what it changes.
#[derive(Clone, Copy, Debug)]
pub struct Flag<T: 'static> {
    /// The name and the values, as in the help: `-games N` or `proto=usi|uci`.
    pub usage: &'static str,
    /// A doc comment, whose lines begin with a space.
    help: &'static str,
    pub apply: fn(&mut T, &Given) -> Result<(), UsageError>,
    /// Returns what a state file keeps. A run is only continued with the same values.
    pub stored: fn(&T) -> Option<String>,
    pub is_repeatable: bool,
}

impl<T> Flag<T> {
    pub const fn new(
        usage: &'static str,
        help: &'static str,
        apply: fn(&mut T, &Given) -> Result<(), UsageError>,
    ) -> Self {
        Self { usage, help, apply, stored: |_| None, is_repeatable: false }
    }

    pub const fn stored(self, stored: fn(&T) -> Option<String>) -> Self {
        Self { stored, ..self }
    }

    pub const fn repeatable(self) -> Self {
        Self { is_repeatable: true, ..self }
    }

    pub fn help(&self) -> &'static str {
        self.help.trim_start()
    }

    /// Returns the name without dashes.
    pub fn name(&self) -> &'static str {
        self.usage.split([' ', '=']).next().unwrap_or_default().trim_start_matches('-')
    }
}

/// Makes the flags that change a type. Each has its help as a comment, its usage, what it changes, and what a state
/// file keeps of it.
macro_rules! flags {
    ($type:ty: $(
        $(#[doc = $help:literal])+
        $usage:literal $($repeatable:ident)? => $apply:expr $(, stored $stored:expr)?;
    )*) => {
        &[$(
            $crate::args::Flag::<$type>::new($usage, concat!($($help),+), $apply)
                $(.stored($stored))?
                $(.$repeatable())?
        ),*]
    };
}
pub(crate) use flags;

/// A flag or a key as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name without dashes.
    pub name: String,
    /// The name in errors, such as `-games` or `engine 1: tc`.
    label: String,
    /// The arguments up to the next flag, or the text after `=`.
    pub values: Vec<String>,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// Splits the arguments at the flags. A flag starts with one or two dashes and a letter.
pub fn split_flags(args: &[String]) -> Result<Vec<Given>, UsageError> {
    let mut flags: Vec<Given> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        let name = name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
        match (name, flags.last_mut()) {
            (Some(name), _) => {
                let (name, label, values) = (name.to_owned(), format!("-{name}"), Vec::new());
                flags.push(Given { name, label, values });
            }
            (None, Some(flag)) => flag.values.push(arg.clone()),
            (None, None) => return Err(usage!("expected a flag first, found {}", quoted(arg))),
        }
    }
    Ok(flags)
}

impl Given {
    /// Returns true. Fails if there is a value.
    pub fn without_value(&self) -> Result<bool, UsageError> {
        match self.values.first() {
            None => Ok(true),
            Some(value) => Err(usage!("{self} takes no value, found {}", quoted(value))),
        }
    }

    /// Returns the value. Fails unless there is exactly one.
    pub fn single(&self) -> Result<&str, UsageError> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => Err(usage!("{self} takes one value, found {}", values.len())),
        }
    }

    /// Returns the value as an owned text. Fails unless there is exactly one.
    pub fn text(&self) -> Result<String, UsageError> {
        self.single().map(str::to_owned)
    }

    /// Returns the value as a path. Fails unless there is exactly one.
    pub fn path(&self) -> Result<PathBuf, UsageError> {
        self.single().map(PathBuf::from)
    }

    /// Returns the values. Fails if there are none.
    pub fn required(&self) -> Result<&[String], UsageError> {
        if self.values.is_empty() { Err(usage!("{self} needs a value")) } else { Ok(&self.values) }
    }

    /// Returns the value as a number. Fails unless there is exactly one.
    pub fn number<N: FromStr>(&self) -> Result<N, UsageError> {
        self.parse_number(self.single()?)
    }

    /// Returns the value as a number above 0. Fails unless there is exactly one.
    pub fn positive<N: FromStr + Default + PartialEq>(&self) -> Result<N, UsageError> {
        match self.number()? {
            number if number == N::default() => Err(usage!("{self} must be above 0")),
            number => Ok(number),
        }
    }

    /// Returns the value as seconds, or minutes and seconds as in `2:30`.
    pub fn seconds(&self) -> Result<Duration, UsageError> {
        self.parse_seconds(self.single()?)
    }

    /// Returns the value as milliseconds.
    pub fn milliseconds(&self) -> Result<Duration, UsageError> {
        self.number().map(Duration::from_millis)
    }

    /// Returns what the value is the name of.
    pub fn one_of<V: Copy>(&self, names: &[(&str, V)]) -> Result<V, UsageError> {
        let text = self.single()?;
        if let Some((_, value)) = names.iter().find(|(name, _)| *name == text) {
            return Ok(*value);
        }
        let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        Err(usage!("{self}: expected {} or {last}, found {}", others.join(", "), quoted(text)))
    }

    /// Parses a part of the value as a number.
    pub fn parse_number<N: FromStr>(&self, text: &str) -> Result<N, UsageError> {
        text.parse().map_err(|_| usage!("{self}: invalid or too large number {}", quoted(text)))
    }

    /// Parses a part of the value. See [`Self::seconds`].
    pub fn parse_seconds(&self, text: &str) -> Result<Duration, UsageError> {
        let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
        let (minutes, seconds): (u32, f64) =
            (self.parse_number(minutes)?, self.parse_number(seconds)?);
        let time = f64::from(minutes) * 60.0 + seconds;
        // False for NaN, too.
        let is_valid = seconds >= 0.0 && time <= 1e7;
        if !is_valid {
            return Err(usage!("{self}: invalid time {}", quoted(text)));
        }
        Ok(Duration::from_secs_f64(time))
    }
}

/// Returns what spellings of a key have in common: `option.Hash` and `option.USI_Hash` are one option.
pub fn normalized_key(key: &str) -> String {
    match key.strip_prefix("option.") {
        Some(name) => format!("option.{}", normalized_name(name)),
        None => key.to_owned(),
    }
}

/// The key that may be given more than once.
const REPEATABLE_KEY: &str = "arg";

/// The `key=value` pairs of a flag. Parsing takes them out one by one.
#[derive(Debug)]
pub struct KeyValues {
    /// The flag's name in errors.
    flag: String,
    pairs: Vec<Given>,
}

impl KeyValues {
    /// Splits the values of a flag at their first `=`.
    pub fn new(flag: impl fmt::Display, values: &[String]) -> Result<Self, UsageError> {
        let mut pairs: Vec<Given> = Vec::new();
        for value in values {
            let (key, text) = value
                .split_once('=')
                .ok_or_else(|| usage!("{flag}: expected KEY=VALUE, found {}", quoted(value)))?;
            let is_same = |other: &Given| normalized_key(&other.name) == normalized_key(key);
            if key != REPEATABLE_KEY && pairs.iter().any(is_same) {
                return Err(usage!("{flag}: {key}= is given twice"));
            }
            let (name, label) = (key.to_owned(), format!("{flag}: {key}"));
            pairs.push(Given { name, label, values: vec![text.to_owned()] });
        }
        Ok(Self { flag: flag.to_string(), pairs })
    }

    /// Takes the pairs of some keys, in the order in which they were given.
    pub fn take(&mut self, mut is_taken: impl FnMut(&str) -> bool) -> Vec<Given> {
        self.pairs.extract_if(.., |given| is_taken(&given.name)).collect()
    }

    /// Takes the value of a key, if it is given.
    pub fn optional<V>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&Given) -> Result<V, UsageError>,
    ) -> Result<Option<V>, UsageError> {
        self.take(|name| name == key).first().map(parse).transpose()
    }

    /// Takes the value of a key. Fails if it is not given.
    pub fn required<V>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&Given) -> Result<V, UsageError>,
    ) -> Result<V, UsageError> {
        self.optional(key, parse)?.ok_or_else(|| usage!("{}: {key}= is missing", self.flag))
    }

    /// Fails if a key was not taken.
    pub fn expect_empty(self) -> Result<(), UsageError> {
        match self.pairs.first() {
            None => Ok(()),
            Some(given) => Err(usage!("{}: unknown key {}=", self.flag, given.name)),
        }
    }
}
