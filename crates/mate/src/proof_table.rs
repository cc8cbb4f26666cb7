//! The solver's transposition table.

use crate::proof_hand::HandCounts;
use crate::proof_number::{NodeResult, Plies, ProofNumbers};
use platform::{advise_huge_pages, prefetch, table_index};
use zerocopy::FromZeros;

/// Identifies a node. The hand is separate from the hash, so that hands can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromZeros)]
pub(crate) struct NodeKey {
    /// Hash of everything but the hands.
    pub board_key: u64,
    /// The attacker's hand, which implies the defender's.
    pub hand: HandCounts,
}

/// Index of an entry, which changes when the table is [rehashed](ProofTable::reserve).
pub(crate) type EntryIndex = u32;

pub(crate) const NO_ENTRY: EntryIndex = EntryIndex::MAX;

/// An entry of the table: the data of one node.
#[derive(Clone, Copy, FromZeros)]
#[repr(C)]
struct Entry {
    /// The node's key. Its hand is the proof or disproof hand if the node is solved and dominance is used.
    key: NodeKey,
    /// The numbers of the last search that did not solve the node.
    numbers: ProofNumbers,
    /// See [`Child::sum_mask`](crate::child::Child::sum_mask).
    sum_mask: u64,
    /// Nodes searched below this one, with a bonus if it is solved. Entries with the fewest are removed
    /// first.
    effort: u32,
    /// The entry of the node from which this one was last searched.
    parent: EntryIndex,
    /// There is a mate within this many plies, but not within fewer than `refuted_below`.
    proven_plies: Plies,
    refuted_below: Plies,
    /// Smallest depth at which the node was searched.
    min_depth: u16,
    /// Generation in which the entry was written. Entries of other generations are empty, except that
    /// those with [`PENDING`] are still to be moved.
    generation: u8,
    /// Whether some path has a disproof by repetition.
    has_path_disproof: bool,
}

const _: () = assert!(size_of::<Entry>() == 64);

/// The [`Entry::proven_plies`] of nodes that are not proven.
const NOT_PROVEN: Plies = Plies::MAX;

/// Added to the effort of solved nodes, which are worth more than others.
const SOLVED_BONUS: u32 = 1000;

const MIN_ENTRIES: usize = 1 << 10;

/// The number of entries that a search starts with.
const INITIAL_ENTRIES: usize = 1 << 16;

/// The factor by which the table grows when half of its entries are taken.
const GROWTH_FACTOR: usize = 8;

/// The largest share of the entries that may be taken, as a fraction. With 1 MiB and 100,000 nodes, 70 of
/// 85 mates from games are solved at 7/8, 66 at 3/4 and 62 at 1/2, where a node takes 10% less work.
const MAX_LOAD: (usize, usize) = (7, 8);

/// The generation of entries that were never written or have been removed.
const EMPTY: u8 = 0;
/// During a rehash, the generation of entries that have not been moved yet.
const PENDING: u8 = u8::MAX;

/// The result of a lookup: the data of a node for a mate within some plies.
pub(crate) struct Lookup {
    /// If unsolved, raised by lower bounds from nodes with other hands.
    pub result: NodeResult,
    /// Whether the table has no entry for the node itself, or one that solves it.
    pub is_new: bool,
    /// Whether the numbers come from a search at a smaller depth than the present one.
    pub is_from_smaller_depth: bool,
    pub has_path_disproof: bool,
    pub sum_mask: u64,
    pub effort: u32,
    pub entry: EntryIndex,
}

/// The data to store for a node.
pub(crate) struct Record {
    pub result: NodeResult,
    pub depth: u16,
    pub effort: u32,
    pub sum_mask: u64,
    pub parent: EntryIndex,
}

