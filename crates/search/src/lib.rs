#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! An [`Engine`] searches a position within [`Limits`]. Other threads stop it through a [`Control`],
//! and a [`Reporter`] receives scores and variations.
#![deny(unsafe_code)]

mod all_tunables;
mod bench;
mod centipawns;
mod correction_history;
mod engine;
mod extension;
mod history;
mod history_update;
mod iterative_deepening;
mod limits;
mod mate_presearch;
mod move_picker;
mod node;
mod pruning;
mod quiescence;
mod reduction;
mod rule_options;
mod score;
mod search;
mod search_info;
mod see;
pub mod skill;
mod threads;
mod time;
mod transposition_table;
mod tunables;
mod worker;

pub use all_tunables::tunables;
pub use bench::{BENCH_DEPTH, bench, bench_positions};
pub use centipawns::{centipawns, from_centipawns, winning_chance};
pub use engine::{DEFAULT_HASH, Engine};
pub use limits::{Clock, Control, Limits};
pub use rule_options::RuleOptions;
pub use score::{MAX_PLY, Score};
pub use search_info::{Pv, Reporter, SearchInfo, SearchResult};
pub use threads::ThreadsError;
pub use time::TimeOptions;
pub use transposition_table::{Bound, TableError};
pub use tunables::Tunable;
