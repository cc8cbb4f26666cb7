//! Move notations: USI, UCI and Western.
//!
//! The crate `rules` parses and formats the moves. This module adds the choice of a notation.

use records::format_western;
use rules::{Move, Position, Square};
use std::fmt::Display;
use vampirc_usi::Protocol;

/// Notation of moves and squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    Usi,
    Uci,
    Western,
}

impl From<Protocol> for Notation {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Usi => Self::Usi,
            Protocol::Uci => Self::Uci,
        }
    }
}

impl Notation {
    /// Formats a legal move of a position.
    pub fn format_move(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Usi => position.rules().usi(mv).to_string(),
            Self::Uci => position.rules().uci(mv).to_string(),
            Self::Western => format_western(position, mv),
        }
    }

    /// Formats a legal move, and in parentheses in Western notation where that is different.
    pub(crate) fn format_with_western(self, position: &Position, mv: Move) -> String {
        with_other(self.format_move(position, mv), format_western(position, mv))
    }

    /// Formats all legal moves of a position, sorted alphabetically.
    pub fn format_legal_moves(self, position: &Position) -> Vec<String> {
        let legal = position.legal_moves();
        let mut texts: Vec<_> = legal.iter().map(|&mv| self.format_move(position, mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// Returns the label of a file, which is counted from Black's right starting at 0.
    pub fn file(self, file: u8, files: u8) -> String {
        match self {
            Self::Uci => letter(files.saturating_sub(file + 1)),
            Self::Usi | Self::Western => (file + 1).to_string(),
        }
    }

    /// Returns the label of a rank, which is counted from the top starting at 0.
    pub fn rank(self, rank: u8, ranks: u8) -> String {
        match self {
            Self::Uci => ranks.saturating_sub(rank).to_string(),
            Self::Usi | Self::Western => letter(rank),
        }
    }

    /// Returns the name of a square on a board of the given size.
    pub fn square(self, square: Square, files: u8, ranks: u8) -> String {
        self.file(square.file(), files) + &self.rank(square.rank(), ranks)
    }
}

/// Returns a move in one notation, and in parentheses in another one where that is different.
pub(crate) fn with_other(text: String, other: impl Display) -> String {
    let other = other.to_string();
    if text == other { text } else { format!("{text} ({other})") }
}

fn letter(index: u8) -> String {
    char::from(b'a' + index).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_named_in_every_notation() {
        let corner = Square::new(9, 9);
        assert_eq!(Notation::Usi.square(corner, 10, 10), "10j");
        assert_eq!(Notation::Uci.square(corner, 10, 10), "a1");
        assert_eq!(Notation::Western.square(Square::new(0, 0), 9, 9), "1a");
        assert_eq!(Notation::Uci.square(Square::new(0, 0), 9, 9), "i9");
    }
}
