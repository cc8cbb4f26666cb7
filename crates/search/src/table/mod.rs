//! The transposition table: what searches found before, shared by all threads without locks.

mod many;

use crate::pages;
use crate::score::Score;
use many::{by_many, drop_aside};
use rules::Move;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU64, Ordering};

pub use many::Stopped;

/// How a score bounds the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known.
    None,
    /// The truth is at most the score.
    Upper,
    /// The truth is at least the score.
    Lower,
    /// The score is the truth.
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

    /// Whether a score with this bound decides against a window's edge.
    #[inline]
    pub(crate) fn settles(self, score: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score < beta,
            Self::None => false,
        }
    }
}

/// What is known of a position, copied out of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub mv: Move,
    /// Counted from the position: see [`Score::from_table`].
    pub score: Score,
    pub eval: i16,
    pub depth: i32,
    pub bound: Bound,
    /// Whether it was found in a search with an open window.
    pub pv: bool,
}

impl Entry {
    /// An evaluation, or what a search found, if that says where the truth lies beyond it.
    #[inline]
    pub fn sharpen(&self, eval: Score, ply: usize) -> Score {
        let score = self.score.from_table(ply);
        let nearer = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
            Bound::None => false,
        };
        if nearer && !score.is_decided() { score } else { eval }
    }
}

/// The evaluation of a position that has none, being in check.
pub(crate) const NO_EVAL: i16 = i16::MIN;

/// The depth of a position that was evaluated but not searched.
pub(crate) const NO_DEPTH: i32 = -5;

/// Depths are kept as bytes from here on.
const DEPTH_FLOOR: i32 = -6;
const GENERATIONS: u8 = 32;
const SLOTS: usize = 3;

/// Three entries in half a line of cache. A check of each entry is the key mixed with the entry,
/// so that two threads writing at once hardly ever make one that passes.
#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    data: [AtomicU64; SLOTS],
    checks: [AtomicU16; SLOTS],
}

const _: () = assert!(size_of::<Cluster>() == 32);

/// The table.
pub(crate) struct Table {
    clusters: Vec<Cluster>,
    generation: AtomicU8,
    /// Whether a search has begun since it was empty.
    is_used: AtomicBool,
}

/// A table of this size cannot be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The size asked for.
    pub mebibytes: usize,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a table of {} MiB; the old one stays", self.mebibytes)
    }
}

impl std::error::Error for TableError {}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("clusters", &self.clusters.len()).finish_non_exhaustive()
    }
}

/// An entry as bits: move, score, evaluation, depth, and a byte of generation, pv and bound.
fn pack(entry: &Entry, generation: u8) -> u64 {
    let depth = (entry.depth - DEPTH_FLOOR).clamp(0, 255) as u8;
    let flags = generation << 3 | u8::from(entry.pv) << 2 | entry.bound as u8;
    u64::from(entry.mv.bits())
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

fn check(key: u64, data: u64) -> u16 {
    key as u16 ^ data as u16 ^ (data >> 16) as u16 ^ (data >> 32) as u16 ^ (data >> 48) as u16
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

impl Table {
    /// A table of so many mebibytes.
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        Self::unless(mebibytes, &|| false)?.ok_or(TableError { mebibytes })
    }

    /// The same; none, if it is stopped: a large one takes seconds.
    #[expect(unsafe_code, reason = "memory is touched the first time by several threads")]
    pub fn unless(mebibytes: usize, stopped: Stopped<'_>) -> Result<Option<Self>, TableError> {
        let count = mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>();
        let mut clusters: Vec<Cluster> = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| TableError { mebibytes })?;
        pages::prefer_large(clusters.spare_capacity_mut());
        // Memory asked for as zeroes would be written by one thread alone, being aligned so.
        let fill = |cluster: &mut MaybeUninit<Cluster>| _ = cluster.write(Cluster::default());
        if !by_many(&mut clusters.spare_capacity_mut()[..count], fill, stopped) {
            drop_aside(clusters);
            return Ok(None);
        }
        // SAFETY: so many are reserved, and every one of them has been written.
        unsafe { clusters.set_len(count) };
        Ok(Some(Self { clusters, generation: AtomicU8::new(0), is_used: AtomicBool::new(false) }))
    }

    /// Forgets everything, unless it is stopped: then some of it is forgotten. Tells whether all
    /// is. It costs nothing where there is nothing to forget.
    pub fn clear_unless(&mut self, stopped: Stopped<'_>) -> bool {
        let empty = |cluster: &mut Cluster| *cluster = Cluster::default();
        if *self.is_used.get_mut() {
            if !by_many(&mut self.clusters, empty, stopped) {
                return false;
            }
            (*self.generation.get_mut(), *self.is_used.get_mut()) = (0, false);
        }
        true
    }

    /// Has another table in its place.
    pub fn replace(&mut self, table: Self) {
        drop_aside(std::mem::replace(self, table).clusters);
    }

    /// Begins a new search, for which older entries are worth less.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
        self.is_used.store(true, Ordering::Relaxed);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize;
        &self.clusters[index]
    }

    /// Has a position's cluster fetched before it is needed.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a hint to the cache"))]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: prefetching reads nothing, and the address is of a live cluster.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.cluster(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        for slot in 0..SLOTS {
            let data = cluster.data[slot].load(Ordering::Relaxed);
            if data != 0 && cluster.checks[slot].load(Ordering::Relaxed) == check(key, data) {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Keeps what was found of a position, unless what is kept already is worth more.
    pub(crate) fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Ordering::Relaxed);
        let age =
            |data: u64| i32::from((GENERATIONS + generation - generation_of(data)) % GENERATIONS);
        let (mut place, mut least, mut known) = (0, i32::MAX, None);
        for slot in 0..SLOTS {
            let data = cluster.data[slot].load(Ordering::Relaxed);
            if data != 0 && cluster.checks[slot].load(Ordering::Relaxed) == check(key, data) {
                (place, known) = (slot, Some(data));
                break;
            }
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * age(data) };
            if worth < least {
                (place, least) = (slot, worth);
            }
        }
        if let Some(data) = known {
            let old = unpack(data);
            if !entry.mv.is_some() {
                entry.mv = old.mv;
            }
            let keeps = entry.bound != Bound::Exact
                && entry.depth + 4 + 2 * i32::from(entry.pv) <= old.depth
                && age(data) == 0;
            if keeps {
                return;
            }
        }
        let data = pack(&entry, generation);
        cluster.data[place].store(data, Ordering::Relaxed);
        cluster.checks[place].store(check(key, data), Ordering::Relaxed);
    }

    /// How many in a thousand entries the present search has written.
    pub fn permille(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let written = |data: &AtomicU64| {
            let data = data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        };
        let count = sample.iter().flat_map(|c| &c.data).filter(|data| written(data)).count();
        (count * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }
}

#[cfg(test)]
mod tests;
