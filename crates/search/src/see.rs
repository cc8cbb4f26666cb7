//! Static exchange evaluation: what a capture is worth when both sides go on capturing on its
//! square with the least of what they have.
//!
//! Cannons make attackers appear and vanish as screens leave, so what lies between a piece and the
//! square is kept with it and looked at anew after every capture.

use arrayvec::ArrayVec;
use eval::PieceValues;
use rules::{Bitboard, Board, Color, HopClass, Move, Origin, PieceKind, SQUARE_COUNT, Square};

/// Whether a pseudo-legal move and the exchange that may follow gain at least so much.
pub fn see_ge(values: &PieceValues, board: &Board, mv: Move, threshold: i32) -> bool {
    let opening = Opening::of(values, board, mv);
    // The answer can win back no more than what now stands there, and nothing at the least.
    if opening.gain < threshold {
        return false;
    }
    if opening.gain - values.capture_value(opening.standing) >= threshold {
        return true;
    }
    // It reaches so much unless the answer gains more than may be given back.
    let given_back = opening.gain - threshold;
    !opening.answer_gains(values, board, mv.to(), given_back + 1)
}

/// What a pseudo-legal move and the exchange that may follow gain, by playing it out.
#[cfg(test)]
fn see(values: &PieceValues, board: &Board, mv: Move) -> i32 {
    let opening = Opening::of(values, board, mv);
    let gain = opening.gain;
    gain - opening.exchange(values, board, mv.to())
}

/// The first move of an exchange.
struct Opening {
    gain: i32,
    /// What stands on the square after it.
    standing: PieceKind,
    occupied: Bitboard,
}

impl Opening {
    fn of(values: &PieceValues, board: &Board, mv: Move) -> Self {
        let occupied = board.occupied() | Bitboard::from_square(mv.to());
        let from = match mv.origin() {
            Origin::Hand(kind) => return Self { gain: 0, standing: kind, occupied },
            Origin::Board(from) => from,
        };
        let taken = board.piece_on(mv.to()).map(|taken| taken.kind());
        let mut gain = taken.map_or(0, |kind| values.capture_value(kind));
        let mut standing =
            board.piece_on(from).map_or(board.rules().king_kind(), |piece| piece.kind());
        if mv.is_promotion() {
            gain += values.promotion_gain(standing);
            standing = standing.promoted();
        }
        Self { gain, standing, occupied: occupied.without(Bitboard::from_square(from)) }
    }

    /// What the other side gains by answering on the square.
    #[cfg(test)]
    fn exchange(self, values: &PieceValues, board: &Board, to: Square) -> i32 {
        let mut exchange = Exchange::after(self, values, board, to);
        // What each capture gains; a side stops where going on would lose.
        let mut gains = ArrayVec::<i32, SQUARE_COUNT>::new();
        while let Some(gain) = exchange.capture() {
            gains.push(gain);
        }
        gains.iter().rev().fold(0, |after, gain| (gain - after).max(0))
    }

    /// Whether the other side gains at least so much, which is more than nothing, by answering.
    fn answer_gains(self, values: &PieceValues, board: &Board, to: Square, mut need: i32) -> bool {
        let mut exchange = Exchange::after(self, values, board, to);
        let mut answering = true;
        // Each capture in turn has to gain what the side that makes it needs. The other can win back
        // what now stands there at the most, and nothing at the least: often that decides.
        while let Some(gain) = exchange.capture() {
            if gain < need {
                return !answering;
            }
            if gain - values.capture_value(exchange.standing) >= need {
                return answering;
            }
            need = gain - need + 1;
            answering = !answering;
        }
        !answering
    }
}

/// A piece that may capture on the square of an exchange.
struct Attacker {
    from: Square,
    kind: PieceKind,
    worth: i32,
    /// With how many pieces between it captures, and the squares between.
    hits: HopClass,
    between: Bitboard,
}

