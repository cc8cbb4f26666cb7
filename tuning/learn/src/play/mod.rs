//! Self-play games of the engine, and what duels share with them.

mod game_openings;
mod label;
mod move_sampler;
mod played_game;
mod player;
mod relabeler;
mod self_play_file;
mod self_player;
mod teachers;

pub use game_openings::GameOpenings;
pub(crate) use label::search_for_label;
pub use move_sampler::{MoveSampler, PliesError, parse_plies};
pub use played_game::Adjudication;
pub(crate) use played_game::play_to_end;
pub use player::Player;
pub use relabeler::Relabeler;
pub use self_play_file::{SelfPlayFile, SelfPlayProgress};
pub use self_player::{SelfPlayOptions, SelfPlayer};
pub use teachers::label_by_teachers;
