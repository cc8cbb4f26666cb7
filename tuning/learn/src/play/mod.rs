//! Self-play games of the engine.

mod label;
mod move_sampler;
mod relabeler;
mod self_play_file;
mod self_player;
mod teachers;

pub use move_sampler::{MoveSampler, PliesError, parse_plies};
pub use relabeler::Relabeler;
pub use self_play_file::{SelfPlayFile, SelfPlayProgress};
pub use self_player::{SelfPlayOptions, SelfPlayer};
pub use teachers::label_by_teachers;
