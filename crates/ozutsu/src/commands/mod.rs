//! What the program does, one file a command.

mod completions;
mod games;
mod moves;
mod perft;
mod piece;
mod show;

pub use completions::Completions;
pub use games::Games;
pub use moves::Moves;
pub use perft::Perft;
pub use piece::Piece;
pub use show::Show;
