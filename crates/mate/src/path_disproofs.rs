//! Disproofs by repetition, which hold on one path only.

use crate::proof_hand::HandCounts;
use crate::proof_number::{NO_REPETITION, NodeResult, Plies};
use platform::table_index;
use zerocopy::FromZeros;

const MIN_ENTRIES: usize = 1 << 10;

/// A disproof that holds on one path only.
#[derive(Clone, Copy, FromZeros)]
struct PathDisproof {
    /// Hash of the path, the node included.
    path_key: u64,
    repetition_start: u16,
    plies: Plies,
    generation: u32,
}

/// A table of disproofs by repetition, by path. New ones replace old ones.
pub(crate) struct PathDisproofTable {
    entries: Vec<PathDisproof>,
    generation: u32,
}

impl PathDisproofTable {
    /// Returns `None` if there is not enough memory.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let count = mebibytes.saturating_mul(1 << 20) / size_of::<PathDisproof>();
        let entries = PathDisproof::new_vec_zeroed(count.max(MIN_ENTRIES)).ok()?;
        Some(Self { entries, generation: 1 })
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1).max(1);
    }

    fn index(&self, path_key: u64) -> usize {
        table_index(path_key, self.entries.len())
    }

    pub fn store(&mut self, path_key: u64, result: &NodeResult) {
        debug_assert!(result.repetition_start != NO_REPETITION);
        let index = self.index(path_key);
        self.entries[index] = PathDisproof {
            path_key,
            repetition_start: result.repetition_start,
            plies: result.plies,
            generation: self.generation,
        };
    }

    /// Returns the disproof of a node on the path with this key, for a mate within `plies`.
    pub fn look_up(&self, path_key: u64, plies: Plies, hand: HandCounts) -> Option<NodeResult> {
        let entry = &self.entries[self.index(path_key)];
        let is_found = entry.path_key == path_key
            && entry.generation == self.generation
            && plies <= entry.plies;
        is_found.then(|| NodeResult::disproven_since(entry.repetition_start, entry.plies, hand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_disproof_is_found_on_its_path_only() {
        let mut table = PathDisproofTable::new(0).unwrap();
        let disproof = NodeResult::disproven_since(4, 9, HandCounts::EMPTY);
        table.store(0xABCD, &disproof);
        assert_eq!(table.look_up(0xABCD, 7, HandCounts::EMPTY), Some(disproof));
        assert_eq!(table.look_up(0xABCE, 7, HandCounts::EMPTY), None);
        assert_eq!(table.look_up(0xABCD, 11, HandCounts::EMPTY), None, "more plies than disproved");
        table.clear();
        assert_eq!(table.look_up(0xABCD, 7, HandCounts::EMPTY), None);
    }
}
