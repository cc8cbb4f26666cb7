//! Lines of the board: gathers a line's occupancy into consecutive bits, and scatters such bits
//! back to the line's squares.
//!
//! There are two implementations with the same interface: the BMI2 instructions `pext` and `pdep`
//! if the build targets a processor with them, multiplications otherwise. Build without BMI2 for
//! AMD processors before Zen 3, on which these instructions are slow.

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
pub(crate) fn squares(
    through: Square,
    (files, ranks): (i8, i8),
    width: u8,
    height: u8,
) -> Vec<Square> {
    let on_board = |square: &Square| square.file() < width && square.rank() < height;
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
            let Bitboard(mask) = squares.iter().copied().collect();
            let (low, high) = (mask as u64, (mask >> 64) as u64);
            Self { low, high, split: low.count_ones() as u8 }
        }

        /// Returns the occupancy of the line's squares as consecutive bits.
        #[inline]
        pub fn gather(&self, board: Bitboard) -> usize {
            let low = extract(board.0 as u64, self.low);
            let high = extract((board.0 >> 64) as u64, self.high);
            (low | high << self.split) as usize
        }

        /// Returns the squares of the line whose bits are set.
        #[inline]
        pub fn scatter(&self, bits: u16) -> Bitboard {
            let low = deposit(bits.into(), self.low);
            let high = deposit(u64::from(bits) >> self.split, self.high);
            Bitboard(u128::from(low) | u128::from(high) << 64)
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
    use crate::bitboard::{Bitboard, shift_left, shift_right};
    use crate::square::Square;

    /// The maximum number of squares of a run. With more, the partial products of a multiplication
    /// could overlap.
    const RUN_LENGTH: usize = 5;

    /// A line as two runs of up to five squares, with a constant step between adjacent squares.
    #[derive(Clone, Copy, Debug, Default)]
    pub(crate) struct Line {
        runs: [Run; 2],
        factors: Factors,
    }

    #[derive(Clone, Copy, Debug, Default)]
    struct Run {
        start: u8,
        /// The run's squares, relative to its start.
        mask: u64,
    }

    #[derive(Clone, Copy, Debug, Default)]
    struct Factors {
        gather: u64,
        /// The index of the lowest gathered bit in the product.
        shift: u8,
        scatter: u64,
    }

    impl Line {
        pub fn new(squares: &[Square]) -> Self {
            let step = match squares {
                [first, second, ..] => second.index() - first.index(),
                _ => 1,
            };
            let run = |squares: &[Square]| {
                let start = squares.first().map_or(0, |square| square.index());
                let mask = squares.iter().fold(0, |mask, s| mask | 1 << (s.index() - start));
                Run { start: start as u8, mask }
            };
            let (near, far) = squares.split_at(squares.len().min(RUN_LENGTH));
            Self { runs: [run(near), run(far)], factors: Factors::new(step) }
        }

        /// Returns the occupancy of the line's squares as consecutive bits.
        #[inline]
        pub fn gather(&self, board: Bitboard) -> usize {
            let part = |run: &Run| {
                let bits = shift_right(board.0, run.start.into()) as u64 & run.mask;
                (bits.wrapping_mul(self.factors.gather) >> self.factors.shift) as usize & 31
            };
            part(&self.runs[0]) | part(&self.runs[1]) << RUN_LENGTH
        }

        /// Returns the squares of the line whose bits are set.
        #[inline]
        pub fn scatter(&self, bits: u16) -> Bitboard {
            let part = |run: &Run, bits: u16| {
                let spread = u64::from(bits & 31).wrapping_mul(self.factors.scatter) & run.mask;
                shift_left(spread.into(), run.start.into())
            };
            Bitboard(part(&self.runs[0], bits) | part(&self.runs[1], bits >> RUN_LENGTH))
        }
    }

    impl Factors {
        /// Square `i` of a run is bit `i * step`. The gather factor's term
        /// `1 << (shift - i * (step - 1))` moves it to bit `shift + i`. The scatter factor's term
        /// `1 << (i * (step - 1))` moves bit `i` back to `i * step`.
        fn new(step: usize) -> Self {
            if step == 1 {
                return Self { gather: 1, shift: 0, scatter: 1 };
            }
            let terms = (0..RUN_LENGTH).map(|i| i * (step - 1));
            let shift = (RUN_LENGTH - 1) * (step - 1);
            Self {
                gather: terms.clone().fold(0, |sum, term| sum | 1 << (shift - term)),
                shift: shift as u8,
                scatter: terms.fold(0, |sum, term| sum | 1 << term),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LINE_STEPS, multiply, squares};
    use crate::bitboard::Bitboard;
    use crate::square::Square;

    /// Tests every line of several boards with every occupancy, with the other squares empty and
    /// full.
    macro_rules! tests_every_occupancy {
        ($name:ident, $line:ty) => {
            #[test]
            fn $name() {
                for (width, height) in [(9, 9), (10, 10), (3, 5)] {
                    let on_board = |s: &Square| s.file() < width && s.rank() < height;
                    for (through, step) in Square::all()
                        .filter(on_board)
                        .flat_map(|square| LINE_STEPS.map(|step| (square, step)))
                    {
                        let squares = squares(through, step, width, height);
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
