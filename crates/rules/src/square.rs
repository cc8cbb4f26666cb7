//! Squares of the 10x10 grid in which every board is embedded.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The width and height of the grid, and so of the largest board. Smaller boards use the corner at
/// file 1 and rank `a`; masks keep their pieces on the board.
pub const MAX_BOARD_SIZE: u8 = 10;

/// The number of squares of the grid.
pub const SQUARE_COUNT: usize = MAX_BOARD_SIZE as usize * MAX_BOARD_SIZE as usize;

/// The number of different offsets between two squares, counted in files and ranks.
pub const OFFSET_COUNT: usize = SPAN * SPAN;
/// The number of different signed file (or rank) distances between two squares.
const SPAN: usize = 2 * MAX_BOARD_SIZE as usize - 1;
/// The offset from a square to itself. Opposite offsets are equally far above and below it.
const ZERO_OFFSET: usize = OFFSET_COUNT / 2;

/// Each square's index on a wider grid, where the difference of two indices identifies the number
/// of files and ranks between the squares. A table, because dividing by the board size is slower. With an
/// entry for every `u8` no access tests bounds.
static OFFSET_BASE: [u8; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < SQUARE_COUNT {
        table[index] =
            ((index / MAX_BOARD_SIZE as usize) * SPAN + index % MAX_BOARD_SIZE as usize) as u8;
        index += 1;
    }
    table
};

/// A square of the 10x10 grid.
///
/// Files count from Black's right and ranks from the top, both from zero here: `Square::new(0, 0)`
/// is written `1a`. The squares of a file are adjacent in memory because pawns and lances move
/// along files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Creates the square on a file and rank, both counted from zero.
    ///
    /// # Panics
    /// If either is outside the grid.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < MAX_BOARD_SIZE && rank < MAX_BOARD_SIZE);
        Self(file * MAX_BOARD_SIZE + rank)
    }

    /// Returns the square this many files and ranks away, unless it is outside the grid.
    #[inline]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 || file >= MAX_BOARD_SIZE as i8 || rank >= MAX_BOARD_SIZE as i8 {
            return None;
        }
        Some(Self(file as u8 * MAX_BOARD_SIZE + rank as u8))
    }

    /// Creates the square with this index.
    ///
    /// # Panics
    /// If the index is not below [`SQUARE_COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < SQUARE_COUNT);
        Self(index as u8)
    }

    /// Returns the square's index, below [`SQUARE_COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the file, counted from zero at Black's right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / MAX_BOARD_SIZE
    }

    /// Returns the rank, counted from zero at the top.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % MAX_BOARD_SIZE
    }

    /// Returns the offset to another square as a number below [`OFFSET_COUNT`]. It depends only on
    /// the signed file and rank distances.
    #[inline]
    pub const fn offset_to(self, to: Self) -> usize {
        ZERO_OFFSET + OFFSET_BASE[to.index()] as usize - OFFSET_BASE[self.index()] as usize
    }

    /// Returns the number of king steps to another square.
    pub const fn distance(self, to: Self) -> u8 {
        let (files, ranks) = (self.file().abs_diff(to.file()), self.rank().abs_diff(to.rank()));
        if files > ranks { files } else { ranks }
    }

    /// Returns all squares of the grid, in order of index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..SQUARE_COUNT as u8).map(Self)
    }

    /// Reads a square in USI notation (`7g`, `10j`) from the start of `text`. Returns the square and the rest.
    /// Other programs write leading zeros, `:` for file 10, or a capital for the rank.
    pub(crate) fn parse_prefix(text: &str) -> Option<(Self, &str)> {
        let (file, rest) = match text.strip_prefix(':') {
            Some(rest) => (10, rest),
            None => {
                let digits = text.bytes().take_while(u8::is_ascii_digit).count();
                (text[..digits].parse::<u8>().ok()?, &text[digits..])
            }
        };
        let rank = rest.bytes().next()?.to_ascii_lowercase();
        let on_grid =
            (1..=MAX_BOARD_SIZE).contains(&file) && (b'a'..b'a' + MAX_BOARD_SIZE).contains(&rank);
        on_grid.then(|| (Self::new(file - 1, rank - b'a'), &rest[1..]))
    }
}

/// USI notation: `7g`, `10j`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file() + 1, char::from(b'a' + self.rank()))
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Self::parse_prefix(&text) {
            Some((square, "")) => Ok(square),
            _ => Err(Error::invalid_value(Unexpected::Str(&text), &"a square")),
        }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offset_to_is_unique_per_step_and_mirrors_when_reversed() {
        let mut steps = [None; OFFSET_COUNT];
        for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
            let distance = |a: u8, b: u8| b as i8 - a as i8;
            let step = (distance(from.file(), to.file()), distance(from.rank(), to.rank()));
            assert_eq!(*steps[from.offset_to(to)].get_or_insert(step), step);
            assert_eq!(to.offset_to(from), OFFSET_COUNT - 1 - from.offset_to(to));
        }
        assert!(steps.iter().all(|step| step.is_some()));
    }

    #[test]
    fn squares_round_trip_and_invalid_text_is_rejected() {
        for square in Square::all() {
            let text = format!("{square}+");
            assert_eq!(Square::parse_prefix(&text), Some((square, "+")));
        }
        for bad in ["", "a", "7", "0a", "11a", "7k", "::a", "7é", "７g", "999a", "10"] {
            assert_eq!(Square::parse_prefix(bad), None, "{bad}");
        }
    }
}
