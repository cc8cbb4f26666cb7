//! What callers give to a solver and get from it.

use rules::Move;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Limits of a mate search. The first one reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MateLimits {
    pub time: Option<Duration>,
    /// Time after which the line of a found mate is not completed. By default, completing it may exceed
    /// [`time`](Self::time) by a tenth of a second.
    pub line_time: Option<Duration>,
    pub nodes: Option<u64>,
    /// Longest mate to look for, in plies. Includes the attacker's last move.
    pub plies: Option<u32>,
    /// Moves to consider at the root; all if empty.
    pub search_moves: Vec<Move>,
    /// How much to shorten a mate.
    pub length: MateLength,
    /// Whether interpositions that are simply captured do not count, as the module `interposition`
    /// defines. The line then ends where the defender has no other replies.
    pub ignore_futile_interpositions: bool,
}

/// How much effort to spend on a shorter mate once a mate is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MateLength {
    /// None: the first mate found is the result.
    First,
    /// At most as much time and as many nodes as finding the first mate took.
    #[default]
    Shorter,
    /// Until the mate is proven to be the shortest, or a limit is reached.
    Shortest,
}

/// Result of a mate search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MateResult {
    /// A forced mate: the main line, which ends with the mating move.
    Mate(Vec<Move>),
    /// There is no mate by consecutive checks, or none within the given plies.
    NoMate,
    /// A limit was reached first.
    Unknown,
}

/// There is not enough memory for the tables of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not enough memory for a mate solver of {mebibytes} MiB")]
pub struct OutOfMemory {
    pub mebibytes: usize,
}

/// What a running search reports.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The moves from the root to the node that is being searched.
    pub line: Vec<Move>,
    /// The length of the longest line searched, in plies.
    pub max_depth: usize,
    /// The root's proof number: how hard the mate looks to prove.
    pub proof: u64,
    /// The root's disproof number: how hard the mate looks to disprove.
    pub disproof: u64,
    pub nodes: u64,
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub permille_full: u32,
}
