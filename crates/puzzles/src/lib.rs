//! Puzzles: positions in which only one line mates or wins.
//!
//! [`MateFinder`] finds mates by consecutive checks, [`WinFinder`] lines that win material or an attack.
//! [`parse_epd`] reads puzzles from text, and [`stored_puzzles`] returns those that are part of the
//! program, for the games with cannons.
#![deny(missing_docs, unsafe_code)]

mod epd;
mod mate;
mod puzzle;
mod stored;
mod win;

pub use epd::parse_epd;
pub use mate::{MateFinder, MateOptions};
pub use puzzle::{Puzzle, PuzzleKind};
pub use stored::stored_puzzles;
pub use win::{WinFinder, WinOptions};
