//! What the program does, one file a command.

mod batch;
mod bench;
mod completions;
mod exercises;
mod games;
mod go;
mod moves;
mod perft;
mod piece;
mod show;
mod table;
mod thinking;

pub use bench::Bench;
pub use completions::Completions;
pub use games::Games;
pub use go::Go;
pub use moves::Moves;
pub use perft::Perft;
pub use piece::Piece;
pub use show::{Show, report};
