//! Moves.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::square::Square;
use crate::word::Word;

/// The letter of a piece in hand.
///
/// ```
/// use vampirc_usi::Piece;
///
/// assert_eq!(Piece::new('P').unwrap().letter(), 'P');
/// assert_eq!(Piece::new('p'), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

impl Piece {
    /// The piece with this letter, `'A'` to `'Z'`.
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter as u8)) } else { None }
    }

    /// The letter.
    pub const fn letter(self) -> char {
        self.0 as char
    }
}

/// A move.
///
/// ```
/// use vampirc_usi::{Move, Piece, Square};
///
/// let promotion: Move = "8h2b+".parse()?;
/// assert_eq!(promotion.to(), Square::new(2, 2).unwrap());
/// let drop = Move::Drop { piece: Piece::new('P').unwrap(), to: "10e".parse()? };
/// assert_eq!(drop.to_string(), "P*10e");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A piece on the board moves: `7g7f`, `8h2b+`.
    Board {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes.
        promote: bool,
    },
    /// A piece in hand is dropped: `P*5e`.
    Drop {
        /// The piece.
        piece: Piece,
        /// Where it goes.
        to: Square,
    },
}

impl Move {
    /// Where the piece goes.
    pub const fn to(self) -> Square {
        match self {
            Self::Board { to, .. } | Self::Drop { to, .. } => to,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Self::Drop { piece, to } => write!(f, "{}*{to}", piece.letter()),
        }
    }
}

impl Word for Move {
    const WHAT: &'static str = "a move";

    fn read(word: &str) -> Option<Self> {
        if let Some((piece, to)) = word.split_once('*') {
            let piece = piece.parse::<char>().ok()?.to_ascii_uppercase();
            return Some(Self::Drop { piece: Piece::new(piece)?, to: Square::read(to)? });
        }
        let (from, to) = Square::split(word)?;
        let (to, after) = Square::split(to)?;
        match after {
            // Game records say `=` for a promotion declined; XBoard sends it.
            "" | "=" => Some(Self::Board { from, to, promote: false }),
            "+" => Some(Self::Board { from, to, promote: true }),
            _ => None,
        }
    }

    fn spell(&self) -> String {
        self.to_string()
    }
}

impl FromStr for Move {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::read(text).ok_or_else(|| Error::expected(0, Self::WHAT, Some(text)))
    }
}

/// Prints moves, each with a space before it.
#[derive(Debug)]
pub(crate) struct Line<'a>(pub &'a [Move]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_boards() {
        for text in ["7g7f", "8h2b+", "P*5e", "10j10i", "1a10j+", "10j1a", "P*10e", "26z26a+"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn sloppy_moves() {
        for (text, written) in [
            (":j:i", "10j10i"),
            ("05a:a+", "5a10a+"),
            ("P*:e", "P*10e"),
            ("p*5e", "P*5e"),
            ("8h2b=", "8h2b"),
            ("7G7F", "7g7f"),
        ] {
            assert_eq!(Move::read(text).unwrap().to_string(), written);
        }
    }

    #[test]
    fn not_moves() {
        for text in [
            "", "7g", "7g7", "7g7f++", "7g7f7e", "*5e", "PP*5e", "+P*5e", "1*5e", "P*5e+", "P*",
            "P@5e", "0000", "resign", "(none)", "7g 7f", "é*5e",
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error, Error::expected(0, "a move", Some(text)));
        }
    }
}
