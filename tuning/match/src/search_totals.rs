//! Totals of searches, for the average speed and depth of an engine.

use crate::engine::SearchInfo;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::time::Duration;

/// Totals of an engine's searches, for its average speed and depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTotals {
    /// The number of moves for which a depth was reported.
    pub moves: u64,
    /// The sum of these depths.
    pub depths: u64,
    pub nodes: u64,
    /// The time spent on these nodes, in microseconds.
    pub micros: u64,
}

impl AddAssign for SearchTotals {
    fn add_assign(&mut self, other: Self) {
        // The numbers may be those of a damaged state file.
        self.moves = self.moves.saturating_add(other.moves);
        self.depths = self.depths.saturating_add(other.depths);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.micros = self.micros.saturating_add(other.micros);
    }
}

impl SearchTotals {
    /// Adds a search and the time that its move took by our clock.
    pub fn add_search(&mut self, info: &SearchInfo, spent: Duration) {
        if let Some(depth) = info.depth {
            self.moves += 1;
            self.depths += u64::from(depth);
        }
        if let Some(nodes) = info.nodes {
            // Prefer the engine's own time, which excludes communication, unless it is too short for
            // its resolution of a millisecond.
            let own_time = info.time.filter(|&time| time >= Duration::from_millis(5));
            self.nodes += nodes;
            self.micros += own_time.unwrap_or(spent).as_micros() as u64;
        }
    }

    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.nodes as f64 / self.micros as f64 * 1e6)
    }

    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}
