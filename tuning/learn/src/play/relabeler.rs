//! New scores for the positions of games.

use super::label::search_for_label;
use crate::depth_counts::DepthCounts;
use crate::game_files::ScoredGame;
use eval::EvalSource;
use search::{Engine, Limits};

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

/// Searches the positions of games again. Each game depends on no other.
#[derive(Debug)]
pub struct Relabeler {
    engine: Engine,
    limits: Limits,
}

impl Relabeler {
    /// A search starts no new iteration after `soft_nodes`, and ends at once after `hard_nodes`.
    pub fn new(soft_nodes: u64, hard_nodes: u64, eval_source: EvalSource) -> Self {
        let mut engine = Engine::on_calling_thread().with_hash(HASH_MIB);
        engine.eval_source = eval_source;
        let (nodes, soft_nodes) = (Some(hard_nodes), Some(soft_nodes));
        Self { engine, limits: Limits { nodes, soft_nodes, ..Limits::default() } }
    }

    /// Replaces the scores of a game by those of the last completed iterations, until `is_stopped`. Returns their
    /// depths.
    pub fn relabel(&mut self, game: &mut ScoredGame, is_stopped: impl Fn() -> bool) -> DepthCounts {
        self.engine.clear();
        let mut position = game.position_after_opening();
        let mut depths = DepthCounts::default();
        for scored in &mut game.moves {
            if is_stopped() {
                break;
            }
            let (result, score) = search_for_label(&mut self.engine, &position, &self.limits);
            depths.add(result.depth);
            scored.score = score.raw() as i16;
            position.do_move(scored.mv);
        }
        depths
    }
}
