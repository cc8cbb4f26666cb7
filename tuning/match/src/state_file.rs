//! State files: `-resume` continues an interrupted run from one.
//!
//! They are lines of JSON and start with the name and the version of their format, so that a file of
//! another program or version is recognised and never overwritten.
//! [`StoredRun`](crate::stored_run::StoredRun) reads and writes them.

use crate::error::{Error, StateError};
use platform::files::{open_regular, read_file};
use rules::{Rules, quoted};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The name in messages, such as `match state`.
    pub title: &'static str,
    /// The name in the file, such as `ozutsu-match`.
    pub format: &'static str,
    /// Files of other versions are refused.
    pub version: u32,
}

/// The fields that identify the format of a state file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// A header followed by the fields of `content`.
#[derive(Debug, Serialize)]
pub struct Document<'a, T> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    content: &'a T,
}

impl FileKind {
    pub fn document<'a, T>(&self, content: &'a T) -> Document<'a, T> {
        Document { format: self.format, version: self.version, content }
    }

    /// Reads a file of this kind.
    pub fn read(&self, path: &Path) -> Result<Vec<u8>, Error> {
        read_file(path).map_err(Error::reading(&format!("the {}", self.title), path))
    }

    /// Returns whether a file looks like one of this kind, of whatever version.
    pub fn is_at(&self, path: &Path) -> io::Result<bool> {
        let start = serde_json::to_string(&Header { format: self.format.to_owned(), version: 0 })?;
        let start = start.trim_end_matches("0}");
        let mut found = Vec::new();
        open_regular(path)?.take(start.len() as u64).read_to_end(&mut found)?;
        Ok(found == start.as_bytes())
    }

    /// Checks that a file starts with the header of this kind.
    pub fn check(&self, file: &[u8]) -> Result<(), StateError> {
        let found = match serde_json::Deserializer::from_slice(file).into_iter().next() {
            Some(Ok(Header { format, version })) => {
                if format == self.format && version == self.version {
                    return Ok(());
                }
                format!("{format} format {version}")
            }
            _ => {
                let first = file.split(|&byte| byte == b'\n').next().unwrap_or_default();
                quoted(&String::from_utf8_lossy(first)).to_string()
            }
        };
        let Self { title, format, version } = *self;
        Err(StateError::OtherKind { title, format, version, found })
    }
}

/// The settings of a run by name. Names and values are written as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

impl Settings {
    pub fn set(&mut self, name: impl Into<String>, value: impl ToString) {
        self.0.insert(name.into(), value.to_string());
    }

    pub fn set_some(&mut self, name: impl Into<String>, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the first setting that differs and is not ignored: its name, its value in `self` and
    /// its value in `other`.
    pub fn difference<'a>(&'a self, other: &'a Self, ignored: &[&str]) -> Option<[&'a str; 3]> {
        let names: BTreeSet<_> = self.0.keys().chain(other.0.keys()).collect();
        let name = names.into_iter().find(|name| {
            !ignored.contains(&name.as_str()) && self.0.get(*name) != other.0.get(*name)
        })?;
        let value = |settings: &'a Self| settings.get(name).unwrap_or("not set");
        Some([name, value(self), value(other)])
    }
}

/// Serialises a game as its name: `#[serde(with = "game_name")]`.
pub mod game_name {
    use super::*;
    use serde::{Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(rules: &&'static Rules, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rules.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Rules, D::Error> {
        let name = String::deserialize(from)?;
        games::by_name(&name)
            .ok_or_else(|| D::Error::custom(format!("unknown game {}", quoted(&name))))
    }
}

/// Reads and checks the half points of a pair: `#[serde(deserialize_with = "half_points")]`.
pub fn half_points<'de, D: serde::Deserializer<'de>>(from: D) -> Result<[u8; 2], D::Error> {
    let points = <[u8; 2]>::deserialize(from)?;
    if points.iter().all(|&points| points <= 2) {
        Ok(points)
    } else {
        Err(serde::de::Error::custom("a game has 0, 1 or 2 half points"))
    }
}
