//! How wrong the evaluation was of positions alike in some respect: what search found there since
//! corrects it.

use crate::history::nudge;
use rules::{Bitboard, Board, Color};

const SIZE: usize = 1 << 14;
const LIMIT: i32 = 1_024;
/// How many units of a counter make one of the evaluation, summed over the respects.
const GRAIN: i32 = 10;

/// The respects in which positions are alike: where the pawns stand, what is in hand, and which
/// piece arrived where last.
const RESPECTS: usize = 3;

/// The counters of one thread, by respect, side to move and hash.
#[derive(Debug)]
pub(crate) struct Correction {
    counters: Box<[i16]>,
}

/// A position's places in the counters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Places([u32; RESPECTS]);

impl Correction {
    pub fn new() -> Self {
        Self { counters: vec![0; RESPECTS * 2 * SIZE].into_boxed_slice() }
    }

    pub fn clear(&mut self) {
        self.counters.fill(0);
    }

    /// The places of a position to which a piece last arrived so.
    #[inline]
    pub fn places(board: &Board, last_arrival: usize) -> Places {
        let pawns = board.rules().pawn_kind().map_or(0, |pawn| {
            let Bitboard(black) = board.pieces_of(Color::Black, pawn);
            let Bitboard(white) = board.pieces_of(Color::White, pawn);
            mix(black, white)
        });
        let hands = mix(board.hand(Color::Black).bits(), board.hand(Color::White).bits());
        let last = (last_arrival as u64 + 1).wrapping_mul(MIX);
        let side = board.side().index();
        let place = |respect: usize, hash: u64| {
            ((respect * 2 + side) * SIZE + (hash >> 40) as usize % SIZE) as u32
        };
        Places([place(0, pawns), place(1, hands), place(2, last)])
    }

    /// What to add to the evaluation.
    #[inline]
    pub fn of(&self, Places(places): &Places) -> i32 {
        places.iter().map(|&place| i32::from(self.counters[place as usize])).sum::<i32>() / GRAIN
    }

    /// Learns that a search of some depth found the evaluation wrong by so much.
    #[inline]
    pub fn learn(&mut self, Places(places): &Places, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for &place in places {
            nudge::<LIMIT>(&mut self.counters[place as usize], bonus);
        }
    }
}

/// A hash of what both sides have: the halves of the sets one after the other, for a bit in one of
/// them is another thing in the next.
#[inline]
fn mix(black: u128, white: u128) -> u64 {
    let halves = [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64];
    halves.into_iter().fold(0, |hash: u64, half| {
        let product = (hash ^ half).wrapping_mul(MIX);
        product ^ (product >> 32)
    })
}

/// An odd number with bits set throughout, from the golden ratio.
pub(crate) const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Position, Rules};

    #[test]
    fn hands_are_told_apart() {
        for rules in Rules::all() {
            let places = |hands: &str| {
                let width = usize::from(rules.files());
                let empty = format!("{width}/").repeat(usize::from(rules.ranks()) - 2);
                let sfen = format!("k{0}/{empty}K{0} b {hands} 1", width - 1);
                let position = Position::from_sfen(rules, &sfen).unwrap();
                Correction::places(position.board(), 0).0[1]
            };
            let letters = rules.piece_infos().iter().map(|piece| piece.letter);
            let letters =
                letters.filter(|&letter| rules.kind_from_letter(letter) != Some(rules.king_kind()));
            let hands = letters.flat_map(|letter| [letter, letter.to_ascii_lowercase()]);
            let mut seen = vec![places("-")];
            for hand in hands {
                let place = places(&hand.to_string());
                assert!(!seen.contains(&place), "{}: {hand}", rules.name());
                seen.push(place);
            }
        }
    }
}
