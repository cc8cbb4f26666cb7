//! Perft: counts the leaf nodes of the move tree, to test and measure move generation.

use crate::position::Position;

/// Returns the number of sequences of `depth` legal moves. Repetition does not end a
/// sequence.
///
/// ```
/// # use rules::{Position, Rules, perft};
/// # let minicannon = toml::from_str(include_str!("../examples/minicannon.toml")).unwrap();
/// let mut position = Position::start(Rules::build(&minicannon).unwrap());
/// assert_eq!(perft(&mut position, 3), 2305);
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

/// The depth of the subtrees between which [`checked_perft`] checks whether to go on.
const UNCHECKED_DEPTH: u32 = 2;

/// As [`perft`], but an error of `check`, which is called every few thousand moves, ends the count.
pub fn checked_perft<E>(
    position: &mut Position,
    depth: u32,
    check: &mut impl FnMut() -> Result<(), E>,
) -> Result<u64, E> {
    check()?;
    if depth <= UNCHECKED_DEPTH {
        return Ok(perft(position, depth));
    }
    let mut leaves = 0;
    for mv in position.legal_moves() {
        position.do_move(mv);
        let below = checked_perft(position, depth - 1, check);
        position.undo_move();
        leaves += below?;
    }
    Ok(leaves)
}
