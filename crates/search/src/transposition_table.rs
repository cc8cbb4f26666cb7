//! The transposition table: results of earlier searches by position key, shared by all threads
//! without locks.
//!
//! A cluster of 32 bytes holds three entries. An entry is a 64-bit word with move, score, evaluation,
//! depth and flags, and a 16-bit checksum of key and data, by which readers reject the entries of other
//! keys and almost all entries torn between two writers.

use crate::score::Score;
use platform::{advise_huge_pages, prefetch, table_index};
use rules::Move;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering};
use std::{fmt, thread};

/// How a stored or reported score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Bound {
    None,
    /// The true score is at most this one: every move failed low.
    Upper,
    /// The true score is at least this one: a move failed high.
    Lower,
    #[default]
    Exact,
}

impl Bound {
    const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Self::None,
            1 => Self::Upper,
            2 => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// Returns the bound of a score that a search with this window has found.
    #[inline]
    pub(crate) fn in_window(score: Score, alpha: Score, beta: Score) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Returns whether the true score is at least a score with this bound.
    #[inline]
    pub(crate) const fn is_lower(self) -> bool {
        matches!(self, Self::Lower | Self::Exact)
    }

    /// Returns whether a score with this bound allows a cutoff in a null window below `beta`.
    #[inline]
    pub(crate) fn allows_cutoff(self, score: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score < beta,
            Self::None => false,
        }
    }
}

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    /// The best move, if one is known.
    pub mv: Option<Move>,
    /// In the table, the plies of a decided game count from this position, not from the root: see
    /// [`Score::from_table`].
    pub score: Score,
    /// The static evaluation before correction, or [`NO_EVAL`].
    pub eval: i16,
    /// The depth of the search that found the score.
    pub depth: i32,
    pub bound: Bound,
    /// Whether the position is a PV node, or was one when its entry was stored before. Quiescence search may overwrite
    /// that.
    pub pv: bool,
}

impl Entry {
    /// Returns the static evaluation, if the entry has one.
    #[inline]
    pub fn static_eval(&self) -> Option<i16> {
        (self.eval != NO_EVAL).then_some(self.eval)
    }

    /// Returns the table score if its bound makes it a better estimate than the static evaluation,
    /// otherwise the static evaluation.
    #[inline]
    pub fn refine_eval(&self, eval: Score, ply: usize) -> Score {
        let score = self.score.from_table(ply);
        let is_better = self.bound.allows_cutoff(score, eval);
        if is_better && !score.is_decided() { score } else { eval }
    }
}

/// The evaluation of an entry without one. The main search stores none in check.
pub(crate) const NO_EVAL: i16 = i16::MIN;

/// The depth of an entry that holds a static evaluation but no search result.
pub(crate) const NO_DEPTH: i32 = -5;

/// Depths are stored as bytes that count from this one.
const DEPTH_FLOOR: i32 = -6;
/// The number of searches after which the generation wraps around.
const GENERATIONS: u8 = 32;
const CLUSTER_SIZE: usize = 3;

/// Three entries in half a cache line. Data of 0 means no entry.
#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; CLUSTER_SIZE],
    checksums: [AtomicU16; CLUSTER_SIZE],
}

const _: () = assert!(size_of::<Cluster>() == 32);

pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
}

/// There is not enough memory for a hash table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a hash table of {mebibytes} MiB")]
pub struct TableError {
    pub mebibytes: usize,
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("TranspositionTable");
        debug.field("clusters", &self.clusters.len()).finish_non_exhaustive()
    }
}

/// Packs an entry: move, score, evaluation, depth, and a byte of generation, PV flag and bound.
fn pack(entry: &Entry, generation: u8) -> u64 {
    let depth = (entry.depth - DEPTH_FLOOR).clamp(0, 255) as u8;
    let flags = generation << 3 | u8::from(entry.pv) << 2 | entry.bound as u8;
    u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.score.raw() as i16 as u16) << 16
        | u64::from(entry.eval as u16) << 32
        | u64::from(depth) << 48
        | u64::from(flags) << 56
}

