//! Matches that are played in parts: one after the other, or in several places.

use std::fmt;
use std::path::{Path, PathBuf};

/// A file where results are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// A new one: no match may be there yet.
    Anew(PathBuf),
    /// One that is gone on with if a match is there.
    Resumed(PathBuf),
}

impl Kept {
    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Self::Anew(path) | Self::Resumed(path) => path,
        }
    }
}

/// A part of the pairs of each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from nought.
    part: u64,
    /// How many parts there are.
    parts: u64,
}

impl Default for Shard {
    /// All.
    fn default() -> Self {
        Self { part: 0, parts: 1 }
    }
}

impl Shard {
    /// Reads a part as it is displayed.
    pub fn read(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(part, parts)| {
            let (part, parts): (u64, u64) = (part.parse().ok()?, parts.parse().ok()?);
            Some(Self { part: part.checked_sub(1)?, parts })
        });
        numbers
            .filter(|shard| shard.part < shard.parts)
            .ok_or_else(|| format!("-shard: I/N expected, such as 1/4, not '{text}'"))
    }

    /// Whether a game's pair with this number, from nought, is of this part.
    pub fn has(self, number: u64) -> bool {
        number % self.parts == self.part
    }
}

/// Counted from one, such as `1/4`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part + 1, self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_of_one_part() {
        let parts = ["1/3", "2/3", "3/3"].map(|text| Shard::read(text).unwrap());
        assert_eq!(parts.map(|part| part.to_string()), ["1/3", "2/3", "3/3"]);
        for number in 0..9 {
            assert_eq!(parts.iter().filter(|part| part.has(number)).count(), 1);
        }
        assert!(parts[1].has(1) && Shard::default().has(7));
        for text in ["", "1", "0/3", "4/3", "1/0", "0/0", "a/3", "1/-3"] {
            assert!(Shard::read(text).is_err(), "{text}");
        }
    }
}
