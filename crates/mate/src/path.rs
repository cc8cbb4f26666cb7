//! The path from the root of a mate search to the current node.

use crate::proof_number::{NodeResult, Plies};
use crate::proof_table::{EntryIndex, NO_ENTRY, NodeKey};
use rules::Move;

/// Longest path in plies. Nodes beyond it count as disproven, but only on that path.
pub(crate) const MAX_PATH: usize = 4000;

/// A power of two well above [`MAX_PATH`], so that the hash table of positions stays sparse.
const BUCKETS: usize = 1 << 14;

/// A node on the path from the root to the current node, both included.
pub(crate) struct PathEntry {
    pub key: NodeKey,
    /// Hash of the path up to and including this node.
    pub path_key: u64,
    /// The plies within which the attacker must mate from here.
    pub plies: Plies,
    /// Index of the node's first child on the stack of children.
    pub first_child: usize,
    /// Index of the child that is being searched.
    pub current_child: usize,
    /// How far the node's δ exceeds that of the child that is being searched.
    pub delta_beyond_child: u64,
    /// The node's result, if it was solved when it was expanded and has no children.
    pub leaf_result: Option<NodeResult>,
    /// The last move, if this is an [`interposition`](crate::interposition) node.
    pub interposition: Option<Move>,
    /// Whether some child's numbers come from a search at a smaller depth.
    pub has_old_child: bool,
    /// The last known index of the node's table entry.
    pub table_entry: EntryIndex,
    /// The bucket that refers to this entry.
    bucket: usize,
}

/// The path, with a hash table of its positions to detect repetitions.
pub(crate) struct Path {
    entries: Vec<PathEntry>,
    /// Depth plus one of the position in each bucket, or 0.
    buckets: Box<[u16; BUCKETS]>,
}

pub(crate) fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    number ^ number >> 29
}

impl Path {
    pub fn new() -> Self {
        Self { entries: Vec::new(), buckets: Box::new([0; BUCKETS]) }
    }

    /// Returns the number of nodes on the path, which is the depth of the current node's children.
    #[inline]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the current node. The path must not be empty.
    #[inline]
    pub fn current(&self) -> &PathEntry {
        &self.entries[self.entries.len() - 1]
    }

    #[inline]
    pub fn current_mut(&mut self) -> &mut PathEntry {
        let last = self.entries.len() - 1;
        &mut self.entries[last]
    }

    #[inline]
    pub fn entry(&self, depth: usize) -> &PathEntry {
        &self.entries[depth]
    }

    /// Returns the hash of the current path.
    #[inline]
    pub fn key(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.path_key)
    }

    /// Returns the hash of the path extended by a node.
    #[inline]
    pub fn path_key_after(&self, key: &NodeKey) -> u64 {
        mix(self.key() ^ key.board_key).rotate_left(17)
    }

    fn first_bucket(key: &NodeKey) -> usize {
        (key.board_key >> 40) as usize % BUCKETS
    }

    /// Appends a node, whose children will be on the stack from `first_child`.
    pub fn push(&mut self, key: NodeKey, plies: Plies, first_child: usize) {
        let mut bucket = Self::first_bucket(&key);
        while self.buckets[bucket] != 0 {
            bucket = (bucket + 1) % BUCKETS;
        }
        self.buckets[bucket] = self.entries.len() as u16 + 1;
        self.entries.push(PathEntry {
            key,
            path_key: self.path_key_after(&key),
            plies,
            first_child,
            current_child: first_child,
            delta_beyond_child: 0,
            leaf_result: None,
            interposition: None,
            has_old_child: false,
            table_entry: NO_ENTRY,
            bucket,
        });
    }

    /// Removes the current node.
    pub fn pop(&mut self) {
        // The last node added is the last of its probe sequence, so removing it leaves no gap.
        let entry = self.entries.pop().expect("the path has a node");
        self.buckets[entry.bucket] = 0;
    }

    /// Returns the depth of the last node with this board from depth `first` whose hand satisfies the
    /// condition.
    #[inline]
    pub fn find(
        &self,
        key: &NodeKey,
        first: usize,
        is_wanted: impl Fn(&NodeKey) -> bool,
    ) -> Option<usize> {
        let mut bucket = Self::first_bucket(key);
        let mut found = None;
        while self.buckets[bucket] != 0 {
            let depth = usize::from(self.buckets[bucket]) - 1;
            let entry = &self.entries[depth];
            if entry.key.board_key == key.board_key && depth >= first && is_wanted(&entry.key) {
                found = found.max(Some(depth));
            }
            bucket = (bucket + 1) % BUCKETS;
        }
        found
    }
}
