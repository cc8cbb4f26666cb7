//! Moves and squares in USI notation, on boards of any size up to 26x26.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::token_value::TokenValue;

/// A square, by file and rank.
///
/// Files are counted from the right and ranks from the top, as Black sees the board. The notation
/// is the file in decimal and the rank as a letter: `7g`, or `10j` on a wider board. It covers
/// boards of up to 26x26 squares; whether a square is on the board in play depends on the variant.
///
/// ```
/// use vampirc_usi::Square;
///
/// let square: Square = "10j".parse()?;
/// assert_eq!((square.file(), square.rank()), (10, 10));
/// assert_eq!(Square::new(7, 6).unwrap().to_string(), "7f");
/// // Fairy-Stockfish writes file 10 as `:`, and files with two digits on its top rank.
/// assert_eq!(":j".parse(), Ok(square));
/// assert_eq!("05a".parse(), Ok(Square::new(5, 1).unwrap()));
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// The highest file and rank: ranks are written as one of 26 letters.
    pub const MAX: u8 = 26;

    /// Returns the square on `file` and `rank`, both from 1 to [`Square::MAX`].
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= Self::MAX && rank >= 1 && rank <= Self::MAX {
            Some(Self { file, rank })
        } else {
            None
        }
    }

    /// Returns the file. File 1 is at Black's right.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// Returns the rank. Rank 1 is `a`, at the top.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// Parses a square. It need not be in canonical form.
    fn from_text(text: &str) -> Option<Self> {
        Self::split_square(text).and_then(|(square, rest)| rest.is_empty().then_some(square))
    }

    /// Parses the square at the start of `text` and returns it with the rest.
    fn split_square(text: &str) -> Option<(Self, &str)> {
        let end = text.find(|c: char| c.is_ascii_alphabetic())?;
        let (file, rest) = text.split_at_checked(end)?;
        let mut rest = rest.chars();
        let rank = rest.next()?.to_ascii_lowercase();
        let file = match file.as_bytes() {
            // Fairy-Stockfish writes files 10 to 12 as the ASCII characters after `9`.
            [file @ b':'..=b'<'] => file - b'0',
            [b'0'..=b'9', ..] => file.parse().ok()?,
            _ => return None,
        };
        Some((Self::new(file, u8::try_from(rank).ok()? - b'a' + 1)?, rest.as_str()))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, char::from(b'a' - 1 + self.rank))
    }
}

impl FromStr for Square {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_text(text).ok_or_else(|| Error::expected(0, "a square", Some(text)))
    }
}

/// Letter of a piece to drop.
///
/// ```
/// use vampirc_usi::PieceLetter;
///
/// assert_eq!(PieceLetter::new('P').unwrap().as_char(), 'P');
/// assert_eq!(PieceLetter::new('p'), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceLetter(u8);

impl PieceLetter {
    /// Returns the piece letter for `'A'` to `'Z'`.
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter as u8)) } else { None }
    }

    /// Returns the letter as a character.
    pub const fn as_char(self) -> char {
        self.0 as char
    }
}

/// A move in USI notation. It may be illegal or off the board of the variant.
///
/// ```
/// use vampirc_usi::{Move, PieceLetter, Square};
///
/// let promotion: Move = "8h2b+".parse()?;
/// assert_eq!(promotion.to(), Square::new(2, 2).unwrap());
/// let drop = Move::Drop { piece: PieceLetter::new('P').unwrap(), to: "10e".parse()? };
/// assert_eq!(drop.to_string(), "P*10e");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Move of a piece on the board: `7g7f`, `8h2b+`.
    Board {
        /// Origin square.
        from: Square,
        /// Destination square.
        to: Square,
        /// Whether the piece promotes.
        promote: bool,
    },
    /// Drop of a piece in hand: `P*5e`.
    Drop {
        /// Piece to drop.
        piece: PieceLetter,
        /// Destination square.
        to: Square,
    },
}

impl Move {
    /// Returns the destination square.
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
            Self::Drop { piece, to } => write!(f, "{}*{to}", piece.as_char()),
        }
    }
}

impl TokenValue for Move {
    const EXPECTED: &'static str = "a move";

    fn from_token(token: &str) -> Option<Self> {
        if let Some((piece, to)) = token.split_once('*') {
            let letter = piece.parse::<char>().ok()?.to_ascii_uppercase();
            let (piece, to) = (PieceLetter::new(letter)?, Square::from_text(to)?);
            return Some(Self::Drop { piece, to });
        }
        let (from, to) = Square::split_square(token)?;
        let (to, suffix) = Square::split_square(to)?;
        match suffix {
            // XBoard and game records append `=` to a declined promotion.
            "" | "=" => Some(Self::Board { from, to, promote: false }),
            "+" => Some(Self::Board { from, to, promote: true }),
            _ => None,
        }
    }

    fn to_token(&self) -> String {
        self.to_string()
    }
}

impl FromStr for Move {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::from_token(text).ok_or_else(|| Error::expected(0, Self::EXPECTED, Some(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noncanonical_and_invalid_squares() {
        for (text, canonical) in
            [(":a", "10a"), (";b", "11b"), ("<c", "12c"), ("05a", "5a"), ("7G", "7g")]
        {
            assert_eq!(text.parse::<Square>().unwrap().to_string(), canonical);
        }
        for text in [
            "", "a", "5", "0a", "27a", "256a", "5aa", "=a", "::a", "-5a", "+5a", "5é", "5.0a",
            "５a",
        ] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
    }

    #[test]
    fn noncanonical_moves() {
        for (text, canonical) in [
            (":j:i", "10j10i"),
            ("05a:a+", "5a10a+"),
            ("P*:e", "P*10e"),
            ("p*5e", "P*5e"),
            ("8h2b=", "8h2b"),
            ("7G7F", "7g7f"),
        ] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn invalid_moves() {
        for text in [
            "", "7g", "7g7", "7g7f++", "7g7f7e", "*5e", "PP*5e", "+P*5e", "1*5e", "P*5e+", "P*",
            "P@5e", "0000", "resign", "(none)", "7g 7f", "é*5e",
        ] {
            let error = text.parse::<Move>().unwrap_err();
            assert_eq!(error, Error::expected(0, "a move", Some(text)));
        }
    }
}
