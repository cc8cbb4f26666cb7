//! Counting the leaves of the tree of legal moves: the measure of a generator's truth and speed.

use crate::mv::Move;
use crate::position::Position;
use rayon::prelude::*;

/// How many sequences of so many legal moves there are, counted on one thread. Repetition does
/// not end a line.
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

/// [`perft`] on all threads of the pool it is called in.
pub fn perft_parallel(position: &Position, depth: u32) -> u64 {
    match depth {
        // Too little work to be worth handing out.
        0..=2 => perft(&mut position.clone(), depth),
        _ => divide(position, depth).into_iter().map(|(_, leaves)| leaves).sum(),
    }
}

/// How many leaves each legal move leads to, at a depth of one or more, counted on all threads of
/// the pool it is called in.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |&mv: &Move| {
        let mut next = position.clone();
        next.do_move(mv);
        (mv, perft_parallel(&next, depth.saturating_sub(1)))
    };
    position.legal_moves().par_iter().map(count).collect()
}
