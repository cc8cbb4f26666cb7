//! The evaluation state of one search thread.

use crate::layout::sign;
use crate::network::{Network, NetworkState};
use crate::parameters::Parameters;
use crate::piece_squares::PieceSquareState;
use crate::threats::Threats;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The largest absolute value of an evaluation. Larger scores are reserved for decided games.
pub const MAX_EVALUATION: i32 = 30_000;

/// Evaluates the positions of a search. It must observe every move and null move that is made or
/// undone, and the board passed to its methods must be the one after these moves.
///
/// An evaluation is the sum of four parts: the pieces on their squares and in hand, updated as moves are made; the
/// threats, computed from the attacks of all pieces, which takes most of the time; a bonus for the right to move; and
/// the output of a [`Network`], if there is one.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    tempo: i32,
    piece_squares: PieceSquareState<'a>,
    threats: Threats,
    network: Option<NetworkState<'a>>,
}

impl<'a> Evaluator<'a> {
    /// Creates an evaluator for a board, with a network if there is one. The network must be for the
    /// board's game.
    pub fn new(parameters: &'a Parameters, network: Option<&'a Network>, board: &Board) -> Self {
        Self {
            tempo: parameters.tempo(),
            piece_squares: PieceSquareState::new(parameters, board),
            threats: Threats::new(parameters),
            network: network.map(|network| NetworkState::new(network, board)),
        }
    }

    /// Returns the static evaluation from the side to move's point of view.
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        let score = self.piece_squares.score(board) + self.threats.update(board);
        let network = self.network.as_mut();
        let output = network.map_or(0, |network| network.evaluate(board, self.threats.lists()));
        (sign(board.side()) * score + output + self.tempo).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }
}

/// Both states observe the moves.
impl Observer for Evaluator<'_> {
    #[inline]
    fn move_started(&mut self, before: &Board) {
        self.piece_squares.move_started(before);
        self.network.iter_mut().for_each(|network| network.move_started(before));
    }

    #[inline]
    fn move_undone(&mut self, board: &Board) {
        self.piece_squares.move_undone(board);
        self.network.iter_mut().for_each(|network| network.move_undone(board));
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.piece_squares.piece_added(piece, square);
        self.network.iter_mut().for_each(|network| network.piece_added(piece, square));
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.piece_squares.piece_removed(piece, square);
        self.network.iter_mut().for_each(|network| network.piece_removed(piece, square));
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        self.piece_squares.hand_changed(color, kind, before, after);
        self.network
            .iter_mut()
            .for_each(|network| network.hand_changed(color, kind, before, after));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{FeatureVisitor, visit_features};
    use rules::{Move, Position, Rules, SplitMix64};

    /// Plays a random game with an evaluator that observes moves, null moves and undone moves, and
    /// calls `check` after each.
    fn play(
        rules: &'static Rules,
        seed: u64,
        mut check: impl FnMut(&Position, &mut Evaluator<'_>),
    ) {
        let mut random = SplitMix64::new(seed);
        let mut position = Position::start(rules);
        let mut evaluator = Evaluator::new(Parameters::of(rules), None, position.board());
        for _ in 0..300 {
            let moves = position.legal_moves();
            let number = (random.next_u64() >> 8) as usize;
            match number % 8 {
                0 if position.ply() > 0 => position.undo_move_observed(&mut evaluator),
                1 if !position.in_check() && position.last_move() != Some(Move::NULL) => {
                    position.do_null_move_observed(&mut evaluator);
                }
                _ => {
                    let Some(&mv) = moves.get(number / 8 % moves.len().max(1)) else { break };
                    position.do_move_observed(mv, &mut evaluator);
                }
            }
            check(&position, &mut evaluator);
        }
    }

    #[test]
    fn incremental_evaluation_equals_that_of_a_new_evaluator() {
        for rules in games::all() {
            let parameters = Parameters::of(rules);
            for seed in 0..8 {
                let mut number = 0;
                play(rules, seed, |position, evaluator| {
                    let board = position.board();
                    // Skip some positions, so that several king moves precede an evaluation.
                    number += 1;
                    if number % 3 == 0 {
                        return;
                    }
                    let fresh = Evaluator::new(parameters, None, board).evaluate(board);
                    assert_eq!(evaluator.evaluate(board), fresh, "{}", position.sfen());
                });
            }
        }
    }

    struct BlackMinusWhite<'a> {
        parameters: &'a Parameters,
        sum: i32,
    }

    impl FeatureVisitor for BlackMinusWhite<'_> {
        fn visit(&mut self, side: Color, parameter: usize, count: i32) {
            self.sum += sign(side) * self.parameters.get(parameter) * count;
        }
    }

    #[test]
    fn evaluation_is_the_sum_of_all_features() {
        for rules in games::all() {
            let parameters = Parameters::of(rules);
            play(rules, 1, |position, evaluator| {
                let board = position.board();
                let mut sum = BlackMinusWhite { parameters, sum: 0 };
                visit_features(board, &mut sum);
                let expected = sign(board.side()) * sum.sum;
                assert_eq!(evaluator.evaluate(board), expected, "{}", position.sfen());
            });
        }
    }
}
