//! Sets of squares as 128-bit masks.

use crate::square::{MAX_BOARD_SIZE, SQUARE_COUNT, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares of the 10x10 grid; bit `i` is the square with index `i`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

/// The bit of rank `a` on every file.
const FIRST_RANK: u128 = {
    let mut bits = 0;
    let mut file = 0;
    while file < MAX_BOARD_SIZE {
        bits |= 1 << (file * MAX_BOARD_SIZE);
        file += 1;
    }
    bits
};

/// The set of each square. Loading it takes less time than shifting 128 bits by a variable number, which is a
/// function call in WebAssembly. With an entry for every `u8` no access tests bounds.
static SQUARE_SETS: [Bitboard; 256] = {
    let mut sets = [Bitboard::EMPTY; 256];
    let mut index = 0;
    while index < SQUARE_COUNT {
        sets[index] = Bitboard(1 << index);
        index += 1;
    }
    sets
};

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// Every square of the grid.
    pub const ALL: Self = Self((1 << SQUARE_COUNT) - 1);

    /// Returns the squares of a board with this many files and ranks.
    pub fn rectangle(files: u8, ranks: u8) -> Self {
        Square::all().filter(|s| s.file() < files && s.rank() < ranks).collect()
    }

    /// Returns the set of one square.
    #[inline]
    pub const fn from_square(square: Square) -> Self {
        SQUARE_SETS[square.index()]
    }

    /// Returns whether a square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::from_square(square).0 != 0
    }

    /// Creates a set from the squares with indices below 64, and the others.
    #[inline]
    pub(crate) const fn from_halves(low: u64, high: u64) -> Self {
        Self(low as u128 | (high as u128) << 64)
    }

    /// Returns the squares with indices below 64, and the others.
    #[inline]
    pub(crate) const fn halves(self) -> (u64, u64) {
        (self.0 as u64, (self.0 >> 64) as u64)
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set is not empty.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns whether the set has at least two squares.
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Returns the squares that are in this set but not in the other.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Calls `call` for every square, in order of index. Faster than iterating, because it
    /// processes the two 64-bit halves in turn.
    #[inline(always)]
    pub fn for_each(self, mut call: impl FnMut(Square)) {
        // One loop over both halves, so that `call` is inlined only once.
        let (low, high) = self.halves();
        for (start, mut half) in [(0, low), (64, high)] {
            while half != 0 {
                call(Square::from_index(start + half.trailing_zeros() as usize));
                half &= half - 1;
            }
        }
    }

    /// Shifts every square by a signed number of indices, less than 64. The caller must first mask out
    /// squares that would wrap around the edge of the board.
    #[inline]
    pub const fn shift(self, by: i8) -> Self {
        let (distance, (low, high)) = (by.unsigned_abs(), self.halves());
        if by >= 0 {
            Self::from_halves(low << distance, high << distance | low >> 1 >> (63 - distance))
        } else {
            Self::from_halves(low >> distance | high << 1 << (63 - distance), high >> distance)
        }
    }

    /// Returns the file fill: all squares of the files on which the set has a square.
    #[inline]
    pub const fn file_fill(self) -> Self {
        // Adding LOW to the low nine ranks carries into the tenth rank if any of them is occupied.
        // The tenth rank's bit then marks the file, and the subtraction fills the ranks below it.
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

/// An iterator over the squares of a set, in order of index.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The squares left of one half, and the index of its first square.
    half: u64,
    start: usize,
    /// The squares of the high half if the low half is not done yet.
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.half == 0 {
            if self.high == 0 {
                return None;
            }
            *self = Self { half: self.high, start: 64, high: 0 };
        }
        let square = Square::from_index(self.start + self.half.trailing_zeros() as usize);
        self.half &= self.half - 1;
        Some(square)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        let (half, high) = self.halves();
        Squares { half, start: 0, high }
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {
        $(
            impl $operator for Bitboard {
                type Output = Self;
                #[inline]
                fn $method(self, other: Self) -> Self {
                    Self($operator::$method(self.0, other.0))
                }
            }

            impl $assign for Bitboard {
                #[inline]
                fn $assign_method(&mut self, other: Self) {
                    self.0.$assign_method(other.0);
                }
            }
        )*
    };
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

/// The complement within the 10x10 grid.
impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// A diagram of the grid from Black's side, file 10 on the left.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_fill_covers_exactly_the_occupied_files() {
        for square in Square::all() {
            let file: Bitboard = Square::all().filter(|s| s.file() == square.file()).collect();
            assert_eq!(Bitboard::from_square(square).file_fill(), file);
        }
        assert_eq!(Bitboard::ALL.file_fill(), Bitboard::ALL);
        assert_eq!(Bitboard::EMPTY.file_fill(), Bitboard::EMPTY);
    }

    #[test]
    fn squares_are_iterated_in_order_of_index() {
        let set: Bitboard =
            [(2, 0), (1, 1), (0, 0)].map(|(f, r)| Square::new(f, r)).into_iter().collect();
        let squares: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
        assert_eq!(squares, ["1a", "2b", "3a"]);
        assert_eq!(set.count(), 3);
        assert!(set.more_than_one() && !Bitboard::from_square(Square::new(9, 9)).more_than_one());
    }
}
