//! What differs between the platforms of the engine, so that no other crate asks on which it runs: hints for
//! large tables ([`memory`]), the [clock](Instant), and waiting in a program [without threads](waiting).
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod clock;
mod memory;
mod waiting;

#[cfg(target_family = "wasm")]
pub use clock::Instant;
pub use memory::{advise_huge_pages, prefetch, return_freed_memory};
#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;
pub use waiting::{on_poll, pause, poll};
