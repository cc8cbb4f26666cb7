//! Self-play files.
//!
//! A file is packed (`packed.rs` describes the format), or text with a [`ScoredGame`] per line. Text files can be
//! concatenated. A line has five fields separated by tabs:
//!
//! ```text
//! cannonshogi <TAB> 1-0 <TAB> rules <TAB> 7g7f 3c3d ... <TAB> 2g2f:35 8c8d:-12 ...
//! ```
//!
//! 1. the name of the variant;
//! 2. the result: `1-0` if the first player won, `0-1` if the second player won, `1/2` for a draw;
//! 3. why the game ended: see [`SelfPlayEnd::as_str`];
//! 4. the random moves of the opening;
//! 5. the moves played after it, each with the score of the search that chose it.
//!
//! Moves are in USI notation and begin at the start position. Scores are in the evaluation's units
//! from the point of view of the side that moved; a score beyond ±30000 is a forced win or loss.

mod file;
mod packed;
mod scored_game;

pub use file::{
    Format, GameFileError, RawGame, SelfPlayReader, SelfPlayWriter, raw_games, read_games,
};
pub use packed::{game_length, packed_header};
pub use scored_game::{ParseGameError, ScoredGame, ScoredMove, SelfPlayEnd};
