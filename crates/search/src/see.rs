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
            (standing, occupied, side) = (kind, left, !side);
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
