//! Self-play games of the engine.

mod label;
mod move_sampler;
mod quiet_lines;
mod relabeler;
mod self_player;
mod shard;

pub use move_sampler::{MoveSampler, PliesError, parse_plies};
pub use quiet_lines::QuietLineFinder;
pub use relabeler::Relabeler;
pub use self_player::{SelfPlayOptions, SelfPlayer};
pub use shard::{Shard, ShardProgress};
