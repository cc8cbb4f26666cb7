//! Learning from self-play: sets of openings, self-play games and duels, fits of the linear evaluation, training
//! of networks, opening books, and the study of a game. The program is `ozutsu-learn`.
#![deny(unsafe_code)]

pub mod adam;
pub mod book;
pub mod depth_counts;
pub mod duel;
pub mod fit;
pub mod game_files;
pub mod grow;
pub mod judge;
pub mod logistic;
pub mod opening_set;
pub mod play;
mod search_lines;
mod sparse_counts;
pub mod study;
pub mod train;
pub mod workers;
