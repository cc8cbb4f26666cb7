//! Opening books in the format of YaneuraOu, for all games.
//!
//! A book is text with the moves of each position:
//!
//! ```text
//! #YANEURAOU-DB2016 1.00
//! sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
//! 7g7f 3c3d 52 18 120
//! 2g2f none 45 18 96
//! ```
//!
//! A move line has the move, the expected reply or `none`, the score in centipawns for the side to move,
//! the depth of the search, and how often the move was played. Fields may be missing at the end; a missing
//! score or depth is 0, a missing count 1. Lines that start with `#` or `//` are comments. The move number
//! does not matter. Books may have only positions in which Black moves (`FlippedBook` in YaneuraOu): a
//! position that is not in the book is also looked up turned by 180 degrees.
//!
//! The format does not name the game. Books written here have it in a comment, `#variant shosu`, and a book
//! for another game is refused.
//!
//! [`Book`] looks up and chooses moves, [`BookTable`] collects and writes them.

mod lookup;
mod read;
mod table;
mod turn;

pub use lookup::{Book, ChoiceOptions, SkippedLines};
pub use read::{BookError, named_variant};
pub use table::BookTable;

use rules::Move;

/// A move in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    pub mv: Move,
    /// The expected reply. It may be illegal.
    pub reply: Option<Move>,
    /// The score in centipawns for the side to move.
    pub score: i32,
    /// The depth of the search that found the score, in plies.
    pub depth: u32,
    /// How often the move was played.
    pub count: u32,
}
