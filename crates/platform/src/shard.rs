//! Parts of a job, to spread it over several machines.

use std::fmt;
use std::str::FromStr;

/// One of several parts of a job. The parts have no item in common, and together have all items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 0.
    index: u64,
    count: u64,
}

/// The whole job.
impl Default for Shard {
    fn default() -> Self {
        Self { index: 0, count: 1 }
    }
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 1 to N")]
pub struct ShardError;

/// Parses a shard such as `1/4`, counted from 1.
impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let shard = text.split_once('/').and_then(|(number, count)| {
            let (number, count): (u64, u64) = (number.parse().ok()?, count.parse().ok()?);
            Some(Self { index: number.checked_sub(1)?, count })
        });
        shard.filter(|shard| shard.index < shard.count).ok_or(ShardError)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl Shard {
    /// Returns the number of parts.
    pub fn count(self) -> u64 {
        self.count
    }

    /// Returns the number of the part, from 1.
    pub fn number(self) -> u64 {
        self.index + 1
    }

    /// Returns whether the part has the item with a number, from 0. Parts take turns, so that their sizes differ by
    /// one item at most.
    pub fn contains(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// Returns the items of the part, in their order.
    pub fn select<T>(self, items: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        (0..).zip(items).filter(move |(number, _)| self.contains(*number)).map(|(_, item)| item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_belongs_to_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        assert_eq!(shards.map(|shard| shard.to_string()), ["1/3", "2/3", "3/3"]);
        let parts = shards.map(|shard| shard.select("abcd".chars()).collect::<String>());
        assert_eq!(parts, ["ad", "b", "c"]);
        assert_eq!(Shard::default().select(0..9).count(), 9);
        for text in ["", "1", "0/3", "4/3", "1/0", "0/0", "a/3", "1/-3", "1/2/3"] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
