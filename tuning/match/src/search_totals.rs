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
        // The numbers may be those of a damaged state file, or any that an engine reports.
        self.moves = self.moves.saturating_add(other.moves);
        self.depths = self.depths.saturating_add(other.depths);
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.micros = self.micros.saturating_add(other.micros);
    }
}

impl SearchTotals {
    /// Adds a search and the time that its move took by our clock.
    pub fn add_search(&mut self, info: &SearchInfo, spent: Duration) {
        let mut search = Self::default();
        if let Some(depth) = info.depth {
            (search.moves, search.depths) = (1, u64::from(depth));
        }
        if let Some(nodes) = info.nodes {
            // Prefer the engine's own time, which excludes communication, unless it is too short for
            // its resolution of a millisecond.
            let own_time = info.time.filter(|&time| time >= Duration::from_millis(5));
            let micros = own_time.unwrap_or(spent).as_micros();
            (search.nodes, search.micros) = (nodes, u64::try_from(micros).unwrap_or(u64::MAX));
        }
        *self += search;
    }

    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.nodes as f64 / self.micros as f64 * 1e6)
    }

    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_stop_at_the_largest_number() {
        let mut totals = SearchTotals::default();
        let info = SearchInfo {
            depth: Some(3),
            nodes: Some(u64::MAX),
            time: Some(Duration::from_millis(u64::MAX)),
            ..SearchInfo::default()
        };
        totals.add_search(&info, Duration::ZERO);
        totals.add_search(&info, Duration::ZERO);
        let expected = SearchTotals { moves: 2, depths: 6, nodes: u64::MAX, micros: u64::MAX };
        assert_eq!(totals, expected);
    }
}
