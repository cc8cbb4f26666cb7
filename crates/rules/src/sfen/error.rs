//! What can be wrong with a position's text.

use crate::validate::PositionError;
use std::fmt;

/// Why a text is no position, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SfenError {
    /// The byte offset of the fault; for a position that may not be set up, the text's end.
    pub offset: usize,
    /// What is wrong there.
    pub kind: SfenErrorKind,
}

/// What can be wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A character that means nothing there.
    UnexpectedCharacter(char),
    /// The text ends too early; this is due.
    Missing(&'static str),
    /// A rank with another number of squares than the board's.
    RankLength {
        /// The rank's letter.
        rank: char,
        /// How many squares it has.
        found: usize,
        /// How many the board has.
        expected: u8,
    },
    /// Another number of ranks than the board's.
    RankCount {
        /// How many there are.
        found: usize,
        /// How many the board has.
        expected: u8,
    },
    /// A piece that has no promoted form.
    NoPromotion(char),
    /// A side to move that is neither of the two letters.
    SideToMove,
    /// A count in hand of zero or beyond belief.
    HandCount,
    /// A move number that is none.
    MoveNumber,
    /// Text after the end.
    TrailingText,
    /// The text is read, but the position may not be set up.
    IllegalPosition(Vec<PositionError>),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SfenErrorKind::UnexpectedCharacter(c) => {
                write!(f, "'{}' not expected", c.escape_debug())
            }
            SfenErrorKind::Missing(what) => write!(f, "{what} missing"),
            SfenErrorKind::RankLength { rank, found, expected } => {
                write!(f, "rank {rank} has {found} squares, not {expected}")
            }
            SfenErrorKind::RankCount { found, expected } => {
                write!(f, "{found} ranks, not {expected}")
            }
            SfenErrorKind::NoPromotion(c) => write!(f, "'{c}' has no promoted form"),
            SfenErrorKind::SideToMove => f.write_str("the side to move is one of two letters"),
            SfenErrorKind::HandCount => f.write_str("no such count in hand"),
            SfenErrorKind::MoveNumber => f.write_str("the move number is none"),
            SfenErrorKind::TrailingText => f.write_str("surplus text"),
            SfenErrorKind::IllegalPosition(faults) => {
                for (place, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if place == 0 { "" } else { "; " })?;
                }
                return Ok(());
            }
        }?;
        write!(f, " at character {} of the position", self.offset + 1)
    }
}

impl std::error::Error for SfenError {}
