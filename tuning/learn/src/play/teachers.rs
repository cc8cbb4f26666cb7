//! New scores for the positions of games without a search.

use crate::game_files::ScoredGame;
use crate::train::DECIDED_SCORE;
use eval::{EvalSource, Evaluator};

/// Replaces the scores of a game by the mean of its teachers' static evaluations. There must be a teacher. Decided
/// positions keep their scores, so that `train` still drops them.
pub fn label_by_teachers(game: &mut ScoredGame, teachers: &[EvalSource]) {
    let mut position = game.position_after_opening();
    for scored in &mut game.moves {
        if scored.score.unsigned_abs() < DECIDED_SCORE.unsigned_abs() {
            let board = position.board();
            let evaluations = teachers.iter().map(|teacher| {
                let (parameters, network) = teacher.resolve(game.rules);
                Evaluator::with_network(parameters, network, board).evaluate(board)
            });
            scored.score = (evaluations.sum::<i32>() / teachers.len() as i32) as i16;
        }
        position.do_move(scored.mv);
    }
}
