//! Tests and benchmarks of the whole engine, and the tools they share.
//!
//! - [`mod@reference`]: a slow, independent implementation of the rules; [`differential`] compares the
//!   engine with it.
//! - [`properties`], [`observed_board`], [`board_symmetry`], [`illegal_reasons`]: properties
//!   of every position of every game.
//! - [`random_play`], [`random_rules`], [`random_network`]: seeded random moves, positions, rule sets
//!   and evaluation networks.
//! - [`data`]: the tables under `data/`.
//! - [`exhaustive_mate`]: mates by consecutive checks, found by exhaustive search.
//! - [`untrusted`]: checks of what anybody may have written, for tests and fuzz targets.

pub mod board_symmetry;
pub mod data;
pub mod differential;
pub mod exhaustive_mate;
pub mod illegal_reasons;
pub mod observed_board;
pub mod properties;
pub mod random_network;
pub mod random_play;
pub mod random_rules;
pub mod reference;
pub mod untrusted;

/// Compiles and runs the example of a new game in docs/add-a-game.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/add-a-game.md")]
struct AddAGame;