fn unpack(data: u64) -> Entry {
    Entry {
        mv: Move::from_bits(data as u16),
        score: Score::from_raw(i32::from((data >> 16) as i16)),
        eval: (data >> 32) as i16,
        depth: i32::from((data >> 48) as u8) + DEPTH_FLOOR,
        bound: Bound::from_bits((data >> 56) as u8),
        pv: data >> 58 & 1 != 0,
    }
}

fn checksum(key: u64, data: u64) -> u16 {
    key as u16 ^ data as u16 ^ (data >> 16) as u16 ^ (data >> 32) as u16 ^ (data >> 48) as u16
}

/// Returns the depth of a packed entry above [`DEPTH_FLOOR`].
fn packed_depth(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn packed_generation(data: u64) -> u8 {
    (data >> 59) as u8
}

impl TranspositionTable {
    /// Allocates an empty table. Takes about a third of a second of processor time for each gibibyte.
    #[expect(unsafe_code, reason = "several threads write the memory for the first time")]
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>();
        let mut clusters: Vec<Cluster> = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| TableError { mebibytes })?;
        advise_huge_pages(clusters.spare_capacity_mut());
        // With this alignment, a zeroed allocation would be written by a single thread.
        for_each_parallel(&mut clusters.spare_capacity_mut()[..count], |cluster| {
            cluster.write(Cluster::default());
        });
        // SAFETY: `count` clusters are reserved, and every one of them has been written.
        unsafe { clusters.set_len(count) };
        Ok(Self { clusters, generation: AtomicU8::new(0) })
    }

    pub fn clear(&mut self) {
        for_each_parallel(&mut self.clusters, |cluster| *cluster = Cluster::default());
        *self.generation.get_mut() = 0;
    }

    /// Starts the generation of a new search. Entries of earlier searches are replaced first.
    pub fn increment_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[table_index(key, self.clusters.len())]
    }

    /// Loads the cluster of a key into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        for slot in 0..CLUSTER_SIZE {
            let data = cluster.data[slot].load(Ordering::Relaxed);
            if data != 0 && cluster.checksums[slot].load(Ordering::Relaxed) == checksum(key, data) {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Stores an entry. It replaces the position's old entry, unless that is much deeper, from the
    /// current search, and the new score is not exact: then only the move is replaced. Without an old entry, the
    /// least valuable one of the cluster is replaced. Without a move, it takes that of the old entry.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Ordering::Relaxed);
        let age = |data: u64| {
            i32::from((GENERATIONS + generation - packed_generation(data)) % GENERATIONS)
        };
        let (mut target, mut lowest, mut old) = (0, i32::MAX, None);
        for slot in 0..CLUSTER_SIZE {
            let data = cluster.data[slot].load(Ordering::Relaxed);
            if data != 0 && cluster.checksums[slot].load(Ordering::Relaxed) == checksum(key, data) {
                (target, old) = (slot, Some(data));
                break;
            }
            let value = if data == 0 { i32::MIN } else { packed_depth(data) - 4 * age(data) };
            if value < lowest {
                (target, lowest) = (slot, value);
            }
        }
        if let Some(data) = old {
            let old = unpack(data);
            entry.mv = entry.mv.or(old.mv);
            let is_old_better = entry.bound != Bound::Exact
                && entry.depth + 4 + 2 * i32::from(entry.pv) <= old.depth
                && age(data) == 0;
            if is_old_better {
                entry = Entry { mv: entry.mv, ..old };
            }
        }
        let data = pack(&entry, generation);
        cluster.data[target].store(data, Ordering::Relaxed);
        cluster.checksums[target].store(checksum(key, data), Ordering::Relaxed);
    }

    /// Estimates from a sample how many of 1000 entries the current search has written.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let is_current = |data: &AtomicU64| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && packed_generation(data) == generation
        };
        let count = sample.iter().flat_map(|c| &c.data).filter(|data| is_current(data)).count();
        (count * 1000 / (sample.len() * CLUSTER_SIZE).max(1)) as u32
    }
}

