//! The limits of a search, and the control of a running search.

use platform::Instant;
use rules::Move;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// The limits of a search. It ends at the first one reached.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// The last depth to search.
    pub depth: Option<u32>,
    /// The number of nodes to search: exact with one thread, approximate with several.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration is started.
    pub soft_nodes: Option<u64>,
    /// A fixed time for this move, regardless of the clock.
    pub move_time: Option<Duration>,
    pub clock: Option<Clock>,
    /// When the clock started, if before the start of the search.
    #[serde(skip)]
    pub clock_start: Option<Instant>,
    /// The longest mate that ends the search, in plies.
    pub mate: Option<u32>,
    /// Whether to return only when stopped, even if the search is complete.
    pub infinite: bool,
    /// The moves to choose from; empty for all legal moves.
    pub search_moves: Vec<Move>,
    /// The number of principal variations to find; 0 counts as 1.
    pub multi_pv: usize,
}

impl Limits {
    /// Returns whether there is a limit at which the search ends, unless it is infinite.
    pub fn has_limit(&self) -> bool {
        let Self { depth, nodes, soft_nodes, move_time, clock, mate, .. } = self;
        depth.is_some()
            || nodes.is_some()
            || soft_nodes.is_some()
            || move_time.is_some()
            || clock.is_some()
            || mate.is_some()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    pub remaining: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The time for each move once `remaining` is used up.
    pub byoyomi: Duration,
    /// The number of moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// Controls a running search from other threads. Clones control the same search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<ControlState>);

#[derive(Debug, Default)]
struct ControlState {
    stop: AtomicBool,
    pondering: AtomicBool,
    ponder_hit: OnceLock<PonderHit>,
}

/// The end of pondering by the expected move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PonderHit {
    pub at: Instant,
    /// The clock after the opponent's move, if known.
    pub clock: Option<Clock>,
}

impl Control {
    /// Creates a control. `pondering` says whether the search starts on the opponent's time.
    pub fn new(pondering: bool) -> Self {
        Self(Arc::new(ControlState { pondering: pondering.into(), ..ControlState::default() }))
    }

    pub fn stop(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::Relaxed)
    }

    /// Waits while a condition holds and nobody stops the search.
    pub fn wait_while(&self, condition: impl Fn() -> bool) {
        while condition() && !self.is_stopped() {
            platform::pause();
        }
    }

    pub fn stop_flag(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// Ends pondering because the expected move was played: the clock starts now. `clock` replaces that
    /// of the limits, if known. Does nothing if the search is not pondering.
    pub fn ponder_hit(&self, clock: Option<Clock>) {
        if self.is_pondering() {
            let _ = self.0.ponder_hit.set(PonderHit { at: Instant::now(), clock });
            self.0.pondering.store(false, Ordering::Release);
        }
    }

    /// Returns whether the search is pondering, that is, searching on the opponent's time.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.pondering.load(Ordering::Acquire)
    }

    /// Returns the ponder hit, if there was one.
    pub(crate) fn received_ponder_hit(&self) -> Option<PonderHit> {
        self.0.ponder_hit.get().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ponder_hit_without_pondering_is_ignored() {
        let control = Control::new(false);
        control.ponder_hit(Some(Clock::default()));
        assert!(control.received_ponder_hit().is_none());
    }
}
