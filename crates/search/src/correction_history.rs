//! Correction history: the error of the static evaluation in similar positions, compared to the
//! results of their searches. See
//! <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use crate::history::{CounterKind, pawn_slot};
use crate::tunables::tunable;
use rules::{Bitboard, Board, Color, SQUARE_COUNT, Square};
use std::array;
use zerocopy::FromZeros;

/// The number of counters for each key and side to move.
const SIZE: usize = 1 << 14;
const CORRECTION: CounterKind = CounterKind { limit: 1_024, initial: 0 };

tunable! {
    mod tuned;

    /// The sum of counters that corrects the evaluation by one unit.
    correction_grain = 10 in 4..=30;
}

/// The number of keys that define similar positions: pawn structure, pieces in hand, last move, last two moves, and
/// each side's pieces on the board except for pawns.
const KEYS: usize = 6;

/// The counters of one thread, by key, side to move and hash.
#[derive(Debug)]
pub(crate) struct CorrectionHistory {
    counters: Box<[i16]>,
}

impl CorrectionHistory {
    /// Returns None if there is not enough memory.
    pub fn new() -> Option<Self> {
        Some(Self { counters: i16::new_vec_zeroed(KEYS * 2 * SIZE).ok()?.into_boxed_slice() })
    }

    pub fn clear(&mut self) {
        self.counters.fill(0);
    }

    /// Returns the correction to add to the static evaluation.
    #[inline]
    pub fn correction(&self, indices: &CorrectionIndices) -> i32 {
        let counters = &indices.counters;
        counters.iter().map(|&index| i32::from(self.counters[index as usize])).sum::<i32>()
            / correction_grain()
    }

    /// Updates the counters with the error of the static evaluation that a search of this depth found.
    #[inline]
    pub fn update(&mut self, indices: &CorrectionIndices, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-CORRECTION.limit / 4, CORRECTION.limit / 4);
        for &index in &indices.counters {
            CORRECTION.update(&mut self.counters[index as usize], bonus);
        }
    }
}

/// The indices of the counters of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CorrectionIndices {
    /// One for each key.
    counters: [u32; KEYS],
    /// The slot of the pawn structure in pawn history.
    pub pawn_slot: usize,
}

impl CorrectionIndices {
    /// Computes the indices from a board, the target square of the last move, and the table of continuation history
    /// of the move before it.
    #[inline]
    pub fn new(board: &Board, last_target: Option<Square>, earlier_table: usize) -> Self {
        let pawns = board.rules().pawn_kind().map_or(0, |pawn| {
            let Bitboard(black) = board.pieces_of(Color::Black, pawn);
            let Bitboard(white) = board.pieces_of(Color::White, pawn);
            hash(black, white)
        });
        let hands = hash(board.hand(Color::Black).bits(), board.hand(Color::White).bits());
        let last_move =
            last_target.map_or(0, |to| board.kind_on(to).index() * SQUARE_COUNT + to.index() + 1);
        let last = (last_move as u64).wrapping_mul(HASH_MULTIPLIER);
        let last_two = (last ^ earlier_table as u64).wrapping_mul(HASH_MULTIPLIER);
        let [black, white] = Color::BOTH.map(|color| board.piece_key(color));
        let hashes = [pawns, hands, last, last_two, black, white];
        let side = board.side().index();
        let counters = array::from_fn(|key| {
            let slot = (hashes[key] >> 40) as usize % SIZE;
            ((2 * key + side) * SIZE + slot) as u32
        });
        Self { counters, pawn_slot: pawn_slot(pawns) }
    }
}

/// Hashes a value of each side, 64 bits at a time.
#[inline]
fn hash(black: u128, white: u128) -> u64 {
    let halves = [black as u64, (black >> 64) as u64, white as u64, (white >> 64) as u64];
    halves.into_iter().fold(0, |hash: u64, half| {
        let product = (hash ^ half).wrapping_mul(HASH_MULTIPLIER);
        product ^ (product >> 32)
    })
}

/// The multiplier of Fibonacci hashing: 2^64 divided by the golden ratio.
pub(crate) const HASH_MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::NO_CONTINUATION;
    use rules::Position;

    #[test]
    fn small_hands_have_distinct_indices() {
        for rules in games::all() {
            let hand_index = |hands: &str| {
                let width = usize::from(rules.files());
                let empty = format!("{width}/").repeat(usize::from(rules.ranks()) - 2);
                let sfen = format!("k{0}/{empty}K{0} b {hands} 1", width - 1);
                let position = Position::from_sfen(rules, &sfen).unwrap();
                CorrectionIndices::new(position.board(), None, NO_CONTINUATION).counters[1]
            };
            let letters = rules.piece_infos().iter().map(|piece| piece.letter);
            let letters =
                letters.filter(|&letter| rules.kind_from_letter(letter) != Some(rules.king_kind()));
            let hands = letters.flat_map(|letter| [letter, letter.to_ascii_lowercase()]);
            let mut seen = vec![hand_index("-")];
            for hand in hands {
                let index = hand_index(&hand.to_string());
                assert!(!seen.contains(&index), "{}: {hand}", rules.name());
                seen.push(index);
            }
        }
    }
}
