//! The commands of the command line, one file each.
//!
//! `go` has helpers: [`run_search`] runs a search and passes on its progress, [`search_table`] shows
//! one as a table, and [`epd`] and [`epd_suite`] read and search files of positions.

mod bench;
mod completions;
mod epd;
mod epd_suite;
mod games;
mod go;
mod moves;
mod perft;
mod piece;
mod run_search;
mod search_table;
mod show;

pub use bench::Bench;
pub use completions::Completions;
pub use games::Games;
pub use go::Go;
pub use moves::Moves;
pub use perft::Perft;
pub use piece::Piece;
pub use show::{Show, write_position};
