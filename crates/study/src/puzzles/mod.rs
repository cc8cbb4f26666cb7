//! Puzzles: positions in which only one line mates or wins.
//!
//! [`MateFinder`] finds mates by consecutive checks, [`WinFinder`] lines that win material or an attack.
//! [`read_puzzles`] reads puzzles from text.

mod mate;
mod puzzle;
mod pychess;
mod read;
mod win;

pub use mate::{MateFinder, MateOptions, Proof};
pub use puzzle::{Puzzle, PuzzleKind};
pub use pychess::{PychessPuzzle, PychessPuzzles};
pub use read::read_puzzles;
pub use win::{WinFinder, WinOptions};
