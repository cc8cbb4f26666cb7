//! Warnings of a reader: text that it had to interpret, or did not know.

use rules::quoted;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// A move with a wrong number that is legal only as the next one.
    #[error("line {line}: read as move {expected}, though its number is {found}")]
    MoveNumber { line: usize, found: usize, expected: usize },
    #[error("kept the unknown end of a game {}", quoted(.0))]
    UnknownEnd(String),
    /// The record names no game, and fits several.
    #[error("names no game and is read as {taken}; {} would fit, too", others.join(" or "))]
    SeveralGames { taken: &'static str, others: Vec<&'static str> },
}
