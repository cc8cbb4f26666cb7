//! Self-play games of the engine.

mod self_player;
mod shard;

pub use self_player::{SelfPlayOptions, SelfPlayer, load_network, load_parameters};
pub use shard::{Shard, ShardProgress};