/// A hash table with linear probing for proof and disproof numbers. Nodes with the same board are in
/// one probe sequence, so that a lookup compares all their hands. A search starts with a small part of
/// the table, which grows as it fills: it stays in the cache, and the system does not have to provide all
/// of the memory. When the whole table is too full for short probe sequences, it removes the half of the
/// entries that took the least effort.
pub(crate) struct ProofTable {
    entries: Vec<Entry>,
    /// Only the entries below this index are used, until the table grows.
    size: usize,
    generation: u8,
    used: usize,
    /// Whether a proof also holds for superior hands, and a disproof for inferior ones.
    pub use_dominance: bool,
}

/// Allocates empty entries. The system provides the memory on first use.
fn zeroed_entries(count: usize) -> Option<Vec<Entry>> {
    let entries = Entry::new_vec_zeroed(count).ok()?;
    advise_huge_pages(&entries);
    Some(entries)
}

impl ProofTable {
    /// Returns `None` if there is not enough memory.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let count = mebibytes.saturating_mul(1 << 20) / size_of::<Entry>();
        let count = count.clamp(MIN_ENTRIES, NO_ENTRY as usize);
        let entries = zeroed_entries(count)?;
        let size = count.min(INITIAL_ENTRIES);
        Some(Self { entries, size, generation: 1, used: 0, use_dominance: false })
    }

    /// Empties the table by starting a new generation.
    pub fn clear(&mut self) {
        self.used = 0;
        self.size = self.entries.len().min(INITIAL_ENTRIES);
        self.generation += 1;
        if self.generation == PENDING {
            match zeroed_entries(self.entries.len()) {
                Some(entries) => self.entries = entries,
                None => self.entries.zero(),
            }
            self.generation = 1;
        }
    }

    /// Returns how full the table is, in permille.
    pub fn permille_full(&self) -> u32 {
        (self.used as u64 * 1000 / self.entries.len() as u64) as u32
    }

    fn first_index(&self, board_key: u64) -> usize {
        table_index(board_key, self.size)
    }

    fn next_index(&self, index: usize) -> usize {
        if index + 1 == self.size { 0 } else { index + 1 }
    }

    fn is_empty(&self, index: usize) -> bool {
        self.entries[index].generation != self.generation
    }

    /// Loads a node's part of the table in the background.
    #[inline]
    pub fn prefetch(&self, key: &NodeKey) {
        prefetch(&self.entries[self.first_index(key.board_key)]);
    }

    /// Returns what is known about a node, to be searched at `depth` for a mate within `plies`. If several
    /// proofs are known, the result is the quickest: with a slower one, a mating line could return to the node.
    pub fn look_up(&mut self, key: &NodeKey, depth: u16, plies: Plies) -> Lookup {
        let mut numbers = ProofNumbers::LEAST;
        let mut lookup = Lookup {
            result: NodeResult::unsolved(numbers),
            is_new: true,
            is_from_smaller_depth: false,
            has_path_disproof: false,
            sum_mask: u64::MAX,
            effort: 0,
            entry: NO_ENTRY,
        };
        let mut next = self.first_index(key.board_key);
        while !self.is_empty(next) {
            let index = next;
            next = self.next_index(index);
            let entry = &mut self.entries[index];
            if entry.key.board_key != key.board_key {
                continue;
            }
            let is_same = entry.key.hand == key.hand;
            let is_superior = is_same || self.use_dominance && entry.key.hand.dominates(&key.hand);
            let is_inferior = is_same || self.use_dominance && key.hand.dominates(&entry.key.hand);
            if let Some(result) = entry.solved_result(plies, is_superior, is_inferior) {
                let is_proven = lookup.result.numbers.is_proven();
                if !is_proven || result.plies < lookup.result.plies {
                    lookup.result = result;
                    lookup.effort = entry.effort;
                }
                if result.numbers.is_disproven() {
                    return lookup;
                }
                continue;
            }
            if is_same {
                lookup.is_new = false;
                lookup.entry = index as EntryIndex;
                lookup.has_path_disproof = entry.has_path_disproof;
                lookup.sum_mask = entry.sum_mask;
                lookup.effort = entry.effort;
                entry.min_depth = entry.min_depth.min(depth);
            }
            // A superior hand makes a proof easier and a disproof harder. Numbers from a greater
            // depth are not used for another hand, because they could depend on each other.
            let is_usable = is_same || entry.min_depth <= depth;
            if is_usable && is_superior && entry.numbers.proof > numbers.proof {
                numbers.proof = entry.numbers.proof;
                lookup.is_from_smaller_depth |= entry.min_depth < depth;
            }
            if is_usable && is_inferior && entry.numbers.disproof > numbers.disproof {
                numbers.disproof = entry.numbers.disproof;
                lookup.is_from_smaller_depth |= entry.min_depth < depth;
            }
        }
        if !lookup.result.numbers.is_proven() {
            lookup.result.numbers = numbers;
        }
        lookup
    }

    /// Makes room for this many new entries. If there is too little, all entries move.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        let needed = self.used + count;
        if self.size < self.entries.len() {
            if needed * 2 > self.size {
                self.rehash(self.entries.len().min(self.size * GROWTH_FACTOR), None);
            }
        } else if needed * MAX_LOAD.1 > self.size * MAX_LOAD.0 {
            let median = self.median_effort();
            self.rehash(self.size, Some(median));
        }
    }

    /// Returns the index of a node's entry, if there is one, and otherwise of the place for it.
    fn probe(&self, key: &NodeKey) -> usize {
        let mut index = self.first_index(key.board_key);
        while !self.is_empty(index) && self.entries[index].key != *key {
            index = self.next_index(index);
        }
        index
    }

    /// Returns the index of a node's entry, which is created if there is none. There must be
    /// [room](Self::reserve) for it.
    fn find_or_insert(&mut self, key: &NodeKey) -> usize {
        let index = self.probe(key);
        if !self.is_empty(index) {
            return index;
        }
        self.used += 1;
        assert!(self.used < self.size, "no room reserved for an entry");
        self.entries[index] = Entry {
            key: *key,
            numbers: ProofNumbers::UNKNOWN,
            sum_mask: u64::MAX,
            effort: 0,
            parent: NO_ENTRY,
            proven_plies: NOT_PROVEN,
            refuted_below: 0,
            min_depth: u16::MAX,
            generation: self.generation,
            has_path_disproof: false,
        };
        index
    }

    /// Returns the index of a node's entry. `hint` is its last known index.
    pub fn find(&self, key: &NodeKey, hint: EntryIndex) -> Option<EntryIndex> {
        let is_entry = |index: usize| !self.is_empty(index) && self.entries[index].key == *key;
        if (hint as usize) < self.size && is_entry(hint as usize) {
            return Some(hint);
        }
        let index = self.probe(key);
        (!self.is_empty(index)).then_some(index as EntryIndex)
    }

    /// Returns the index of the entry of a node that has been searched at `depth`, which is created if
    /// there is none. `hint` is its last known index.
    pub fn entry_of(&mut self, key: &NodeKey, depth: u16, hint: EntryIndex) -> EntryIndex {
        if let Some(index) = self.find(key, hint) {
            return index;
        }
        let index = self.find_or_insert(key);
        let entry = &mut self.entries[index];
        entry.min_depth = entry.min_depth.min(depth);
        index as EntryIndex
    }

    /// Stores a result that holds on every path. Returns the index of its entry.
    pub fn store(&mut self, key: &NodeKey, record: &Record) -> EntryIndex {
        let Record { result, depth, effort, .. } = *record;
        let use_result_hand = self.use_dominance && result.numbers.is_solved();
        let key = &NodeKey { hand: if use_result_hand { result.hand } else { key.hand }, ..*key };
        let index = self.find_or_insert(key);
        let entry = &mut self.entries[index];
        let bonus = if result.numbers.is_solved() { SOLVED_BONUS } else { 0 };
        entry.effort = entry.effort.saturating_add(effort).saturating_add(bonus);
        if result.numbers.is_proven() {
            entry.proven_plies = entry.proven_plies.min(result.plies);
        } else if result.numbers.is_disproven() {
            entry.refuted_below = entry.refuted_below.max(result.plies + 1);
        } else {
            entry.numbers = result.numbers;
            entry.sum_mask = record.sum_mask;
            entry.parent = record.parent;
            entry.min_depth = entry.min_depth.min(depth);
        }
        index as EntryIndex
    }

    /// Marks that a node has a disproof that holds on some path only. Its numbers on other paths may be
    /// far from those, so they start anew.
    pub fn mark_path_disproof(&mut self, key: &NodeKey, effort: u32) {
        let index = self.find_or_insert(key);
        let entry = &mut self.entries[index];
        entry.has_path_disproof = true;
        entry.numbers = ProofNumbers::UNKNOWN;
        entry.effort = entry.effort.saturating_add(effort);
    }

    /// Returns the entry from which an entry's node was last searched.
    pub fn parent(&self, entry: EntryIndex) -> Option<EntryIndex> {
        let parent = self.entries[entry as usize].parent;
        (parent != NO_ENTRY).then_some(parent)
    }

    pub fn key_and_numbers(&self, entry: EntryIndex) -> (NodeKey, ProofNumbers) {
        let Entry { key, numbers, .. } = self.entries[entry as usize];
        (key, numbers)
    }

    /// Returns the median effort of the entries, from a sample.
    fn median_effort(&self) -> u32 {
        let mut efforts: Vec<u32> = (0..self.size)
            .step_by((self.size / 20_000).max(1))
            .filter(|&index| !self.is_empty(index))
            .map(|index| self.entries[index].effort)
            .collect();
        let middle = efforts.len() / 2;
        *efforts.select_nth_unstable(middle).1
    }

    /// Moves all entries to their places in the first `new_size` entries of the table. If there is a
    /// `median` effort, removes those with at most as much, and halves the effort of the others, so that
    /// they do not stay forever.
    #[cold]
    fn rehash(&mut self, new_size: usize, median: Option<u32>) {
        let old_size = self.size;
        for entry in &mut self.entries[..old_size] {
            let is_kept = entry.generation == self.generation
                && median.is_none_or(|median| entry.effort > median);
            entry.generation = if is_kept { PENDING } else { EMPTY };
            if median.is_some() {
                entry.effort /= 2;
            }
        }
        self.size = new_size;
        self.used = 0;
        // The new index of each entry. Without memory for it, entries forget their parents, which are not needed for
        // correct results.
        let mut moved = Vec::new();
        if moved.try_reserve_exact(old_size).is_ok() {
            moved.resize(old_size, NO_ENTRY);
        }
        for start in 0..old_size {
            let mut from = start;
            let mut entry = self.entries[from];
            if entry.generation != PENDING {
                continue;
            }
            self.entries[from].generation = EMPTY;
            // Each entry goes to the first place that is not final. If that is the place of another one,
            // the other one is next.
            loop {
                entry.generation = self.generation;
                let mut to = self.first_index(entry.key.board_key);
                while !self.is_empty(to) {
                    to = self.next_index(to);
                }
                if let Some(place) = moved.get_mut(from) {
                    *place = to as EntryIndex;
                }
                self.used += 1;
                entry = std::mem::replace(&mut self.entries[to], entry);
                if to >= old_size || entry.generation != PENDING {
                    break;
                }
                from = to;
            }
        }
        for entry in &mut self.entries[..new_size] {
            entry.parent = moved.get(entry.parent as usize).copied().unwrap_or(NO_ENTRY);
        }
    }
}