/// The number of items that a thread takes at a time: 32 MiB of clusters.
const CHUNK: usize = (32 << 20) / size_of::<Cluster>();

/// Applies an action to every item, on as many threads as the machine has cores.
fn for_each_parallel<T: Send>(items: &mut [T], action: impl Fn(&mut T) + Sync) {
    let cores = thread::available_parallelism().map_or(1, Into::into);
    let threads = items.len().div_ceil(CHUNK).min(cores);
    let chunks = Mutex::new(items.chunks_mut(CHUNK));
    let next_chunk = || chunks.lock().expect("no action panics").next();
    let work = || {
        while let Some(chunk) = next_chunk() {
            chunk.iter_mut().for_each(&action);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // If a thread cannot be started, the others take its chunks.
            _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Square;

    fn table(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::new(mebibytes).unwrap()
    }

    #[test]
    fn entries_are_packed_without_loss() {
        let table = table(1);
        let mv = Some(Move::promotion(Square::new(8, 9), Square::new(9, 0)));
        for score in
            [Score::ZERO, Score::mated_in(3), Score::mate_in(200), Score::from_eval(-31_000)]
        {
            for depth in [DEPTH_FLOOR, 0, 1, 99, 240] {
                for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                    for (eval, pv) in [(NO_EVAL, true), (-1, false), (29_999, true)] {
                        let entry = Entry { mv, score, eval, depth, bound, pv };
                        assert_eq!(unpack(pack(&entry, 31)), entry);
                        assert_eq!(packed_generation(pack(&entry, 31)), 31);
                    }
                }
            }
        }
        let entry = Entry {
            mv,
            score: Score::from_eval(5),
            eval: 7,
            depth: 9,
            bound: Bound::Exact,
            pv: true,
        };
        table.store(0xABCD_EF01_2345_6789, entry);
        assert_eq!(table.probe(0xABCD_EF01_2345_6789), Some(entry));
        assert_eq!(table.probe(0xABCD_EF01_2345_6788), None);
    }

    /// Returns an entry of a depth, with an upper bound. The tests store it under small keys, which all
    /// belong to the first cluster.
    fn entry(depth: i32) -> Entry {
        let mv = Some(Move::normal(Square::new(1, 2), Square::new(3, 4)));
        Entry { mv, score: Score::ZERO, eval: 0, depth, bound: Bound::Upper, pv: false }
    }

    /// Returns the depths stored under keys.
    fn depths(table: &TranspositionTable, keys: impl Iterator<Item = u64>) -> Vec<Option<i32>> {
        keys.map(|key| table.probe(key).map(|entry| entry.depth)).collect()
    }

    #[test]
    fn a_full_cluster_replaces_its_least_valuable_entry() {
        let table = table(1);
        for (key, depth) in (1..).zip([9, 2, 6]) {
            table.store(key, entry(depth));
        }
        table.store(4, entry(1));
        assert_eq!(depths(&table, 1..=4), [Some(9), None, Some(6), Some(1)]);
        // Two searches later, a deep entry has less value than a new one.
        table.store(2, entry(7));
        table.increment_generation();
        table.increment_generation();
        table.store(5, entry(0));
        assert_eq!(depths(&table, 1..=5), [Some(9), Some(7), None, None, Some(0)]);
        table.store(6, entry(5));
        assert_eq!(depths(&table, 1..=6), [Some(9), None, None, None, Some(0), Some(5)]);
    }

    #[test]
    fn a_shallow_entry_does_not_replace_a_deep_one_of_its_position() {
        let table = table(1);
        let depth = || table.probe(7).unwrap().depth;
        table.store(7, entry(10));
        table.store(7, entry(6));
        assert_eq!(depth(), 10);
        table.store(7, entry(7));
        assert_eq!(depth(), 7);
        table.store(7, entry(12));
        table.store(7, Entry { bound: Bound::Exact, ..entry(1) });
        assert_eq!(depth(), 1, "exact scores are always stored");
        table.store(7, entry(12));
        table.increment_generation();
        table.store(7, entry(1));
        assert_eq!(depth(), 1, "results of a new search are always stored");
    }

    #[test]
    fn a_deep_entry_gets_the_move_of_a_shallow_one() {
        let table = table(1);
        table.store(7, entry(10));
        let mv = Some(Move::normal(Square::new(1, 2), Square::new(1, 3)));
        table.store(7, Entry { mv, ..entry(2) });
        assert_eq!(table.probe(7), Some(Entry { mv, ..entry(10) }));
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let table = table(1);
        table.store(7, entry(3));
        table.store(7, Entry { mv: None, ..entry(8) });
        let stored = table.probe(7).unwrap();
        assert_eq!((stored.mv, stored.depth), (entry(3).mv, 8));
    }

    #[test]
    fn an_entry_torn_between_two_writers_is_not_found() {
        let table = table(1);
        table.store(1, entry(3));
        let cluster = table.cluster(1);
        let other_data = pack(&Entry { eval: 1, ..entry(3) }, 0);
        cluster.data[0].store(other_data, Ordering::Relaxed);
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn a_table_has_the_requested_size() {
        for mebibytes in [1, 3, 16] {
            let table = table(mebibytes);
            assert_eq!(table.clusters.len() * size_of::<Cluster>(), mebibytes << 20);
            // The first and the last key have a cluster.
            for key in [0, u64::MAX] {
                table.store(key, entry(4));
                assert_eq!(table.probe(key), Some(entry(4)));
            }
        }
    }

    #[test]
    fn clearing_empties_every_cluster() {
        let mut table = table(2);
        table.increment_generation();
        for cluster in &table.clusters {
            for slot in 0..CLUSTER_SIZE {
                cluster.data[slot].store(u64::MAX, Ordering::Relaxed);
                cluster.checksums[slot].store(u16::MAX, Ordering::Relaxed);
            }
        }
        table.clear();
        let is_empty = |cluster: &Cluster| {
            (0..CLUSTER_SIZE).all(|slot| {
                cluster.data[slot].load(Ordering::Relaxed) == 0
                    && cluster.checksums[slot].load(Ordering::Relaxed) == 0
            })
        };
        assert!(table.clusters.iter().all(is_empty));
        assert_eq!((table.hashfull(), table.generation.load(Ordering::Relaxed)), (0, 0));
    }

    #[test]
    fn hashfull_counts_only_the_current_search() {
        let table = table(1);
        let last = table.clusters.len() as u64 - 1;
        let step = u64::MAX / last;
        for index in 0..500 {
            // The middle of a cluster's range of keys.
            table.store(index * step + step / 2, entry(4));
        }
        assert_eq!(table.hashfull(), 500 / CLUSTER_SIZE as u32);
        table.increment_generation();
        assert_eq!(table.hashfull(), 0);
    }

    #[test]
    fn a_table_larger_than_memory_is_an_error() {
        for mebibytes in [usize::MAX, usize::MAX >> 20] {
            let error = TranspositionTable::new(mebibytes).unwrap_err();
            assert_eq!(error, TableError { mebibytes });
        }
    }

    #[test]
    fn for_each_parallel_visits_every_item_once() {
        for length in [0, 1, CHUNK, CHUNK + 1, 3 * CHUNK - 1] {
            let mut visits = vec![0_u8; length];
            for_each_parallel(&mut visits, |count| *count += 1);
            assert!(visits.iter().all(|&count| count == 1), "{length}");
        }
    }
}
