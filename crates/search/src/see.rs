//! Static exchange evaluation: what a capture is worth when both sides go on capturing on its
//! square with the least of what they have.
//!
//! Cannons make attackers appear and vanish as screens leave, so the attackers are found anew after
//! every capture.

use arrayvec::ArrayVec;
use eval::Parameters;
use rules::{Bitboard, Board, Color, Kind, Move, Origin, Square};

/// What taking a piece gains: its loss to one side and its gain in hand to the other.
#[inline]
pub(crate) fn capture_value(parameters: &Parameters, kind: Kind) -> i32 {
    (parameters.piece(kind) + parameters.in_hand(kind)) / 2
}

/// Whether a pseudo-legal move and the exchange that may follow gain at least so much.
pub fn see_reaches(parameters: &Parameters, board: &Board, mv: Move, threshold: i32) -> bool {
    let opening = Opening::of(parameters, board, mv);
    // The answer can win back no more than what now stands there, and nothing at the least.
    if opening.gain < threshold {
        return false;
    }
    if opening.gain - capture_value(parameters, opening.standing) >= threshold {
        return true;
    }
    opening.gain - opening.exchange(parameters, board, mv.to()) >= threshold
}

/// What a pseudo-legal move and the exchange that may follow gain.
pub fn see(parameters: &Parameters, board: &Board, mv: Move) -> i32 {
    let opening = Opening::of(parameters, board, mv);
    opening.gain - opening.exchange(parameters, board, mv.to())
}

/// The first move of an exchange.
struct Opening {
    gain: i32,
    /// What stands on the square after it.
    standing: Kind,
    occupied: Bitboard,
}

impl Opening {
    fn of(parameters: &Parameters, board: &Board, mv: Move) -> Self {
        let occupied = board.occupied() | Bitboard::of(mv.to());
        let from = match mv.origin() {
            Origin::Hand(kind) => return Self { gain: 0, standing: kind, occupied },
            Origin::Board(from) => from,
        };
        let taken = board.piece_on(mv.to()).map(|taken| taken.kind());
        let mut gain = taken.map_or(0, |kind| capture_value(parameters, kind));
        let mut standing = board.piece_on(from).map_or(board.rules().king(), |piece| piece.kind());
        if mv.is_promotion() {
            gain += parameters.piece(standing.promoted()) - parameters.piece(standing);
            standing = standing.promoted();
        }
        Self { gain, standing, occupied: occupied.without(Bitboard::of(from)) }
    }

    /// What the other side gains by answering on the square.
    fn exchange(&self, parameters: &Parameters, board: &Board, to: Square) -> i32 {
        let (mut standing, mut occupied) = (self.standing, self.occupied);
        let mut side = !board.side();
        // What each capture gains; a side stops where going on would lose.
        let mut gains = ArrayVec::<i32, 64>::new();
        while let Some((from, kind)) = least_attacker(parameters, board, side, to, occupied) {
            let left = occupied.without(Bitboard::of(from));
            let is_king = kind == board.rules().king();
            if is_king && least_attacker(parameters, board, !side, to, left).is_some() {
                break;
            }
            if gains.try_push(capture_value(parameters, standing)).is_err() {
                break;
            }
            // Promotion is counted only where it is forced.
            let forced = !kind.is_promoted() && board.rules().dead(side, kind).has(to);
            standing = if forced { kind.promoted() } else { kind };
            (occupied, side) = (left, !side);
        }
        gains.iter().rev().fold(0, |after, gain| (gain - after).max(0))
    }
}

/// The least of a side's pieces on the occupied squares that can capture on a square.
fn least_attacker(
    parameters: &Parameters,
    board: &Board,
    side: Color,
    to: Square,
    occupied: Bitboard,
) -> Option<(Square, Kind)> {
    let attackers = (board.attackers(side, to, occupied) & occupied).without(Bitboard::of(to));
    let mut least: Option<(i32, Square, Kind)> = None;
    for from in attackers {
        let kind = board.piece_on(from)?.kind();
        // A king captures last.
        let worth = if kind == board.rules().king() { i32::MAX } else { parameters.piece(kind) };
        if least.is_none_or(|(known, ..)| worth < known) {
            least = Some((worth, from, kind));
        }
    }
    least.map(|(_, from, kind)| (from, kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{MoveList, Position, Rules, Stage};

    /// The exchange by moves really made, on a board that changes with every one.
    fn answer(parameters: &Parameters, position: &mut Position, to: Square) -> i32 {
        let mut captures = MoveList::new();
        position.generate_pseudo(Stage::Captures, &mut captures);
        let king = position.rules().king();
        let worth = |mv: &Move| {
            let kind = position.moved_piece(*mv).map(|piece| piece.kind());
            kind.map_or(0, |k| if k == king { i32::MAX } else { parameters.piece(k) })
        };
        let on_square = captures.iter().filter(|mv| mv.to() == to).copied();
        // Unpromoted where there is a choice; the first of equals by square.
        let Some(mv) = on_square.min_by_key(|mv| (worth(mv), mv.from(), mv.is_promotion())) else {
            return 0;
        };
        let Some(taken) = position.piece_on(to) else { return 0 };
        let is_king = worth(&mv) == i32::MAX;
        position.do_move(mv);
        let side = position.side();
        let exposed = position.attackers(side, to, position.occupied()).any();
        let gain = match is_king && exposed {
            true => 0,
            false => capture_value(parameters, taken.kind()) - answer(parameters, position, to),
        };
        position.undo_move();
        gain.max(0)
    }

    #[test]
    fn exchanges_equal_those_played_out() {
        let mut compared = 0;
        for rules in Rules::all() {
            let parameters = Parameters::of(rules);
            let mut number: usize = 1;
            for _game in 0..110 {
                let mut position = Position::start(rules);
                for _ply in 0..200 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                    let mv = moves[(number >> 33) % moves.len()];
                    let expected = {
                        let Opening { gain, .. } = Opening::of(&parameters, position.board(), mv);
                        position.do_move(mv);
                        let answer = answer(&parameters, &mut position, mv.to());
                        position.undo_move();
                        gain - answer
                    };
                    let found = see(&parameters, position.board(), mv);
                    assert_eq!(found, expected, "{} {mv:?} in {}", rules.name(), position.sfen());
                    for threshold in [expected - 1, expected, expected + 1, 0, -300, 300] {
                        assert_eq!(
                            see_reaches(&parameters, position.board(), mv, threshold),
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
