//! Games of the engine against itself, as data for tuning.
//!
//! A file of games is text, a [`Record`] a line, so that shards concatenate with `cat`:
//!
//! ```text
//! cannonshogi <TAB> 1-0 <TAB> rules <TAB> 7g7f 3c3d ... <TAB> 2g2f:35 8c8d:-12 ...
//! ```
//!
//! That is the game, its result (`1-0` if the first player won, `0-1`, or `1/2`), how it ended, the
//! moves of its opening, and each move played with its score, in the evaluation's units, as the side
//! that made it saw them, or beyond 30000 a win in sight. Moves are USI's, from the start position.
#![deny(missing_docs, unsafe_code)]

mod play;
mod record;
mod shard;
mod stats;
mod svg;

pub use play::{End, Play, Player, parameters};
pub use record::{Played, Record, RecordError, Verdict};
pub use shard::{Progress, Shard, records};
pub use stats::{Histogram, Stats};
pub use svg::Picture;
