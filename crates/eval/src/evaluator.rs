//! The evaluation state of one search thread.
//!
//! The search uses the evaluation only through [`Evaluator`]. The linear evaluation has three
//! parts: a piece-square score, updated incrementally as moves are made; a threat score, computed
//! from the attacks of all pieces, which takes most of the time; and a bonus for the right to move.
//! A [`Network`] adds its output.

use crate::features::{FeatureVisitor, visit_threats};
use crate::layout::sign;
use crate::network::{Network, NetworkState};
use crate::parameters::Parameters;
use rules::{Board, Color, Observer, Piece, PieceKind, Rules, Square};

/// The largest absolute value of an evaluation. Larger scores are reserved for decided games.
pub const MAX_EVALUATION: i32 = 30_000;

/// Evaluates the positions of a search. It must observe every move and null move that is made or
/// undone, and the board passed to its methods must be the one after these moves.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    parameters: &'a Parameters,
    rules: &'static Rules,
    /// The initial position and one entry for each move made since.
    stack: Vec<StackEntry>,
    network: Option<NetworkState<'a>>,
}

/// The evaluation state of one position.
#[derive(Clone, Copy, Debug, Default)]
struct StackEntry {
    /// Pieces on their squares and in hand, from Black's point of view.
    piece_square: i32,
    /// Distances of pieces from both kings, from Black's point of view. Invalid if a king has moved
    /// since it was last computed.
    king_distance: i32,
    king_distance_is_valid: bool,
    /// The kings' squares when `king_distance` was last computed.
    kings: [Option<Square>; 2],
}

impl<'a> Evaluator<'a> {
    /// Creates a linear evaluator for a board.
    pub fn new(parameters: &'a Parameters, board: &Board) -> Self {
        Self::with_network(parameters, None, board)
    }

    /// Creates an evaluator for a board, with a network if there is one. The network must be for the
    /// board's game.
    pub fn with_network(
        parameters: &'a Parameters,
        network: Option<&'a Network>,
        board: &Board,
    ) -> Self {
        let mut entry = StackEntry::default();
        for (piece, square) in board.placed_pieces() {
            entry.piece_square += parameters.piece_square(piece, square);
        }
        for color in Color::BOTH {
            for (kind, count) in board.hand(color).iter() {
                entry.piece_square += sign(color) * parameters.hand(kind, count);
            }
        }
        Self {
            parameters,
            rules: board.rules(),
            stack: vec![entry],
            network: network.map(|network| NetworkState::new(network, board)),
        }
    }

    /// Returns the static evaluation from the side to move's point of view.
    pub fn evaluate(&mut self, board: &Board) -> i32 {
        let mut threats = FeatureSum::new(self.parameters);
        let output = match &mut self.network {
            Some(network) => network.evaluate(board, &mut threats),
            None => {
                visit_threats(board, &mut threats);
                0
            }
        };
        self.update_king_distance(board);
        let StackEntry { piece_square, king_distance, .. } = *self.top();
        let score = sign(board.side()) * (piece_square + king_distance + threats.difference());
        (score + output + self.parameters.tempo()).clamp(-MAX_EVALUATION, MAX_EVALUATION)
    }

    /// Recomputes the king-distance score if a king has moved. Later entries update it incrementally.
    #[inline]
    fn update_king_distance(&mut self, board: &Board) {
        if !self.top().king_distance_is_valid {
            let kings = Color::BOTH.map(|color| board.king(color));
            let mut sum = 0;
            for color in Color::BOTH {
                board.pieces(color).for_each(|square| {
                    let piece = Piece::new(color, board.kind_on(square));
                    sum += self.piece_king_distance(piece, square, kings);
                });
            }
            let entry = self.top_mut();
            (entry.king_distance, entry.kings) = (sum, kings);
            entry.king_distance_is_valid = true;
        }
    }

