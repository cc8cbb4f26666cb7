//! Makes opening books: [`GameMoves`] counts what was played in self-play games, [`BookMaker`] searches
//! the most probable positions, and [`BookStats`] describes a book.

mod game_moves;
mod maker;
mod stats;

pub use game_moves::GameMoves;
pub use maker::{BookMaker, MakeOptions};
pub use stats::BookStats;
