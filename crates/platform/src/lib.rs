//! What differs between the platforms of the engine, so that no other crate asks on which it runs: hints for
//! large tables, the clock ([`Instant`]), [`files`], and waiting in a program without threads ([`poll`]).
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod clock;
pub mod files;
mod memory;
mod waiting;

#[cfg(target_family = "wasm")]
pub use clock::Instant;
pub use memory::{advise_huge_pages, prefetch, return_freed_memory};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
pub use waiting::{on_poll, pause, poll};

/// The largest number of threads that can be asked for.
pub const MAX_THREADS: i64 = if cfg!(target_family = "wasm") { 1 } else { 512 };

/// The largest size in MiB that can be asked for a hash table. In WebAssembly all memory together has 4 GiB.
pub const MAX_HASH: i64 = if cfg!(target_family = "wasm") { 2_048 } else { 1 << 20 };
