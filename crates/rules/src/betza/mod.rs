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
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

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
    /// Files to the move_group's right.
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

/// Why a text is no movement, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementError {
    /// The byte offset of the fault.
    pub offset: usize,
    /// What is wrong there.
    pub kind: MovementErrorKind,
}

/// What can be wrong with movement text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MovementErrorKind {
    /// There is nothing.
    Empty,
    /// A letter that means nothing.
    UnknownLetter(char),
    /// The text ends, or a range stands, where an atom is due.
    MissingAtom,
    /// `m` or `c` after another.
    RepeatedMode,
    /// A third `p`, or one apart from the first.
    MisplacedHop,
    /// A hop on a term that reaches one square, or leaps.
    CannotHop(char),
    /// A range that is zero, or on a leap.
    InvalidRange(char),
    /// A direction that the atom does not have.
    InvalidDirection(char),
    /// A direction that adds nothing to those before it.
    RedundantDirection(char),
}

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MovementErrorKind::Empty => return f.write_str("the movement is empty"),
            MovementErrorKind::UnknownLetter(c) => {
                write!(f, "unknown letter '{}'", c.escape_debug())
            }
            MovementErrorKind::MissingAtom => f.write_str("an atom such as W or R expected"),
            MovementErrorKind::RepeatedMode => {
                f.write_str("a second mode (leave both out for both)")
            }
            MovementErrorKind::MisplacedHop => f.write_str("a hop is p or pp, in one place"),
            MovementErrorKind::CannotHop(c) => write!(f, "'{c}' has no room for a hop"),
            MovementErrorKind::InvalidRange(c) => write!(f, "a range of {c} is not possible"),
            MovementErrorKind::InvalidDirection(c) => {
                write!(f, "direction '{c}' unknown to this atom")
            }
            MovementErrorKind::RedundantDirection(c) => write!(f, "direction '{c}' adds nothing"),
        }?;
        write!(f, " at character {} of the movement", self.offset + 1)
    }
}

impl std::error::Error for MovementError {}
