//! Ozutsu in WebAssembly, for web pages and Node. Each product is a feature, and a module of its own. They exchange
//! texts with the script that has loaded them through `page`.
//!
//! The feature `board` is the board as a static site. The scripts in `site/` run its module in workers: one has
//! the `board`, which never waits, and one for each table has an `engine`.
//!
//! The feature `worker` is a session by UCI or USI (`uci`), which the script in `npm/` runs in a worker. There are no
//! threads: a running search asks for messages itself, every few milliseconds.
//!
//! On other targets than WebAssembly the crate is empty.
#![cfg(target_family = "wasm")]

#[cfg(feature = "board")]
pub mod board;
#[cfg(feature = "board")]
pub mod engine;
pub mod page;
#[cfg(feature = "worker")]
pub mod uci;
