//! Puzzles: positions in which only one line mates or wins.
//!
//! [`MateFinder`] finds mates by consecutive checks, [`WinFinder`] lines that win material or an attack.
//! [`read_puzzles`] reads puzzles from text, and [`stored_puzzles`] returns those that are part of the
//! program, for all games but shogi.

mod mate;
mod puzzle;
mod pychess;
mod read;
mod stored;
mod win;

pub use mate::{MateFinder, MateOptions, Proof};
pub use puzzle::{Puzzle, PuzzleKind};
pub use pychess::{PychessPuzzle, PychessPuzzles};
pub use read::read_puzzles;
pub use stored::{games_with_puzzles, stored_puzzles};
pub use win::{WinFinder, WinOptions};
