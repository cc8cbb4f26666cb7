//! What a search is asked to do, and how it is controlled while it runs.

use rules::Move;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. It ends at the first one reached.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last depth to search.
    pub depth: Option<u32>,
    /// The number of nodes to search: exact with one thread, approximate with several.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration is started.
    pub soft_nodes: Option<u64>,
    /// The time for this move, regardless of the clock.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// When the clock started, if before the search.
    pub clock_start: Option<Instant>,
    /// The longest mate, in plies, that ends the search.
    pub mate: Option<u32>,
    /// Whether to search until stopped, even if there is nothing more to find.
    pub infinite: bool,
    /// The moves to choose from; empty for all legal moves.
    pub search_moves: Vec<Move>,
    /// The number of principal variations to find.
    pub multi_pv: usize,
}

impl Limits {
    /// Returns whether a clock or a move time limits the search.
    pub fn is_timed(&self) -> bool {
        !self.infinite && (self.move_time.is_some() || self.clock.is_some())
    }
}

/// The clock of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The time for each move once none is left.
    pub byoyomi: Duration,
    /// The number of moves until time is added, if known.
    pub moves_to_go: Option<u32>,
}

/// Controls a running search from other threads.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    ponder_hit: OnceLock<PonderHit>,
}

/// The opponent's move that ends pondering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PonderHit {
    pub at: Instant,
    /// The clock after the opponent's move, if known.
    pub clock: Option<Clock>,
}

impl Control {
    /// Creates a control for a search that starts by pondering, or not.
    pub fn new(pondering: bool) -> Self {
        Self { pondering: AtomicBool::new(pondering), ..Self::default() }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search has been stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends pondering because the expected move was played: the clock runs from now on. It may differ
    /// from the one in the limits. Does nothing if the search is not pondering.
    pub fn ponder_hit(&self, clock: Option<Clock>) {
        if self.is_pondering() {
            let _ = self.ponder_hit.set(PonderHit { at: Instant::now(), clock });
            self.pondering.store(false, Ordering::Release);
        }
    }

    /// Returns whether the search is pondering: the opponent's clock runs.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Returns the ponder hit, if there was one.
    pub(crate) fn last_ponder_hit(&self) -> Option<PonderHit> {
        self.ponder_hit.get().copied()
    }

    /// Returns when the clock of the side to move started, given the start of a search that does not
    /// ponder. None while the search ponders.
    pub(crate) fn clock_start(&self, start: Instant) -> Option<Instant> {
        (!self.is_pondering()).then(|| self.ponder_hit.get().map_or(start, |hit| hit.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_does_not_ponder_ignores_a_ponder_hit() {
        let control = Control::new(false);
        control.ponder_hit(Some(Clock::default()));
        assert!(control.last_ponder_hit().is_none());
    }
}
