//! What can be wrong with movement text.

use std::fmt;

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
