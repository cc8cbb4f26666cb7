//! Static exchange evaluation (SEE): the material result of a move and the captures on its target
//! square after it. Each side captures with its least valuable piece, or stops if that is better.
//!
//! Captures remove screens, so cannons gain or lose their attack. It is therefore tested again after every
//! capture.

use eval::PieceValues;
use rules::{Bitboard, Board, Color, Move, Origin, PieceKind, Square};

/// Returns whether a pseudo-legal move and the exchange after it gain at least `threshold`.
pub(crate) fn see_ge(values: &PieceValues, board: &Board, mv: Move, threshold: i32) -> bool {
    let first = FirstMove::new(values, board, mv);
    // The replies win back between nothing and the value of the moved piece.
    if first.gain < threshold {
        return false;
    }
    if first.gain - values.capture_value(first.target_kind) >= threshold {
        return true;
    }
    let surplus = first.gain - threshold;
    !first.replies_gain(values, board, mv.to(), surplus + 1)
}

/// The move to evaluate, which may start an exchange.
struct FirstMove {
    /// The material it gains by capture and promotion.
    gain: i32,
    /// The piece on the target square after it.
    target_kind: PieceKind,
    /// The occupied squares after it.
    occupied: Bitboard,
}

impl FirstMove {
    fn new(values: &PieceValues, board: &Board, mv: Move) -> Self {
        let occupied = board.occupied() | Bitboard::from_square(mv.to());
        let from = match mv.origin() {
            Origin::Hand(kind) => return Self { gain: 0, target_kind: kind, occupied },
            Origin::Board(from) => from,
        };
        let captured = board.piece_on(mv.to()).map(|piece| piece.kind());
        let mut gain = captured.map_or(0, |kind| values.capture_value(kind));
        let mut target_kind = board.kind_on(from);
        if mv.is_promotion() {
            gain += values.promotion_gain(target_kind);
            target_kind = target_kind.promoted();
        }
        Self { gain, target_kind, occupied: occupied.without(Bitboard::from_square(from)) }
    }

    /// Returns whether the opponent gains at least `need` by capturing on the target square. `need`
    /// must be positive.
    fn replies_gain(self, values: &PieceValues, board: &Board, to: Square, mut need: i32) -> bool {
        let mut swap_off = SwapOff::new(self, values, board, to);
        let mut opponent_captures = true;
        // Each capture must gain what its side needs. The reply wins back between nothing and the value
        // of the capturing piece, which often decides without going on.
        while let Some(gain) = swap_off.capture() {
            if gain < need {
                return !opponent_captures;
            }
            if gain - values.capture_value(swap_off.target_kind) >= need {
                return opponent_captures;
            }
            need = gain - need + 1;
            opponent_captures = !opponent_captures;
        }
        !opponent_captures
    }
}

/// An exchange in progress.
struct SwapOff<'a> {
    values: &'a PieceValues,
    board: &'a Board,
    to: Square,
    /// The side to capture.
    side: Color,
    /// The piece on the target square.
    target_kind: PieceKind,
    occupied: Bitboard,
}

impl<'a> SwapOff<'a> {
    fn new(first: FirstMove, values: &'a PieceValues, board: &'a Board, to: Square) -> Self {
        let FirstMove { target_kind, occupied, .. } = first;
        Self { values, board, to, side: !board.side(), target_kind, occupied }
    }

    /// Captures with the least valuable attacker and returns the value of the captured piece. Returns
    /// None if no capture is possible.
    fn capture(&mut self) -> Option<i32> {
        let (from, kind) = self.least_valuable_attacker(self.side)?;
        let (side, king) = (self.side, self.board.rules().king_kind());
        self.occupied = self.occupied.without(Bitboard::from_square(from));
        if kind == king && self.least_valuable_attacker(!side).is_some() {
            return None;
        }
        let gain = self.values.capture_value(self.target_kind);
        // Only forced promotions count.
        let must_promote =
            !kind.is_promoted() && self.board.rules().dead_squares(side, kind).contains(self.to);
        self.target_kind = if must_promote { kind.promoted() } else { kind };
        self.side = !side;
        Some(gain)
    }

    /// Returns the least valuable piece of a side that can capture now.
    fn least_valuable_attacker(&self, side: Color) -> Option<(Square, PieceKind)> {
        let &Self { values, board, to, occupied, .. } = self;
        let king = board.rules().king_kind();
        let (mut least, mut least_value) = (None, 0);
        (board.possible_attackers(side, to) & occupied).for_each(|from| {
            let kind = board.kind_on(from);
            // The king captures last.
            let value = if kind == king { i32::MAX } else { values.on_board(kind) };
            if (least.is_none() || value < least_value)
                && board.rules().attacks_square(side, kind, from, to, occupied)
            {
                (least, least_value) = (Some((from, kind)), value);
            }
        });
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Parameters;
    use rules::{Position, SplitMix64};

    /// Computes the gain of the side to move by capturing on a square, with every move made on the
    /// board.
    fn best_reply_gain(values: &PieceValues, position: &mut Position, to: Square) -> i32 {
        let king = position.rules().king_kind();
        let value = |mv: &Move| {
            let kind = position.moved_piece(*mv).map(|piece| piece.kind());
            kind.map_or(0, |kind| if kind == king { i32::MAX } else { values.on_board(kind) })
        };
        let own = position.pieces(position.side()).into_iter();
        let moves = own.flat_map(|from| [Move::normal(from, to), Move::promotion(from, to)]);
        let on_square = moves.filter(|&mv| position.is_pseudo_legal(mv));
        // Prefer not to promote; among equal pieces, take the first by square.
        let Some(mv) = on_square.min_by_key(|mv| (value(mv), mv.from(), mv.is_promotion())) else {
            return 0;
        };
        let Some(captured) = position.piece_on(to) else { return 0 };
        let is_king = value(&mv) == i32::MAX;
        position.do_move(mv);
        let side = position.side();
        let is_attacked = position.attackers(side, to, position.occupied()).any();
        let gain = if is_king && is_attacked {
            0
        } else {
            values.capture_value(captured.kind()) - best_reply_gain(values, position, to)
        };
        position.undo_move();
        gain.max(0)
    }

    #[test]
    fn see_equals_exchanges_made_on_the_board() {
        let mut compared = 0;
        for rules in games::all() {
            let values = Parameters::of(rules).piece_values();
            let mut random = SplitMix64::new(1);
            for _game in 0..110 {
                let mut position = Position::start(rules);
                for _ply in 0..200 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[random.below(moves.len())];
                    let expected = {
                        let FirstMove { gain, .. } = FirstMove::new(values, position.board(), mv);
                        position.do_move(mv);
                        let reply = best_reply_gain(values, &mut position, mv.to());
                        position.undo_move();
                        gain - reply
                    };
                    for threshold in [expected - 1, expected, expected + 1, 0, -300, 300] {
                        assert_eq!(
                            see_ge(values, position.board(), mv, threshold),
                            expected >= threshold,
                            "{} {mv:?} in {}",
                            rules.name(),
                            position.sfen()
                        );
                    }
                    compared += 1;
                    position.do_move(mv);
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }
}
