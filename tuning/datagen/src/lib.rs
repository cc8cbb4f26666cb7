//! Self-play games of the engine, as training data for the evaluation.
//!
//! A self-play file is text with one [`GameRecord`] per line, so files can be concatenated. A line has
//! five fields separated by tabs:
//!
//! ```text
//! cannonshogi <TAB> 1-0 <TAB> rules <TAB> 7g7f 3c3d ... <TAB> 2g2f:35 8c8d:-12 ...
//! ```
//!
//! 1. the name of the variant;
//! 2. the result: `1-0` if the first player won, `0-1` if the second player won, `1/2` for a draw;
//! 3. why the game ended: see [`EndReason::as_str`];
//! 4. the random moves of the opening;
//! 5. the moves played after it, each with the score of the search that chose it.
//!
//! Moves are in USI notation and begin at the start position. Scores are in the evaluation's units
//! from the point of view of the side that moved; a score beyond ±30000 is a forced win or loss.
#![deny(missing_docs, unsafe_code)]

mod atomic_file;
mod game_line;
mod game_stats;
mod self_player;
mod shard;
mod svg;

pub use atomic_file::{check_writable, write_atomically};
pub use game_line::{EndReason, GameRecord, GameResult, ParseRecordError, ScoredMove};
pub use game_stats::{GameStats, Histogram};
pub use ozutsu_openings::{RulesFileArgs, load_rules_files};
pub use self_player::{SelfPlayOptions, SelfPlayer, load_network, load_parameters};
pub use shard::{Shard, ShardProgress, read_games};
pub use svg::HistogramSvg;
