//! Betza notation for the movement of pieces, parsed into a [`Movement`].
//!
//! It resembles XBetza, an extension of
//! [Betza's funny notation](https://en.wikipedia.org/wiki/Betza%27s_funny_notation), with
//! differences: one of `f b l r` before `N`, `C` or `Z` selects four leaps here and two there (`fN`
//! there is `ffN` here), and `fl` there is a single leap. A movement is a sequence of terms, each of
//! which adds moves. A term is a number of modifiers (small letters), an atom (a capital) and an
//! optional range:
//!
//! | part | letters | meaning |
//! |---|---|---|
//! | leaps | `W F D N A H C Z G` | to (1,0) (1,1) (2,0) (2,1) (2,2) (3,0) (3,1) (3,2) (3,3) |
//! | lines | `R B Q K` | orthogonal, diagonal and all slides; `K` is one step of `Q` |
//! | range | `1`..`9` after `W F K R B Q` | the maximum distance of the term |
//! | mode | `m`, `c` | only to empty squares, only captures; neither: both |
//! | lame | `n` before a leap | any piece on the [way](Leap::path) blocks it |
//! | hop | `p` | over exactly one piece of either side: the empty squares beyond, and the first enemy met |
//! | hop | `p2` | over exactly two pieces |
//! | hop | `pp` | over one piece or more: every square beyond that is empty or holds an enemy |
//! | direction | `f b l r`, `s v` | forward, backward, left, right; `s` is `lr`, `v` is `fb` |
//!
//! A hop needs a term with a distance of at least two, and `p2` of three. The range includes the squares jumped over,
//! so `pR2` is a short cannon, and `mFpB2` a step that also hops over a neighbour. `mRcpR` is the
//! Chinese cannon, `pR` a leaping cannon, and `p2R` and `ppR` (not part of XBetza) cannons that jump over
//! two and any number of pieces.
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

use crate::piece::Color;
use crate::quoted::full_width_hint;

/// The moves of a piece, relative to the moving side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    /// Jumps to a square. Single steps along lines are in `rays`.
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
    /// Whether pieces on the way block it.
    pub kind: LeapKind,
}

/// Whether pieces on the way block a leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeapKind {
    /// No piece does.
    Free,
    /// Any piece on the [path](Leap::path) does, as it blocks the horse of xiangqi.
    Lame,
}

impl Leap {
    /// Returns the squares that the leap passes if it is lame, as ranks forward and files right of its start. It goes
    /// straight until the rest of the way is diagonal.
    ///
    /// ```
    /// let elephant_of_janggi: rules::Movement = "ffnZ".parse()?;
    /// let path: Vec<_> = elephant_of_janggi.leaps[0].path().collect();
    /// assert_eq!(path, [(1, 0), (2, 1)]);
    /// # Ok::<(), rules::MovementError>(())
    /// ```
    pub fn path(&self) -> impl Iterator<Item = (i8, i8)> + use<> {
        let (forward, right) = (self.forward, self.right);
        let longest = forward.abs().max(right.abs());
        // The shorter distance is covered by the last steps.
        let covered = move |distance: i8, step: i8| {
            distance.signum() * (distance.abs() + step - longest).max(0)
        };
        (1..longest).map(move |step| (covered(forward, step), covered(right, step)))
    }
}

/// The moves in one line direction, as maximum distances; 0 means no such move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ray {
    /// With no piece in between.
    pub slide: Reach,
    /// Over exactly one piece.
    pub hop_one: Reach,
    /// Over exactly two pieces.
    pub hop_two: Reach,
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

/// Returns the change of file and rank by ranks forward and files to the right of a side.
pub(crate) const fn on_board(color: Color, forward: i8, right: i8) -> (i8, i8) {
    match color {
        Color::Black => (-right, -forward),
        Color::White => (right, forward),
    }
}

/// An error in the Betza notation of a movement.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{kind} at character {} of the movement", offset + 1)]
pub struct MovementError {
    /// The byte offset of the error.
    pub offset: usize,
    /// The kind of error.
    pub kind: MovementErrorKind,
}

/// The kinds of errors in the Betza notation of a movement.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MovementErrorKind {
    /// An unknown letter.
    #[error("unknown letter '{}'{}", .0.escape_debug(), instead_of_unknown(*.0))]
    UnknownLetter(char),
    /// An atom is missing: the text is empty, ends after a mode, or has a range there.
    #[error("expected an atom such as W or R")]
    MissingAtom,
    /// A second `m` or `c` in a term.
    #[error("repeated mode (omit 'm' and 'c' to allow both)")]
    RepeatedMode,
    /// A third `p` in a term, one that is not adjacent to the first, or a number of pieces other than two.
    #[error("invalid hop, expected 'p', 'p2' or 'pp'")]
    MisplacedHop,
    /// A second `n` in a term.
    #[error("repeated 'n'")]
    RepeatedLame,
    /// An `n` with a term that is not a leap.
    #[error("misplaced 'n' before '{0}' (only the leaps D, N, A, H, C, Z and G can have one)")]
    CannotBeLame(char),
    /// A hop with a leap, or with a term whose range is only one square.
    #[error("'{0}' reaches too few squares for a hop")]
    CannotHop(char),
    /// A range of zero, or a range after a leap.
    #[error("invalid range '{0}'")]
    InvalidRange(char),
    /// An atom twice, which is a rider in other notations.
    #[error("repeated atom '{}'; {}", .0, instead_of_repeated(*.0))]
    RepeatedAtom(char),
    /// A direction that the atom does not have.
    #[error("invalid direction '{0}' for this atom")]
    InvalidDirection(char),
    /// A direction that selects nothing new.
    #[error("redundant direction '{0}'")]
    RedundantDirection(char),
}

fn instead_of_unknown(letter: char) -> String {
    match letter {
        'a'..='z' => " (expected f, b, l, r, s, v, m, c, n or p before an atom)".into(),
        _ => full_width_hint([letter]),
    }
}

fn instead_of_repeated(atom: char) -> &'static str {
    match atom {
        'W' | 'R' => "write R",
        'F' | 'B' => "write B",
        'K' | 'Q' => "write Q",
        _ => "riders are not supported",
    }
}
