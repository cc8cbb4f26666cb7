//! Self-play games of the engine, and what duels share with them.

mod game_openings;
mod label;
mod move_sampler;
mod played_game;
mod player;
mod relabel;
mod self_play;

pub use game_openings::GameOpenings;
pub(crate) use label::search_for_label;
pub use move_sampler::{MoveSampler, parse_plies};
pub use played_game::Adjudication;
pub(crate) use played_game::play_to_end;
pub(crate) use player::GAME_HASH_MIB;
pub use player::Player;
pub use relabel::{Relabeler, label_by_teachers};
pub use self_play::{SelfPlayFile, SelfPlayOptions, SelfPlayProgress, SelfPlayer};
