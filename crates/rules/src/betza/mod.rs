//! Betza notation for the movement of pieces, parsed into a [`Movement`].
//!
//! A subset of XBetza, an extension of
//! [Betza's funny notation](https://en.wikipedia.org/wiki/Betza%27s_funny_notation). A movement is
//! a sequence of terms, each of which adds moves. A term is a number of modifiers (small letters),
//! an atom (a capital) and an optional range:
//!
//! | part | letters | meaning |
//! |---|---|---|
//! | leaps | `W F D N A H C Z G` | to (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3) |
//! | lines | `R B Q K` | orthogonal, diagonal and all slides; `K` is one step of `Q` |
//! | range | `1`..`9` after `W F K R B Q` | the maximum distance of the term |
//! | mode | `m`, `c` | only to empty squares, only captures; neither: both |
//! | hop | `p` | over exactly one piece of either side: the empty squares beyond, and the first enemy met |
//! | hop | `pp` | over one piece or more: every square beyond that is empty or holds an enemy |
//! | direction | `f b l r`, `s v` | forward, backward, left, right; `s` is `lr`, `v` is `fb` |
//!
//! A hop needs a term with a distance of at least two. The range includes the squares jumped over,
//! so `pR2` is a short cannon, and `mFpB2` a step that also hops over a neighbour. `mRcpR` is the
//! Chinese cannon, `pR` a leaping cannon, and `ppR` (not part of XBetza) a cannon that jumps over
//! any number of pieces.
//!
//! Directions are relative to the moving side. Several letters select the union:
//!
//! - On diagonals a letter selects two directions (`f`: both forward ones), and an adjacent pair
//!   (`fr`) selects one. `s` and `v` are not allowed.
//! - On oblique leaps a letter selects four of the eight leaps (`f`: all forward; `v`: those that
//!   go farther along the file; `s`: those that go farther along the rank). A pair selects two:
//!   `ff bb ll rr` the two that go farthest that way, `fs bs` the forward or backward two of `s`.
//!
//! Redundant direction letters and anything not described here are errors.
//!
//! ```
//! use rules::Movement;
//! let knight: Movement = "ffN".parse()?;
//! assert_eq!(knight.leaps.len(), 2);
//! let error = "FfsX".parse::<Movement>().unwrap_err();
//! assert_eq!(error.to_string(), "unknown letter 'X' at character 4 of the movement");
//! # Ok::<(), rules::MovementError>(())
//! ```

mod directions;
mod parse;
#[cfg(test)]
mod tests;

use std::fmt;

/// The moves of a piece, relative to the moving side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// Jumps to a square, regardless of the pieces in between. Single steps along lines are in
    /// `rays`.
    pub leaps: Vec<Leap>,
    /// The moves along each of the eight lines, in the order of [`Direction::ALL`].
    pub rays: [Ray; 8],
}

/// A jump by a fixed vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leap {
    /// Ranks towards the opponent.
    pub forward: i8,
    /// Files to the right.
    pub right: i8,
    /// Whether it may move to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
}

/// The moves in one line direction, as maximum distances; 0 means no such move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ray {
    /// With no piece in between.
    pub slide: Reach,
    /// Over exactly one piece.
    pub hop_one: Reach,
    /// Over one piece or more.
    pub hop_any: Reach,
}

impl Ray {
    /// Returns whether this is exactly a single step that both moves and captures.
    pub fn is_step(&self) -> bool {
        *self == Self { slide: Reach { quiet: 1, capture: 1 }, ..Self::default() }
    }
}

/// The maximum distances of moves to empty squares and of captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Reach {
    /// The maximum distance of a move to an empty square.
    pub quiet: u8,
    /// The maximum distance of a capture.
    pub capture: u8,
}

/// One of the eight line directions, relative to the moving side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Ranks towards the opponent per step.
    pub forward: i8,
    /// Files to the right per step.
    pub right: i8,
}

impl Direction {
    /// All directions, clockwise from forward. Those with odd indices are diagonal.
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

/// An error in the Betza notation of a movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MovementError {
    /// The byte offset of the error.
    pub offset: usize,
    /// The kind of error.
    pub kind: MovementErrorKind,
}

/// The kinds of errors in the Betza notation of a movement.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MovementErrorKind {
    /// The text is empty.
    Empty,
    /// An unknown letter.
    UnknownLetter(char),
    /// An atom is missing at the end of the text or before a range.
    MissingAtom,
    /// A second `m` or `c` in a term.
    RepeatedMode,
    /// A third `p` in a term, or one that is not adjacent to the first.
    MisplacedHop,
    /// A hop with a leap, or with a term whose range is only one square.
    CannotHop(char),
    /// A range of zero, or a range after a leap.
    InvalidRange(char),
    /// A direction that the atom does not have.
    InvalidDirection(char),
    /// A direction that selects nothing new.
    RedundantDirection(char),
}

impl fmt::Display for MovementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            MovementErrorKind::Empty => return f.write_str("empty movement"),
            MovementErrorKind::UnknownLetter(c) => {
                write!(f, "unknown letter '{}'", c.escape_debug())
            }
            MovementErrorKind::MissingAtom => f.write_str("expected an atom such as W or R"),
            MovementErrorKind::RepeatedMode => {
                f.write_str("repeated mode (omit 'm' and 'c' to allow both)")
            }
            MovementErrorKind::MisplacedHop => f.write_str("invalid hop, expected 'p' or 'pp'"),
            MovementErrorKind::CannotHop(c) => write!(f, "'{c}' reaches too few squares for a hop"),
            MovementErrorKind::InvalidRange(c) => write!(f, "invalid range '{c}'"),
            MovementErrorKind::InvalidDirection(c) => {
                write!(f, "invalid direction '{c}' for this atom")
            }
            MovementErrorKind::RedundantDirection(c) => write!(f, "redundant direction '{c}'"),
        }?;
        write!(f, " at character {} of the movement", self.offset + 1)
    }
}

impl std::error::Error for MovementError {}
