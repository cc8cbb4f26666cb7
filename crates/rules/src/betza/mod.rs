//! Movement notation: XBetza text compiled to a [`Movement`].
//!
//! A movement is the union of its terms. A term is modifiers (small letters), an atom (a capital)
//! and perhaps a range:
//!
//! | part | letters | meaning |
//! |---|---|---|
//! | leaps | `W F D N A H C Z G` | to (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3) |
//! | lines | `R B Q K` | orthogonal, diagonal and all slides; `K` is one step of `Q` |
//! | range | `1`..`9` after `W F K R B Q` | the most squares the term reaches |
//! | mode | `m`, `c` | only to empty squares, only captures; neither: both |
//! | hop | `p` | beyond exactly one piece of either side: the empty squares there, and the first enemy met |
//! | hop | `pp` | beyond one piece or more: every square there that is empty or holds an enemy |
//! | direction | `f b l r`, `s v` | forward, backward, left, right; `s` is `lr`, `v` is `fb` |
//!
//! Hops need a term that can reach two squares. A range counts the squares jumped too, so `pR2` is
//! a short cannon, and `mFpB2` a step that hops an occupied neighbour. `mRcpR` is the Chinese
//! cannon, `pR` a leaping cannon, and `ppR` (our extension) one that jumps over any number.
//!
//! Directions read as the moving side sees them; letters add up. On diagonals a letter is two
//! lines (`f`: both forward ones) and a pair such as `fr`, with nothing between, just one; `s` and
//! `v` have no meaning.
//! On oblique leaps a letter is four of the eight (`f`: all forward; `v`: the four steep; `s`: the
//! four flat), and the pairs `ff bb ll rr` are the two most that way, `fs bs` the two flat ones.
//! A letter that adds no direction is a fault, like all that is not described here.
//!
//! ```
//! use rules::Movement;
//! let knight: Movement = "ffN".parse()?;
//! assert_eq!(knight.leaps.len(), 2);
//! let fault = "FfsX".parse::<Movement>().unwrap_err();
//! assert_eq!(fault.to_string(), "unknown letter 'X' at character 4 of the movement");
//! # Ok::<(), rules::MovementError>(())
//! ```

mod directions;
mod error;
mod parse;
#[cfg(test)]
mod tests;

pub use error::{MovementError, MovementErrorKind};

/// Where a piece may go, as its own side sees the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// Jumps to a square whatever stands between; what is one step along a line is a ray instead.
    pub leaps: Vec<Leap>,
    /// What it does along each of the eight lines, in the order of [`Direction::ALL`].
    pub rays: [Ray; 8],
}

/// A jump by a fixed vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// Ranks towards the opponent.
    pub forward: i8,
    /// Files to the mover's right.
    pub right: i8,
    /// Whether it may go to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
}

/// What a piece does along a line in one direction: how far it gets in each way, 0 for not at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ray {
    /// With nothing between.
    pub slide: Reach,
    /// Beyond exactly one piece.
    pub hop_one: Reach,
    /// Beyond one piece or more.
    pub hop_any: Reach,
}

impl Ray {
    /// Whether it is a single step, to move and to capture, and no more.
    pub(crate) fn is_step(&self) -> bool {
        *self == Self { slide: Reach { quiet: 1, capture: 1 }, ..Self::default() }
    }
}

/// How many squares away a piece may move to an empty square and may capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reach {
    /// The farthest empty square.
    pub quiet: u8,
    /// The farthest capture.
    pub capture: u8,
}

/// One of the eight directions of the lines through a square, as the moving side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Ranks towards the opponent per step.
    pub forward: i8,
    /// Files to the right per step.
    pub right: i8,
}

impl Direction {
    /// Clockwise from forward; the odd ones are diagonal.
    pub const ALL: [Self; 8] = [
        Self { forward: 1, right: 0 },
        Self { forward: 1, right: 1 },
        Self { forward: 0, right: 1 },
        Self { forward: -1, right: 1 },
        Self { forward: -1, right: 0 },
        Self { forward: -1, right: -1 },
        Self { forward: 0, right: -1 },
        Self { forward: 1, right: -1 },
    ];

    const fn is_diagonal(self) -> bool {
        self.forward != 0 && self.right != 0
    }
}
