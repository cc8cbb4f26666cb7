//! New scores for the positions of games.

use super::label::search_for_label;
use super::player::Player;
use crate::depth_counts::DepthCounts;
use crate::game_files::ScoredGame;
use crate::train::DECIDED_SCORE;
use eval::{EvalSource, Evaluator};
use search::{Engine, Limits};
use std::io;

/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

/// Searches the positions of games again. Each game depends on no other.
#[derive(Debug)]
pub struct Relabeler {
    engine: Engine,
    limits: Limits,
}

impl Relabeler {
    /// Searches as a player does, but with a larger table. Fails if there is not enough memory.
    pub fn new(player: &Player) -> io::Result<Self> {
        Ok(Self { engine: player.new_engine(HASH_MIB)?, limits: player.limits() })
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

/// Replaces the scores of a game by the mean of its teachers' static evaluations. There must be a teacher. Decided
/// positions keep their scores, so that `train` still drops them.
pub fn label_by_teachers(game: &mut ScoredGame, teachers: &[EvalSource]) {
    let mut position = game.position_after_opening();
    for scored in &mut game.moves {
        if scored.score.unsigned_abs() < DECIDED_SCORE.unsigned_abs() {
            let board = position.board();
            let evaluations = teachers.iter().map(|teacher| {
                let (parameters, network) = teacher.resolve(game.rules);
                Evaluator::new(parameters, network, board).evaluate(board)
            });
            scored.score = (evaluations.sum::<i32>() / teachers.len() as i32) as i16;
        }
        position.do_move(scored.mv);
    }
}
