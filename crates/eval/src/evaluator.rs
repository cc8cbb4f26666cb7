//! The evaluation state of one search thread.
//!
//! The search uses the evaluation only through [`Evaluator`]. The linear evaluation has three
//! parts: a piece-square score, updated incrementally as moves are made; a threat score, computed
//! from the attacks of all pieces, which takes most of the time; and a bonus for the right to move.
//! A [`Network`] adds its output.
//!
//! The *residual* is the evaluation less the piece-square score and the bonus: the threat score and the
//! network's output. It changes little from one position to the next, so the evaluator can return a
//! likely lower bound of the evaluation without computing it.

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
    residual_change: ResidualChange,
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
    /// The residual from the side to move's point of view. Until it is recorded, that of the previous
    /// position; None if that was not recorded either.
    residual: Option<i32>,
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
            residual_change: ResidualChange::new(),
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
        self.with_residual(board, sign(board.side()) * threats.difference() + output)
    }

    /// Returns a likely lower bound of [`evaluate`](Self::evaluate), which is much cheaper to compute.
    /// None if no evaluation of an earlier position of the line is recorded.
    #[inline]
    pub fn lower_bound(&mut self, board: &Board) -> Option<i32> {
        let previous = self.previous_residual()?;
        let change = self.residual_change.lower_bound(LOWER_BOUND_PERCENT);
        Some(self.with_residual(board, previous + change))
    }

    /// Records the static evaluation of the current position. The lower bounds of the positions after
    /// it start from its residual. If `is_new`, the evaluation was just computed rather than read from
    /// the transposition table, and the change by the last move enters the statistics.
    #[inline]
    pub fn record(&mut self, board: &Board, evaluation: i32, is_new: bool) {
        let residual = evaluation - self.with_residual(board, 0);
        if is_new && let Some(previous) = self.previous_residual() {
            self.residual_change.update(residual - previous);
        }
        self.top_mut().residual = Some(residual);
    }

    /// Returns the residual of the previous position from the current side to move's point of view.
    #[inline]
    fn previous_residual(&self) -> Option<i32> {
        let previous = self.stack.len().checked_sub(2)?;
        self.stack[previous].residual.map(|residual| -residual)
    }

    /// Returns the evaluation for a given residual.
    #[inline]
    fn with_residual(&mut self, board: &Board, residual: i32) -> i32 {
        self.update_king_distance(board);
        let StackEntry { piece_square, king_distance, .. } = *self.top();
        let score = sign(board.side()) * (piece_square + king_distance);
        (score + residual + self.parameters.tempo()).clamp(-MAX_EVALUATION, MAX_EVALUATION)
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
        let top = *self.top();
        let residual = top.residual.map(|residual| -residual);
        self.stack.push(StackEntry { residual, ..top });
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

/// The distance of the likely lower bound below the mean, in percent of the mean deviation.
const LOWER_BOUND_PERCENT: i32 = 200;

/// Running statistics of the change of the residual from one position to the next, from the point of
/// view of the side to move in the second: mean and mean absolute deviation, in 1/256 of a unit.
#[derive(Clone, Copy, Debug)]
struct ResidualChange {
    mean: i32,
    deviation: i32,
}

/// The window of the running means: each new change has the weight 1/WINDOW.
const WINDOW: i32 = 128;

impl ResidualChange {
    /// Starts with a large deviation, so that the first bounds are low.
    const fn new() -> Self {
        Self { mean: 0, deviation: 1_000 << 8 }
    }

    #[inline]
    fn update(&mut self, change: i32) {
        let error = (change << 8) - self.mean;
        self.mean += error / WINDOW;
        self.deviation += (error.abs() - self.deviation) / WINDOW;
    }

    /// Returns the mean minus a percentage of the mean deviation, in units.
    #[inline]
    fn lower_bound(self, percent: i32) -> i32 {
        (self.mean - self.deviation / 100 * percent) >> 8
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

    #[test]
    fn lower_bound_needs_an_earlier_evaluation() {
        for rules in games::all() {
            let parameters = Parameters::of(rules);
            let mut position = Position::start(rules);
            let mut evaluator = Evaluator::new(&parameters, position.board());
            assert_eq!(evaluator.lower_bound(position.board()), None);
            let mv = position.legal_moves()[0];
            position.do_move_observed(mv, &mut evaluator);
            assert_eq!(evaluator.lower_bound(position.board()), None);
            position.undo_move_observed(&mut evaluator);
            let evaluation = evaluator.evaluate(position.board());
            evaluator.record(position.board(), evaluation, true);
            position.do_move_observed(mv, &mut evaluator);
            let bound = evaluator.lower_bound(position.board()).unwrap();
            // The initial deviation makes the first bound very low.
            assert!(bound <= evaluator.evaluate(position.board()), "{}", rules.name());
        }
    }

    #[test]
    fn most_lower_bounds_hold_after_some_moves() {
        for rules in games::all() {
            let (mut bounds, mut correct, mut error) = (0, 0, 0);
            for seed in 0..8 {
                play(rules, seed, |position, evaluator| {
                    let board = position.board();
                    let bound = evaluator.lower_bound(board);
                    let evaluation = evaluator.evaluate(board);
                    evaluator.record(board, evaluation, true);
                    if let Some(bound) = bound.filter(|_| position.ply() > 60) {
                        bounds += 1;
                        correct += i32::from(bound <= evaluation);
                        error += (evaluation - bound).abs();
                    }
                });
            }
            assert!(correct * 4 >= bounds * 3, "{}: {correct} of {bounds}", rules.name());
            let mean_error = error / bounds;
            assert!(mean_error < 3_000, "{}: mean error {mean_error}", rules.name());
        }
    }

    #[test]
    fn residual_change_learns_mean_and_deviation() {
        let mut change = ResidualChange::new();
        assert!(change.lower_bound(100) <= -1_000, "the initial deviation is large");
        for value in [80, 120].repeat(1_000) {
            change.update(value);
        }
        // The mean is 100 and the deviation 20.
        assert!((95..=105).contains(&change.lower_bound(0)), "{change:?}");
        assert!((55..=65).contains(&change.lower_bound(200)), "{change:?}");
    }
}
