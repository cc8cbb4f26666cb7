//! What can be wrong with a position's text.

use crate::validate::PositionError;
use std::fmt;

/// Why a text is no position, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SfenError {
    /// The byte offset of the fault; for a position that may not be set up, the text's end.
    pub at: usize,
    /// What is wrong there.
    pub fault: SfenErrorKind,
}

/// What can be wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A character that means nothing there.
    Unexpected(char),
    /// The text ends too early; this is due.
    Missing(&'static str),
    /// A rank with another number of squares than the board's.
    RankLength {
        /// The rank's letter.
        rank: char,
        /// How many squares it has.
        found: usize,
        /// How many the board has.
        due: u8,
    },
    /// Another number of ranks than the board's.
    Ranks {
        /// How many there are.
        found: usize,
        /// How many the board has.
        due: u8,
    },
    /// A piece that has no promoted form.
    NoPromotion(char),
    /// A side to move that is neither of the two letters.
    Side,
    /// A count in hand of zero or beyond belief.
    Count,
    /// A move number that is none.
    Number,
    /// Text after the end.
    Surplus,
    /// The text is read, but the position may not be set up.
    Illegal(Vec<PositionError>),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            SfenErrorKind::Unexpected(c) => write!(f, "'{}' not expected", c.escape_debug()),
            SfenErrorKind::Missing(what) => write!(f, "{what} missing"),
            SfenErrorKind::RankLength { rank, found, due } => {
                write!(f, "rank {rank} has {found} squares, not {due}")
            }
            SfenErrorKind::Ranks { found, due } => write!(f, "{found} ranks, not {due}"),
            SfenErrorKind::NoPromotion(c) => write!(f, "'{c}' has no promoted form"),
            SfenErrorKind::Side => f.write_str("the side to move is one of two letters"),
            SfenErrorKind::Count => f.write_str("no such count in hand"),
            SfenErrorKind::Number => f.write_str("the move number is none"),
            SfenErrorKind::Surplus => f.write_str("surplus text"),
            SfenErrorKind::Illegal(faults) => {
                for (place, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if place == 0 { "" } else { "; " })?;
                }
                return Ok(());
            }
        }?;
        write!(f, " at character {} of the position", self.at + 1)
    }
}

impl std::error::Error for SfenError {}
