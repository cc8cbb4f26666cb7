//! The commands of the command line, a file or folder each. None imports another.

mod analyse;
mod bench;
#[cfg(feature = "board")]
mod board;
mod completions;
mod convert;
mod games;
pub mod genfens;
mod go;
mod grow;
mod man;
mod moves;
mod perft;
mod piece;
mod puzzles;
mod show;
mod study;

pub use analyse::Analyse;
pub use bench::Bench;
#[cfg(feature = "board")]
pub use board::Board;
pub use completions::Completions;
pub use convert::Convert;
pub use games::Games;
pub use go::Go;
pub use grow::Grow;
pub use man::Man;
pub use moves::Moves;
pub use perft::Perft;
pub use piece::Piece;
pub use puzzles::Puzzles;
pub use show::Show;
pub use study::Study;
