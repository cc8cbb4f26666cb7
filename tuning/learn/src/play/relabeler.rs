//! New scores for the positions of games.

use crate::game_files::GameRecord;
use eval::EvalSource;
use search::{Control, Engine, Limits};

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

/// Searches the positions of games again. Each game depends on no other.
#[derive(Debug)]
pub struct Relabeler {
    engine: Engine,
    limits: Limits,
}

impl Relabeler {
    pub fn new(nodes: u64, eval_source: EvalSource) -> Self {
        let mut engine = Engine::on_calling_thread().with_hash(HASH_MIB);
        engine.eval_source = eval_source;
        Self { engine, limits: Limits { nodes: Some(nodes), ..Limits::default() } }
    }

    /// Replaces the scores of a game.
    pub fn relabel(&mut self, game: &mut GameRecord) {
        self.engine.clear();
        let mut position = game.position_after_opening();
        for scored in &mut game.moves {
            let result = self.engine.search(&position, &self.limits, &Control::default(), &mut ());
            scored.score = result.score.raw() as i16;
            position.do_move(scored.mv);
        }
    }
}
