//! An engine as a player of games at fixed nodes.

use eval::EvalSource;
use search::{Engine, Limits};
use std::io;

/// What a player evaluates with, and how long it searches for a move.
#[derive(Clone, Debug)]
pub struct Player {
    pub eval_source: EvalSource,
    /// Number of nodes after which a search starts no new iteration.
    pub soft_nodes: u64,
    /// Number of nodes after which a search ends at once.
    pub hard_nodes: u64,
}

impl Default for Player {
    fn default() -> Self {
        Self::new(EvalSource::default(), 100)
    }
}

/// Size of the transposition table for games in MiB. Kept small: the table is cleared before every game.
pub(crate) const GAME_HASH_MIB: usize = 4;

impl Player {
    /// Creates a player whose searches end at twice their soft limit at the latest.
    pub fn new(eval_source: EvalSource, nodes: u64) -> Self {
        Self { eval_source, soft_nodes: nodes, hard_nodes: nodes.saturating_mul(2) }
    }

    pub(crate) fn new_engine(&self, hash_mib: usize) -> io::Result<Engine> {
        let mut engine = Engine::on_calling_thread()?.with_hash(hash_mib);
        engine.eval_source = self.eval_source.clone();
        Ok(engine)
    }

    pub(crate) fn limits(&self) -> Limits {
        let (nodes, soft_nodes) = (Some(self.hard_nodes), Some(self.soft_nodes));
        Limits { nodes, soft_nodes, ..Limits::default() }
    }
}