/// An exchange under way.
struct Exchange<'a> {
    values: &'a PieceValues,
    board: &'a Board,
    to: Square,
    /// Who is to capture, and what.
    side: Color,
    standing: PieceKind,
    occupied: Bitboard,
    /// The pieces of each side that may take part, by rising index, once they were asked for.
    attackers: [ArrayVec<Attacker, SQUARE_COUNT>; 2],
    known: [bool; 2],
}

impl<'a> Exchange<'a> {
    fn after(opening: Opening, values: &'a PieceValues, board: &'a Board, to: Square) -> Self {
        let Opening { standing, occupied, .. } = opening;
        let attackers = [ArrayVec::new_const(), ArrayVec::new_const()];
        let (side, known) = (!board.side(), [false; 2]);
        Self { values, board, to, side, standing, occupied, attackers, known }
    }

    /// Captures with the least piece that can, and gives what that gains.
    fn capture(&mut self) -> Option<i32> {
        let (from, kind) = self.least(self.side)?;
        let (side, king) = (self.side, self.board.rules().king_kind());
        self.occupied = self.occupied.without(Bitboard::from_square(from));
        if kind == king && self.least(!side).is_some() {
            return None;
        }
        let gain = self.values.capture_value(self.standing);
        // Promotion is counted only where it is forced.
        let forced =
            !kind.is_promoted() && self.board.rules().dead_squares(side, kind).contains(self.to);
        self.standing = if forced { kind.promoted() } else { kind };
        self.side = !side;
        Some(gain)
    }

    /// The least of a side's pieces that can capture now.
    fn least(&mut self, side: Color) -> Option<(Square, PieceKind)> {
        if !self.known[side.index()] {
            self.find(side);
        }
        let mut least: Option<&Attacker> = None;
        for attacker in &self.attackers[side.index()] {
            let between = (attacker.between & self.occupied).count();
            if self.occupied.contains(attacker.from)
                && attacker.hits.allows(between)
                && least.is_none_or(|known| attacker.worth < known.worth)
            {
                least = Some(attacker);
            }
        }
        least.map(|attacker| (attacker.from, attacker.kind))
    }

    fn find(&mut self, side: Color) {
        let (values, king) = (self.values, self.board.rules().king_kind());
        let attackers = &mut self.attackers[side.index()];
        self.known[side.index()] = true;
        self.board.for_each_possible_attacker(side, self.to, |from, kind, hits, between| {
            // A king captures last.
            let worth = if kind == king { i32::MAX } else { values.on_board(kind) };
            attackers.push(Attacker { from, kind, worth, hits, between });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::Parameters;
    use rules::{GenKind, MoveList, Position, Rules};

    /// The exchange by moves really made, on a board that changes with every one.
    fn answer(values: &PieceValues, position: &mut Position, to: Square) -> i32 {
        let mut captures = MoveList::new();
        position.generate_pseudo_legal(GenKind::Captures, &mut captures);
        let king = position.rules().king_kind();
        let worth = |mv: &Move| {
            let kind = position.moved_piece(*mv).map(|piece| piece.kind());
            kind.map_or(0, |k| if k == king { i32::MAX } else { values.on_board(k) })
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
            false => values.capture_value(taken.kind()) - answer(values, position, to),
        };
        position.undo_move();
        gain.max(0)
    }

    #[test]
    fn exchanges_equal_those_played_out() {
        let mut compared = 0;
        for rules in Rules::all() {
            let values = Parameters::of(rules).piece_values().clone();
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
                        let Opening { gain, .. } = Opening::of(&values, position.board(), mv);
                        position.do_move(mv);
                        let answer = answer(&values, &mut position, mv.to());
                        position.undo_move();
                        gain - answer
                    };
                    let found = see(&values, position.board(), mv);
                    assert_eq!(found, expected, "{} {mv:?} in {}", rules.name(), position.sfen());
                    for threshold in [expected - 1, expected, expected + 1, 0, -300, 300] {
                        assert_eq!(
                            see_ge(&values, position.board(), mv, threshold),
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
