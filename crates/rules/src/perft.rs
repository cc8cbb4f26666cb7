//! Perft: counts the leaf nodes of the move tree, to test and measure move generation.

use crate::mv::Move;
use crate::position::Position;
use rayon::prelude::*;

/// Returns the number of sequences of `depth` legal moves, counted on one thread. Repetition does
/// not end a sequence.
///
/// ```
/// use rules::{Position, Rules, perft};
/// let mut position = Position::start(Rules::by_name("cannonshogi").unwrap());
/// assert_eq!(perft(&mut position, 3), 216_600);
/// ```
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            for mv in position.legal_moves() {
                position.do_move(mv);
                leaves += perft(position, depth - 1);
                position.undo_move();
            }
            leaves
        }
    }
}

/// Same as [`perft`], on all threads of the current rayon thread pool.
pub fn perft_parallel(position: &Position, depth: u32) -> u64 {
    match depth {
        // Not enough work to distribute.
        0..=2 => perft(&mut position.clone(), depth),
        _ => divide(position, depth).into_iter().map(|(_, leaves)| leaves).sum(),
    }
}

/// Returns the number of leaf nodes below each legal move, at a depth of at least one, counted on
/// all threads of the current rayon thread pool.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |&mv: &Move| {
        let mut next = position.clone();
        next.do_move(mv);
        (mv, perft_parallel(&next, depth.saturating_sub(1)))
    };
    position.legal_moves().par_iter().map(count).collect()
}
