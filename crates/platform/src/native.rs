//! What the standard library offers on platforms other than WebAssembly.

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
pub use std::time::Instant;

/// Splits a list of paths at the character that separates paths on this system: `:`, or `;` on Windows.
pub fn split_paths(list: &str) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(list)
}

/// Returns a random number.
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0)
}
