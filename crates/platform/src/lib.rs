//! What differs between programs and web pages, and what the engine needs of a system: hints for large tables, the
//! clock ([`Instant`]), random numbers, [`files`], `signals`, [locks](lock), and waiting in a program without threads
//! ([`poll`]). A [`Shard`] is the part of a job that one of several machines does, and [`fnv1a`] a hash that is the
//! same on all of them.
#![deny(unsafe_code)]

pub mod files;
mod fnv1a;
mod memory;
mod shard;
#[cfg(not(target_family = "wasm"))]
pub mod signals;
#[cfg_attr(target_family = "wasm", path = "wasm.rs")]
#[cfg_attr(not(target_family = "wasm"), path = "native.rs")]
mod system;
mod waiting;

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use fnv1a::{FNV_START, fnv1a};
pub use memory::{advise_huge_pages, prefetch, return_freed_memory, table_index};
pub use shard::{Shard, ShardError};
pub use system::{Instant, random_seed, split_paths};
pub use waiting::{on_poll, pause, poll};

/// Locks a mutex, also if a thread has panicked while it held the lock: the data stay valid.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether threads can be started. In a web page they cannot.
pub const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// The largest number of threads that can be asked for.
pub const MAX_THREADS: i64 = if HAS_THREADS { 512 } else { 1 };

/// The port on which the board is served if it is free, so that bookmarks stay valid.
pub const BOARD_PORT: u16 = 8150;

/// The largest size in MiB that can be asked for a hash table. In WebAssembly an allocation has less than 2 GiB.
pub const MAX_HASH: i64 = if cfg!(target_family = "wasm") { 2_000 } else { 1 << 20 };
