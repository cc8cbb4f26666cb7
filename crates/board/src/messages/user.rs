//! The data kept for the user, as the pages see it.

use super::{EndView, Player, TimeControl};
use rules::Color;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
#[cfg(test)]
use ts_rs::TS;

/// Identifies a recent game: the time at which it was first kept, in milliseconds since 1970.
pub type GameId = u64;

/// The settings of the page by name. Only the page knows what they mean.
pub type Settings = Map<String, Value>;

/// The progress in the stored puzzles of a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default)]
pub struct PuzzleCounts {
    /// The numbers of the puzzles tried.
    pub tried: BTreeSet<usize>,
    /// The numbers of the puzzles solved.
    pub solved: BTreeSet<usize>,
    /// The most puzzles solved in a streak, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub best_streak: Option<usize>,
}

/// How a recent game is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RecentMode {
    /// At one board.
    #[default]
    Board,
    /// Between two people on two devices.
    Seats,
    /// By links that two people send each other.
    ByLink {
        /// The side of this person.
        side: Color,
        /// What all its links name it by; empty if they do not.
        #[serde(default)]
        id: String,
    },
}

/// A game in the list of recent games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RecentInfo {
    /// Identifies the game.
    pub id: GameId,
    /// The name of the game.
    pub variant: String,
    /// The players, Black first.
    pub players: [Player; 2],
    /// The names of the players in the record, as far as they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub names: Option<[Option<String>; 2]>,
    #[serde(default)]
    pub mode: RecentMode,
    /// The clocks, if the game has any.
    pub time: Option<TimeControl>,
    /// The number of moves of the main line.
    pub moves: usize,
    /// How the game ended, if it has.
    pub end: Option<EndView>,
    /// When the game was last kept, in milliseconds since 1970.
    pub saved: u64,
}