impl Entry {
    /// Returns the result for a mate within `plies`, if this entry implies one: a proof if the entry's
    /// hand is inferior to the node's, a disproof if it is superior.
    #[inline]
    fn solved_result(
        &self,
        plies: Plies,
        is_superior: bool,
        is_inferior: bool,
    ) -> Option<NodeResult> {
        if is_inferior && plies >= self.proven_plies {
            Some(NodeResult::proven(self.proven_plies, self.key.hand))
        } else if is_superior && plies < self.refuted_below {
            Some(NodeResult::disproven(self.refuted_below - 1, self.key.hand))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof_number::UNLIMITED;
    use rules::PieceKind;

    fn node(board_key: u64, count: usize) -> NodeKey {
        let add = |hand: HandCounts, _| hand.with_piece(PieceKind::base(0));
        NodeKey { board_key, hand: (0..count).fold(HandCounts::EMPTY, add) }
    }

    fn store(table: &mut ProofTable, key: &NodeKey, result: NodeResult, effort: u32) {
        table.reserve(1);
        let (sum_mask, parent) = (u64::MAX, NO_ENTRY);
        table.store(key, &Record { result, depth: 3, effort, sum_mask, parent });
    }

    /// Stores a node that was searched from another node.
    fn store_child(table: &mut ProofTable, key: &NodeKey, parent: &NodeKey, effort: u32) {
        table.reserve(2);
        let parent = table.entry_of(parent, 3, NO_ENTRY);
        let (result, sum_mask) = (unsolved(7, 2), u64::MAX);
        table.store(key, &Record { result, depth: 3, effort, sum_mask, parent });
    }

    fn parent_key(table: &ProofTable, key: &NodeKey) -> Option<NodeKey> {
        let parent = table.parent(table.find(key, NO_ENTRY)?)?;
        Some(table.key_and_numbers(parent).0)
    }

    fn unsolved(proof: u64, disproof: u64) -> NodeResult {
        NodeResult::unsolved(ProofNumbers { proof, disproof })
    }

    #[test]
    fn results_are_found_until_cleared() {
        let mut table = ProofTable::new(0).unwrap();
        // More often than the generation counter can count.
        for _ in 0..600 {
            table.clear();
            assert!(table.look_up(&node(7, 1), 3, UNLIMITED).is_new);
            store(&mut table, &node(7, 1), unsolved(3, 5), 9);
            let lookup = table.look_up(&node(7, 1), 3, UNLIMITED);
            assert_eq!((lookup.is_new, lookup.result.numbers), (false, unsolved(3, 5).numbers));
            assert!(!lookup.has_path_disproof);
            assert!(table.look_up(&node(7, 2), 3, UNLIMITED).is_new);
        }
    }

    #[test]
    fn other_hands_are_solved_by_dominance_only_if_enabled() {
        for use_dominance in [false, true] {
            let mut table = ProofTable::new(0).unwrap();
            table.use_dominance = use_dominance;
            let is_proven = |table: &mut ProofTable, board_key, count| {
                let numbers = table.look_up(&node(board_key, count), 3, UNLIMITED).result.numbers;
                numbers.is_solved().then(|| numbers.is_proven())
            };
            store(&mut table, &node(1, 2), NodeResult::proven(3, node(1, 2).hand), 1);
            store(&mut table, &node(2, 2), NodeResult::disproven(UNLIMITED, node(2, 2).hand), 1);
            let superior = use_dominance.then_some(true);
            let proofs = [1, 2, 3].map(|count| is_proven(&mut table, 1, count));
            assert_eq!(proofs, [None, Some(true), superior]);
            let inferior = use_dominance.then_some(false);
            let disproofs = [1, 2, 3].map(|count| is_proven(&mut table, 2, count));
            assert_eq!(disproofs, [inferior, Some(false), None]);
        }
    }

    #[test]
    fn the_quickest_proof_counts() {
        for counts in [[0, 1, 2], [2, 1, 0]] {
            let mut table = ProofTable::new(0).unwrap();
            table.use_dominance = true;
            for count in counts {
                let (key, plies) = (node(1, count), if count == 1 { 5 } else { 9 });
                store(&mut table, &key, NodeResult::proven(plies, key.hand), 1);
            }
            let found = table.look_up(&node(1, 2), 3, UNLIMITED).result;
            assert_eq!((found.plies, found.hand), (5, node(1, 1).hand));
            assert_eq!(table.look_up(&node(1, 0), 3, UNLIMITED).result.plies, 9);
            assert!(!table.look_up(&node(1, 2), 3, 3).result.numbers.is_solved());
        }
    }

    #[test]
    fn unsolved_numbers_bound_those_of_other_hands() {
        let mut table = ProofTable::new(0).unwrap();
        table.use_dominance = true;
        store(&mut table, &node(1, 2), unsolved(30, 50), 1);
        let numbers = |table: &mut ProofTable, count, depth| {
            let lookup = table.look_up(&node(1, count), depth, UNLIMITED);
            (lookup.result.numbers.proof, lookup.result.numbers.disproof, lookup.is_new)
        };
        assert_eq!(numbers(&mut table, 1, 3), (30, 1, true));
        assert_eq!(numbers(&mut table, 3, 3), (1, 50, true));
        assert_eq!(numbers(&mut table, 3, 2), (1, 1, true), "not from a greater depth");
    }

    #[test]
    fn results_hold_for_the_plies_they_were_found_with() {
        let mut table = ProofTable::new(0).unwrap();
        let key = node(1, 0);
        store(&mut table, &key, NodeResult::proven(7, key.hand), 1);
        store(&mut table, &key, NodeResult::disproven(3, key.hand), 1);
        store(&mut table, &key, unsolved(4, 6), 1);
        let solved = |plies| {
            let NodeResult { numbers, plies, .. } = table.look_up(&key, 3, plies).result;
            numbers.is_solved().then(|| (numbers.is_proven(), plies))
        };
        let expected = [Some((false, 3)), Some((false, 3)), None, Some((true, 7)), Some((true, 7))];
        assert_eq!([1, 3, 5, 7, UNLIMITED].map(solved), expected);
    }

    #[test]
    fn growing_keeps_all_entries() {
        let mut table = ProofTable::new(64).unwrap();
        // Many entries with few boards, some at the end of the table, whose probe sequences wrap around.
        let key = |number: u64| match number % 4 {
            0 => node(u64::MAX - number % 16, number as usize / 16 % 18),
            _ => node(number.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0),
        };
        let count = 6 * INITIAL_ENTRIES as u64;
        for number in 1..count {
            store_child(&mut table, &key(number), &key(number / 2), 1);
        }
        assert_eq!(table.size, table.entries.len(), "it has grown twice");
        for number in 1..count {
            let lookup = table.look_up(&key(number), 3, UNLIMITED);
            assert_eq!((lookup.is_new, lookup.result.numbers.proof), (false, 7), "{number}");
            // Boards with several numbers have been stored again.
            let has_parent = parent_key(&table, &key(number)) == Some(key(number / 2));
            assert!(has_parent || number % 4 == 0, "{number}");
        }
        assert_eq!(table.used, (0..table.size).filter(|&index| !table.is_empty(index)).count());
        table.clear();
        assert_eq!((table.used, table.size), (0, INITIAL_ENTRIES));
        assert!(table.look_up(&key(1), 3, UNLIMITED).is_new);
    }

    #[test]
    fn garbage_collection_keeps_the_entries_with_the_most_effort_and_their_parents() {
        let mut table = ProofTable::new(0).unwrap();
        let count = 2 * MIN_ENTRIES as u64;
        let key = |number: u64| node(number.wrapping_mul(0x9E37_79B9_7F4A_7C15), 0);
        for number in 1..count {
            store_child(
                &mut table,
                &key(number),
                &key(number / 2),
                if number < 10 { 1 << 30 } else { 1 },
            );
        }
        let is_found = |&number: &u64| table.find(&key(number), NO_ENTRY).is_some();
        assert!((1..10).all(|number| is_found(&number)));
        for number in (1..count).filter(is_found) {
            let parent = parent_key(&table, &key(number));
            assert!(parent.is_none_or(|parent| parent == key(number / 2)), "{number}: {parent:?}");
        }
        let found = (0..count).filter(is_found).count();
        assert!((10..MIN_ENTRIES).contains(&found), "{found}");
        assert_eq!(table.permille_full(), (found * 1000 / MIN_ENTRIES) as u32);
    }
}
