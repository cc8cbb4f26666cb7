//! Squares, on boards of any width.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// A square: a file counted from the right as Black sees the board, and a rank counted from the
/// top.
///
/// Text is the file in decimal, then the rank as a letter: `7g`, or `10j` on a wider board. Boards
/// of up to 26 by 26 can be written; whether a square is on the board in play is for the reader to
/// judge.
///
/// ```
/// use vampirc_usi::Square;
///
/// let square: Square = "10j".parse()?;
/// assert_eq!((square.file(), square.rank()), (10, 10));
/// assert_eq!(Square::new(7, 6).unwrap().to_string(), "7f");
/// // Fairy-Stockfish writes file 10 as `:`, and two digits on its top row.
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
    /// The highest file and the highest rank: ranks run out of letters there.
    pub const MAX: u8 = 26;

    /// The square on `file` and `rank`, both from 1 to [`Square::MAX`].
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file >= 1 && file <= Self::MAX && rank >= 1 && rank <= Self::MAX {
            Some(Self { file, rank })
        } else {
            None
        }
    }

    /// The file: 1 is at Black's right.
    pub const fn file(self) -> u8 {
        self.file
    }

    /// The rank: 1 is `a`, at the top.
    pub const fn rank(self) -> u8 {
        self.rank
    }

    /// The square that `text` is, sloppy spellings included.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::split(text).and_then(|(square, rest)| rest.is_empty().then_some(square))
    }

    /// The square that `text` begins with, and what follows it.
    pub(crate) fn split(text: &str) -> Option<(Self, &str)> {
        let end = text.find(|c: char| c.is_ascii_alphabetic())?;
        let (file, rest) = text.split_at_checked(end)?;
        let mut rest = rest.chars();
        let rank = rest.next()?.to_ascii_lowercase();
        let file = match file.as_bytes() {
            // Fairy-Stockfish counts on in ASCII after `9`.
            [beyond @ b':'..=b'<'] => beyond - b'0',
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
        Self::read(text).ok_or_else(|| Error::expected(0, "a square", Some(text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_reads_back() {
        for (file, rank) in (1..=Square::MAX).flat_map(|f| (1..=Square::MAX).map(move |r| (f, r))) {
            let square = Square::new(file, rank).unwrap();
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!([(0, 1), (1, 0), (27, 1), (1, 27)].map(|(f, r)| Square::new(f, r)), [None; 4]);
    }

    #[test]
    fn sloppy_squares() {
        for (text, square) in
            [(":a", "10a"), (";b", "11b"), ("<c", "12c"), ("05a", "5a"), ("7G", "7g")]
        {
            assert_eq!(Square::read(text).unwrap().to_string(), square);
        }
        for text in [
            "", "a", "5", "0a", "27a", "256a", "5aa", "=a", "::a", "-5a", "+5a", "5é", "5.0a",
            "５a",
        ] {
            assert_eq!(Square::read(text), None, "{text}");
        }
    }
}
