//! The sum.

use crate::accumulator::Accumulator;
use crate::features::{Sum, count_threats, sign};
use crate::parameters::Parameters;
use rules::Board;

/// What a position is worth to the side to move.
pub fn evaluate(parameters: &Parameters, board: &Board, sums: &Accumulator<'_>) -> i32 {
    worth(parameters, board, sums, threats(parameters, board))
}

/// What the threats are worth to the side to move: most of the work of an evaluation.
pub fn threats(parameters: &Parameters, board: &Board) -> i32 {
    let mut sum = Sum::new(parameters);
    count_threats(board, &mut sum);
    sign(board.side()) * sum.difference()
}

/// What a position is worth to the side to move if its threats are worth so much to it.
#[inline]
pub fn worth(parameters: &Parameters, board: &Board, sums: &Accumulator<'_>, threats: i32) -> i32 {
    sign(board.side()) * sums.total(board) + threats + parameters.tempo()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::visit_features;
    use rules::{Position, Rules};

    /// Plays a fixed, varied game and hands every position to a judge.
    fn play(rules: &'static Rules, mut judge: impl FnMut(&Position, &Accumulator<'_>)) {
        let parameters = Parameters::of(rules);
        let mut position = Position::start(rules);
        let mut sums = Accumulator::new(&parameters, position.board());
        for ply in 0..200_usize {
            judge(&position, &sums);
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((ply * 7919 + 13) % moves.len().max(1)) else { break };
            position.do_move_observed(mv, &mut sums);
            if ply % 3 == 0 {
                sums.refresh(position.board());
            }
        }
    }

    #[test]
    fn sums_kept_up_equal_sums_made_anew() {
        for rules in Rules::all() {
            let parameters = Parameters::of(rules);
            play(rules, |position, sums| {
                let board = position.board();
                let fresh = Accumulator::new(&parameters, board);
                assert_eq!(sums.total(board), fresh.total(board), "{}", position.sfen());
                let mut whole = Sum::new(&parameters);
                visit_features(board, &mut whole);
                let worth = evaluate(&parameters, board, sums);
                assert_eq!(sign(board.side()) * whole.difference(), worth, "{}", position.sfen());
            });
        }
    }
}