    /// Returns the king-distance value of a piece, for both kings.
    #[inline]
    fn piece_king_distance(&self, piece: Piece, square: Square, kings: [Option<Square>; 2]) -> i32 {
        let from_king = |color: Color| {
            let king = kings[color.index()];
            king.map_or(0, |king| self.parameters.king_distance(color, king, piece, square))
        };
        from_king(Color::Black) + from_king(Color::White)
    }

    #[inline]
    fn top(&self) -> &StackEntry {
        self.stack.last().expect("the stack is never empty")
    }

    #[inline]
    fn top_mut(&mut self) -> &mut StackEntry {
        self.stack.last_mut().expect("the stack is never empty")
    }

    /// Adds a piece to the incremental scores (`sign` 1) or subtracts it (`sign` -1).
    #[inline]
    fn update_piece(&mut self, piece: Piece, square: Square, sign: i32) {
        let piece_square = self.parameters.piece_square(piece, square);
        let StackEntry { kings, king_distance_is_valid, .. } = *self.top();
        let is_valid = king_distance_is_valid && piece.kind() != self.rules.king_kind();
        let distance = if is_valid { self.piece_king_distance(piece, square, kings) } else { 0 };
        let entry = self.top_mut();
        entry.piece_square += sign * piece_square;
        entry.king_distance += sign * distance;
        entry.king_distance_is_valid = is_valid;
    }
}

impl Observer for Evaluator<'_> {
    #[inline]
    fn move_started(&mut self, before: &Board) {
        if let Some(network) = &mut self.network {
            network.move_started(before);
        }
        self.stack.push(*self.top());
    }

    #[inline]
    fn move_undone(&mut self, board: &Board) {
        if let Some(network) = &mut self.network {
            network.move_undone(board);
        }
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        if let Some(network) = &mut self.network {
            network.piece_added(piece, square);
        }
        self.update_piece(piece, square, 1);
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        if let Some(network) = &mut self.network {
            network.piece_removed(piece, square);
        }
        self.update_piece(piece, square, -1);
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        if let Some(network) = &mut self.network {
            network.hand_changed(color, kind, before, after);
        }
        let change = self.parameters.hand(kind, after) - self.parameters.hand(kind, before);
        self.top_mut().piece_square += sign(color) * change;
    }
}

/// Sums the parameters of the features it visits, for each side.
struct FeatureSum<'a> {
    parameters: &'a Parameters,
    totals: [i32; 2],
}

impl<'a> FeatureSum<'a> {
    fn new(parameters: &'a Parameters) -> Self {
        Self { parameters, totals: [0; 2] }
    }

    /// Returns Black's sum minus White's.
    fn difference(&self) -> i32 {
        self.totals[Color::Black.index()] - self.totals[Color::White.index()]
    }
}

impl FeatureVisitor for FeatureSum<'_> {
    #[inline]
    fn visit(&mut self, side: Color, parameter: usize, count: i32) {
        self.totals[side.index()] += self.parameters.get(parameter) * count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::visit_features;
    use rules::{Move, Position, SplitMix64};

    /// Plays a random game with an evaluator that observes moves, null moves and undone moves, and
    /// calls `check` after each.
    fn play(
        rules: &'static Rules,
        seed: u64,
        mut check: impl FnMut(&Position, &mut Evaluator<'_>),
    ) {
        let parameters = Parameters::of(rules);
        let mut random = SplitMix64::new(seed);
        let mut position = Position::start(rules);
        let mut evaluator = Evaluator::new(&parameters, position.board());
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
                    let fresh = Evaluator::new(&parameters, board).evaluate(board);
                    assert_eq!(evaluator.evaluate(board), fresh, "{}", position.sfen());
                });
            }
        }
    }

    #[test]
    fn evaluation_is_the_sum_of_all_features() {
        for rules in games::all() {
            let parameters = Parameters::of(rules);
            play(rules, 1, |position, evaluator| {
                let board = position.board();
                let mut sum = FeatureSum::new(&parameters);
                visit_features(board, &mut sum);
                let expected = sign(board.side()) * sum.difference();
                assert_eq!(evaluator.evaluate(board), expected, "{}", position.sfen());
            });
        }
    }
}
