//! Ozutsu in WebAssembly, for web pages. Each product is a feature, and a module of its own.
//!
//! The feature `board` is the board as a static site. The scripts in `site/` run its module in workers: one has
//! the [`board`], which never waits, and one for each table has an [`engine`]. They exchange texts with the
//! module through [`page`].
//!
//! On other targets than WebAssembly the crate is empty.
#![cfg(target_family = "wasm")]

#[cfg(feature = "board")]
pub mod board;
#[cfg(feature = "board")]
pub mod engine;
#[cfg(feature = "board")]
pub mod page;
