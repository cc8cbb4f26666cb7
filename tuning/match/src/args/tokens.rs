//! Flags, their values, and values that are `key=value`.

use std::fmt;
use std::str::FromStr;

/// A flag and the words after it.
#[derive(Debug)]
pub struct Flag {
    /// Its name without dashes.
    pub name: String,
    /// The words up to the next flag.
    pub values: Vec<String>,
}

impl fmt::Display for Flag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-{}", self.name)
    }
}

/// Splits the arguments at the flags.
pub fn split_flags(args: &[String]) -> Result<Vec<Flag>, String> {
    let mut flags: Vec<Flag> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        match (
            name.filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic())),
            flags.last_mut(),
        ) {
            (Some(name), _) => flags.push(Flag { name: name.to_owned(), values: Vec::new() }),
            (None, Some(flag)) => flag.values.push(arg.clone()),
            (None, None) => return Err(format!("'{arg}' comes before any flag")),
        }
    }
    Ok(flags)
}

impl Flag {
    /// There must be no value.
    pub fn expect_no_value(&self) -> Result<(), String> {
        match self.values.first() {
            None => Ok(()),
            Some(value) => Err(format!("{self} takes no value, not '{value}'")),
        }
    }

    /// The only value.
    pub fn single_value(&self) -> Result<&str, String> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => Err(format!("{self} takes one value, not {}", values.len())),
        }
    }

    /// The values, of which there must be some.
    pub fn required_values(&self) -> Result<&[String], String> {
        if self.values.is_empty() { Err(format!("{self} takes values")) } else { Ok(&self.values) }
    }

    /// The only value, a number above nought.
    pub fn positive_number(&self) -> Result<u64, String> {
        match parse_number(&self.to_string(), self.single_value()?)? {
            0 => Err(format!("{self} must be above 0")),
            count => Ok(count),
        }
    }
}

/// A number, or what is wrong with it.
pub fn parse_number<T: FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{name}: '{text}' is not a number that fits"))
}

/// Values that are `key=value`, each to be taken once.
#[derive(Debug)]
pub struct Pairs<'a> {
    of: String,
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Pairs<'a> {
    /// Splits the values at their first `=`.
    pub fn new(of: impl fmt::Display, values: &'a [String]) -> Result<Self, String> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for value in values {
            let (key, text) = value
                .split_once('=')
                .ok_or_else(|| format!("{of}: key=value expected, not '{value}'"))?;
            if pairs.iter().any(|&(other, _)| other == key) {
                return Err(format!("{of}: {key}= comes twice"));
            }
            pairs.push((key, text));
        }
        Ok(Self { of: of.to_string(), pairs })
    }

    /// The value of a key, if it is there.
    pub fn text(&mut self, key: &str) -> Option<String> {
        let place = self.pairs.iter().position(|&(other, _)| other == key)?;
        Some(self.pairs.remove(place).1.to_owned())
    }

    /// The number of a key, if it is there.
    pub fn number<T: FromStr>(&mut self, key: &str) -> Result<Option<T>, String> {
        let name = format!("{}: {key}", self.of);
        self.text(key).map(|text| parse_number(&name, &text)).transpose()
    }

    /// The number of a key, if it is there, which must be above nought.
    pub fn count<T: FromStr + Default + PartialEq>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, String> {
        match self.number(key)? {
            Some(count) if count == T::default() => {
                Err(format!("{}: {key} must be above 0", self.of))
            }
            count => Ok(count),
        }
    }

    /// The number of a key that must be there.
    pub fn due<T: FromStr>(&mut self, key: &str) -> Result<T, String> {
        self.number(key)?.ok_or_else(|| format!("{}: {key}= is missing", self.of))
    }

    /// The keys with a prefix, the prefix taken off, in order.
    pub fn all(&mut self, prefix: &str) -> Vec<(String, String)> {
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

    /// All must have been taken.
    pub fn end(self) -> Result<(), String> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("{}: there is no {key}=", self.of)),
        }
    }
}
