//! Sets of squares as 128-bit masks.

use crate::square::{MAX_BOARD_SIZE, SQUARE_COUNT, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

/// The lowest rank bit of every file.
const FIRST_RANK: u128 = {
    let mut feet = 0;
    let mut file = 0;
    while file < MAX_BOARD_SIZE {
        feet |= 1 << (file * MAX_BOARD_SIZE);
        file += 1;
    }
    feet
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square of the lattice.
    pub const ALL: Self = Self((1 << SQUARE_COUNT) - 1);

    /// The board of this many files and ranks.
    pub fn rectangle(files: u8, ranks: u8) -> Self {
        Square::all().filter(|s| s.file() < files && s.rank() < ranks).collect()
    }

    /// The set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares are in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square of lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The squares of this set that are not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Calls back for every square, by rising index: quicker than iterating, for it goes through
    /// the halves one by one.
    #[inline(always)]
    pub fn for_each(self, mut call: impl FnMut(Square)) {
        // One loop for both halves, that what is called is compiled into it once.
        for (start, mut half) in [(0, self.0 as u64), (64, (self.0 >> 64) as u64)] {
            while half != 0 {
                call(Square::from_index(start + half.trailing_zeros() as usize));
                half &= half - 1;
            }
        }
    }

    /// Every square moved by a signed number of indices; the caller sees to the edges.
    #[inline]
    pub const fn shift(self, by: i8) -> Self {
        if by >= 0 { Self(self.0 << by) } else { Self(self.0 >> -by) }
    }

    /// Whole files: every file of the lattice on which the set has a square.
    #[inline]
    pub const fn file_fill(self) -> Self {
        // A carry out of a file's nine low ranks, or the tenth rank itself, marks the file; the
        // subtraction then fills what lies below the mark.
        const LOW: u128 = FIRST_RANK * 0x1FF;
        let marks = (((self.0 & LOW) + LOW) | self.0) & (FIRST_RANK << 9);
        Self(marks | (marks - (marks >> 9)))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::from_square(square))
    }
}

/// The squares of a set, by rising index.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The complement within the lattice.
impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// A drawing of the lattice as Black sees it, file 10 at the left.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in 0..MAX_BOARD_SIZE {
            writeln!(f)?;
            for file in (0..MAX_BOARD_SIZE).rev() {
                f.write_str(if self.contains(Square::new(file, rank)) { " X" } else { " ." })?;
            }
        }
        Ok(())
    }
}

/// Draws a [`Bitboard`] for tests and examples: one string a rank from the top, file 1 at the
/// right, `X` for a square in the set, spaces ignored.
///
/// ```
/// use rules::{Square, bitboard};
/// let diagram = bitboard! {
///     ". . X"
///     ". . ."
/// };
/// assert_eq!(diagram.first(), Some(Square::new(0, 0)));
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($rank:literal)+) => { $crate::Bitboard::diagram(&[$($rank),+]) };
}

impl Bitboard {
    /// What [`bitboard!`](crate::bitboard!) draws.
    #[doc(hidden)]
    pub fn diagram(ranks: &[&str]) -> Self {
        let mut set = Self::EMPTY;
        for (rank, row) in ranks.iter().enumerate() {
            let marks = row.chars().rev().filter(|c| !c.is_whitespace());
            for (file, _) in marks.enumerate().filter(|&(_, mark)| mark == 'X') {
                set |= Self::from_square(Square::new(file as u8, rank as u8));
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_filled_whole_and_alone() {
        for square in Square::all() {
            let file: Bitboard = Square::all().filter(|s| s.file() == square.file()).collect();
            assert_eq!(Bitboard::from_square(square).file_fill(), file);
        }
        assert_eq!(Bitboard::ALL.file_fill(), Bitboard::ALL);
        assert_eq!(Bitboard::EMPTY.file_fill(), Bitboard::EMPTY);
    }

    #[test]
    fn sets_iterate_in_order() {
        let set = bitboard! { "X . X" ". X ." };
        let squares: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(squares, ["1a", "2b", "3a"]);
        assert_eq!(set.count(), 3);
        assert!(set.more_than_one() && !Bitboard::from_square(Square::new(9, 9)).more_than_one());
    }
}
