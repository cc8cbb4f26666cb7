//! Lines of the board: gathers a line's occupancy into consecutive bits, and scatters such bits
//! back to the line's squares.
//!
//! There are two implementations with the same interface: the BMI2 instructions `pext` and `pdep`
//! if the build targets a processor with them, multiplications otherwise. Build without BMI2 for
//! AMD processors before Zen 3, on which these instructions are slow.

use crate::bitboard::Bitboard;
use crate::square::{MAX_BOARD_SIZE, Square};

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub(crate) use bmi2::Line;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub(crate) use multiply::Line;

/// The maximum number of squares on a line.
pub(crate) const MAX_LINE_LENGTH: usize = MAX_BOARD_SIZE as usize;

/// The four lines through a square, as files and ranks per step. Every step raises the square
/// index.
pub(crate) const LINE_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Returns the squares of the line through a square of a board, in order of index.
pub(crate) fn squares(through: Square, (files, ranks): (i8, i8), board: Bitboard) -> Vec<Square> {
    let on_board = |square: &Square| board.contains(*square);
    let next = |square: &Square| square.offset(files, ranks).filter(on_board);
    let back = |square: &Square| square.offset(-files, -ranks).filter(on_board);
    let start = std::iter::successors(Some(through), back).last();
    std::iter::successors(start, next).collect()
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod bmi2 {
    use crate::bitboard::Bitboard;
    use crate::square::Square;
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    /// A line's squares as masks of the two halves of a bitboard.
    #[derive(Clone, Copy, Debug, Default)]
    pub(crate) struct Line {
        low: u64,
        high: u64,
        /// The number of the line's squares in the low half.
        split: u8,
    }

    impl Line {
        pub fn new(squares: &[Square]) -> Self {
            let (low, high) = squares.iter().copied().collect::<Bitboard>().halves();
            Self { low, high, split: low.count_ones() as u8 }
        }

        /// Returns the occupancy of the line's squares as consecutive bits.
        #[inline]
        pub fn gather(&self, board: Bitboard) -> usize {
            let (low, high) = board.halves();
            (extract(low, self.low) | extract(high, self.high) << self.split) as usize
        }

        /// Returns the squares of the line whose bits are set.
        #[inline]
        pub fn scatter(&self, bits: u16) -> Bitboard {
            let low = deposit(bits.into(), self.low);
            let high = deposit(u64::from(bits) >> self.split, self.high);
            Bitboard::from_halves(low, high)
        }
    }

    #[inline]
    #[expect(unsafe_code, reason = "twice as fast as the multiplications")]
    fn extract(from: u64, mask: u64) -> u64 {
        // SAFETY: this module is only compiled if the whole build requires BMI2.
        unsafe { _pext_u64(from, mask) }
    }

    #[inline]
    #[expect(unsafe_code, reason = "twice as fast as the multiplications")]
    fn deposit(bits: u64, mask: u64) -> u64 {
        // SAFETY: this module is only compiled if the whole build requires BMI2.
        unsafe { _pdep_u64(bits, mask) }
    }
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
mod multiply {
    use crate::bitboard::Bitboard;
    use crate::square::Square;

    /// A line's squares in the two halves of a bitboard. Within a half they are a constant step apart,
    /// so one multiplication brings their bits together, and another spreads them again.
    #[derive(Clone, Copy, Debug, Default)]
    pub(crate) struct Line {
        low: Half,
        high: Half,
        /// The number of the line's squares in the low half.
        split: u8,
        /// The index of the lowest gathered bit in the product.
        shift: u8,
        gather: u64,
        /// As many bits as a half can have squares of a line with this step.
        bits: u16,
    }

    #[derive(Clone, Copy, Debug, Default)]
    struct Half {
        mask: u64,
        /// The lowest bit of the mask.
        start: u8,
        scatter: u64,
    }

    impl Line {
        pub fn new(squares: &[Square]) -> Self {
            let step = match squares {
                [first, second, ..] => second.index() - first.index(),
                _ => 1,
            };
            let (low, high) = squares.iter().copied().collect::<Bitboard>().halves();
            // Square `i` of a half is bit `start + i * step`. To gather, a term `1 << (shift - i * (step - 1))`
            // moves it from `i * step` to `shift + i`; the products of other squares with this term are
            // below `shift` or above bit 63. To scatter, the term `1 << (i * (step - 1))` moves bit `i`
            // back to `i * step`. No two products are equal, so nothing is carried.
            let count = if step == 1 { squares.len() } else { 63 / step + 1 };
            let terms = (0..if step == 1 { 1 } else { count }).map(|i| i * (step - 1));
            let shift = if step == 1 { 0 } else { (64 - step).max((count - 1) * (step - 1)) };
            let scatter = terms.clone().fold(0, |sum, term| sum | 1 << term);
            let half = |mask: u64| {
                let start = mask.trailing_zeros() % 64;
                Half { mask, start: start as u8, scatter: scatter << start }
            };
            Self {
                low: half(low),
                high: half(high),
                split: low.count_ones() as u8,
                shift: shift as u8,
                gather: terms.fold(0, |sum, term| sum | 1 << (shift - term)),
                bits: (1 << count) - 1,
            }
        }

        /// Returns the occupancy of the line's squares as consecutive bits.
        #[inline]
        pub fn gather(&self, board: Bitboard) -> usize {
            let part = |half: &Half, bits: u64| {
                ((bits & half.mask) >> half.start).wrapping_mul(self.gather) >> self.shift
            };
            let (low, high) = board.halves();
            (part(&self.low, low) | part(&self.high, high) << self.split) as usize
        }

        /// Returns the squares of the line whose bits are set.
        #[inline]
        pub fn scatter(&self, bits: u16) -> Bitboard {
            let part = |half: &Half, bits: u16| {
                u64::from(bits & self.bits).wrapping_mul(half.scatter) & half.mask
            };
            Bitboard::from_halves(part(&self.low, bits), part(&self.high, bits >> self.split))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LINE_STEPS, multiply, squares};
    use crate::bitboard::Bitboard;

    /// Tests every line of several boards with every occupancy, with the other squares empty and
    /// full.
    macro_rules! tests_every_occupancy {
        ($name:ident, $line:ty) => {
            #[test]
            fn $name() {
                for (width, height) in [(9, 9), (10, 10), (3, 5)] {
                    let board = Bitboard::rectangle(width, height);
                    for (through, step) in
                        board.into_iter().flat_map(|square| LINE_STEPS.map(|step| (square, step)))
                    {
                        let squares = squares(through, step, board);
                        let whole: Bitboard = squares.iter().copied().collect();
                        let line = <$line>::new(&squares);
                        for bits in 0..1u16 << squares.len() {
                            let chosen =
                                squares.iter().enumerate().filter(|(i, _)| bits >> i & 1 != 0);
                            let spread: Bitboard = chosen.map(|(_, &square)| square).collect();
                            assert_eq!(line.scatter(bits), spread);
                            assert_eq!(line.gather(spread), bits.into());
                            assert_eq!(line.gather(spread | !whole), bits.into());
                        }
                        assert_eq!(
                            line.scatter(u16::MAX),
                            whole,
                            "bits beyond the line are ignored"
                        );
                    }
                }
            }
        };
    }

    tests_every_occupancy!(multiply_handles_every_occupancy, multiply::Line);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    tests_every_occupancy!(bmi2_handles_every_occupancy, super::bmi2::Line);
}
