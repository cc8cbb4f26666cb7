//! The commands of the command line, one file each.
//!
//! The commands that search share [`search_args`] and [`search_output`]; `go` searches the positions of a file by
//! [`epd_suite`].

mod analyse;
mod bench;
#[cfg(feature = "board")]
mod board;
mod completions;
mod convert;
mod epd_suite;
mod game_page;
mod games;
pub mod genfens;
mod go;
mod man;
mod moves;
mod perft;
mod piece;
mod puzzles;
mod search_args;
mod search_output;
mod show;

pub use analyse::Analyse;
pub use bench::Bench;
#[cfg(feature = "board")]
pub use board::Board;
pub use completions::Completions;
pub use convert::Convert;
pub use games::Games;
pub use go::Go;
pub use man::Man;
pub use moves::Moves;
pub use perft::Perft;
pub use piece::Piece;
pub use puzzles::Puzzles;
pub use show::Show;
