//! Arithmetic on hidden units, in chunks of a fixed size that compile to vector instructions.
//!
//! The functions are plain loops over integers, which the compiler vectorises. If the build does not
//! require AVX2, they are compiled a second time for it, and that version runs if the processor has it.
//! The results are the same.

use super::ACTIVE;
use crate::layout::THREAT_TABLE_SIZE;
use arrayvec::ArrayVec;

/// The number of hidden units in a chunk. Widths are multiples of it.
pub const LANES: usize = 32;

/// A chunk of hidden units or of their weights, in one or more vector registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Lanes(pub [i16; LANES]);

/// The threat weights of a chunk of hidden units. They are bytes because every evaluation reads many of
/// them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct ThreatLanes(pub [i8; LANES]);

impl Lanes {
    pub const ZERO: Self = Self([0; LANES]);

    /// Splits numbers into chunks. Their number must be a multiple of [`LANES`].
    pub fn chunks(numbers: &[i16]) -> Vec<Self> {
        let (chunks, rest) = numbers.as_chunks();
        assert!(rest.is_empty(), "{} numbers are not whole chunks", numbers.len());
        chunks.iter().map(|chunk| Self(*chunk)).collect()
    }

    /// Joins chunks: the inverse of [`chunks`](Self::chunks).
    pub fn join(chunks: &[Self]) -> Vec<i16> {
        chunks.iter().flat_map(|chunk| chunk.0).collect()
    }

    #[inline(always)]
    fn combine(&mut self, other: &Self, operation: impl Fn(i16, i16) -> i16) {
        for (number, &other) in self.0.iter_mut().zip(&other.0) {
            *number = operation(*number, other);
        }
    }

    /// Adds threat rows in order, with saturation.
    #[inline(always)]
    fn add_threats<const ROWS: usize>(&mut self, rows: [ThreatLanes; ROWS]) {
        for (lane, sum) in self.0.iter_mut().enumerate() {
            let weights = rows.iter().map(|row| i16::from(row.0[lane]));
            *sum = weights.fold(*sum, i16::saturating_add);
        }
    }

    /// Adds a threat row `count` times, with saturation.
    #[inline(always)]
    fn add_threat(&mut self, row: &ThreatLanes, count: i16) {
        for (sum, &weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.saturating_add(i16::from(weight).wrapping_mul(count));
        }
    }

    /// Returns the dot product of the activated units with weights, less 2^15 times the sum of the
    /// weights.
    ///
    /// The square of a unit is at most 255 * 255, which fits a `u16`. Less 2^15 it fits an `i16`, and
    /// vector instructions multiply and add pairs of these.
    #[inline(always)]
    fn shifted_dot(&self, weights: &Self) -> i32 {
        let product = |(&unit, &weight): (&i16, &i16)| {
            let active = unit.clamp(0, ACTIVE as i16);
            i32::from(active.wrapping_mul(active) ^ i16::MIN) * i32::from(weight)
        };
        self.0.iter().zip(&weights.0).map(product).fold(0, i32::wrapping_add)
    }
}

/// The number of threat rows that are added in one pass over the units.
const ROWS_AT_ONCE: usize = 4;

/// More than the number of threats of a side. On 100 squares these are at most 50 * 50 attacks on
/// pieces and a few for each piece and each kind in hand.
const MAX_THREATS: usize = 4096;

/// A side's threats, in the order in which their rows of [`ThreatWeights`] are added.
#[derive(Clone, Debug)]
pub struct ThreatList {
    /// Threats that count once.
    rows: Box<[u16; MAX_THREATS]>,
    len: usize,
    /// Threats that count several times, with their counts.
    multiples: ArrayVec<(u16, i16), 8>,
}

impl ThreatList {
    pub fn new() -> Self {
        Self { rows: Box::new([0; MAX_THREATS]), len: 0, multiples: ArrayVec::new() }
    }

    pub fn clear(&mut self) {
        self.len = 0;
        self.multiples.clear();
    }

    #[inline]
    pub fn push(&mut self, row: u16, count: i32) {
        match count {
            0 => {}
            1 => {
                // The remainder is the number itself, which the compiler does not know.
                self.rows[self.len % MAX_THREATS] = row;
                self.len += 1;
            }
            _ => self.multiples.push((row, count as i16)),
        }
    }

    /// Completes the last group of rows with the row of zeros.
    #[inline]
    pub fn fill_up(&mut self) {
        let len = self.len.next_multiple_of(ROWS_AT_ONCE);
        self.rows[self.len..len].fill(ZERO_ROW);
        self.len = len;
    }
}

/// The weights of threat inputs for one chunk of hidden units: the chunk of the side whose threat it is and that of
/// the other side. There is a row for each parameter of [`THREATS`](crate::layout::THREATS), so that threats need not
/// be numbered anew in every position. Rows of threats that the game does not have are zero, and so is the last.
pub type ThreatWeights = [[ThreatLanes; 2]; THREAT_TABLE_SIZE];

const ZERO_ROW: u16 = (THREAT_TABLE_SIZE - 1) as u16;

pub fn zero_threat_weights() -> Box<ThreatWeights> {
    // From a vector, because the array may be too large for the stack.
    let rows = vec![[ThreatLanes([0; LANES]); 2]; THREAT_TABLE_SIZE];
    rows.into_boxed_slice().try_into().expect("the vector has as many rows")
}

/// Returns the weights of a row. The remainder is the number itself, which the compiler does not know.
#[inline(always)]
fn threat_row(weights: &ThreatWeights, row: u16) -> &[ThreatLanes; 2] {
    &weights[usize::from(row) % THREAT_TABLE_SIZE]
}

/// The operands of [`shifted_output`]. The sides are in the order in which their threats are added.
#[derive(Clone, Copy, Debug)]
pub struct OutputOperands<'a> {
    /// Each side's hidden units without threats.
    pub accumulators: [&'a [Lanes]; 2],
    /// Each side's threats.
    pub threats: [&'a ThreatList; 2],
    /// The threat weights of the first chunks of hidden units.
    pub threat_weights: &'a [Box<ThreatWeights>],
    /// The output weights of each side's hidden units.
    pub output_weights: [&'a [Lanes]; 2],
}

#[inline(always)]
fn add_rows_generic<const ADDED: usize, const REMOVED: usize>(
    from: &[Lanes],
    added: [&[Lanes]; ADDED],
    removed: [&[Lanes]; REMOVED],
    to: &mut [Lanes],
) {
    let (added, removed) = (added.map(|row| &row[..to.len()]), removed.map(|row| &row[..to.len()]));
    let from = &from[..to.len()];
    for index in 0..to.len() {
        let mut sum = from[index];
        added.iter().for_each(|row| sum.combine(&row[index], i16::wrapping_add));
        removed.iter().for_each(|row| sum.combine(&row[index], i16::wrapping_sub));
        to[index] = sum;
    }
}

#[inline(always)]
fn change_rows_generic(sums: &mut [Lanes], weights: &[Lanes], [added, removed]: [&[usize]; 2]) {
    let width = sums.len();
    for (index, sums) in sums.iter_mut().enumerate() {
        let mut sum = *sums;
        let row = |row: usize| &weights[row * width + index];
        added.iter().for_each(|&number| sum.combine(row(number), i16::wrapping_add));
        removed.iter().for_each(|&number| sum.combine(row(number), i16::wrapping_sub));
        *sums = sum;
    }
}

#[inline(always)]
fn shifted_output_generic(operands: &OutputOperands<'_>) -> i32 {
    let OutputOperands { threats, threat_weights, .. } = *operands;
    let [first, second] = operands.accumulators;
    let [first_weights, second_weights] = operands.output_weights;
    let mut threat_weights = threat_weights.iter();
    let units = first.iter().zip(second).zip(first_weights.iter().zip(second_weights));
    let mut sum = 0_i32;
    for ((first, second), (first_weights, second_weights)) in units {
        let (mut first, mut second) = (*first, *second);
        if let Some(weights) = threat_weights.next() {
            add_threats(weights, threats[0], &mut first, &mut second);
            add_threats(weights, threats[1], &mut second, &mut first);
        }
        sum = sum.wrapping_add(first.shifted_dot(first_weights));
        sum = sum.wrapping_add(second.shifted_dot(second_weights));
    }
    sum
}

/// Adds the weights of a side's threats to a chunk of its own units and of the other side's. Sums
/// saturate, because those of many threats can overflow.
///
/// Adds several rows in one pass, because the compiler writes the sums to memory after each. Copies the
/// rows, because the compiler would test references for overlaps with the sums.
#[inline(always)]
fn add_threats(weights: &ThreatWeights, threats: &ThreatList, own: &mut Lanes, other: &mut Lanes) {
    let (groups, rest) = threats.rows[..threats.len].as_chunks::<ROWS_AT_ONCE>();
    debug_assert!(rest.is_empty(), "a list that is not filled up");
    for group in groups {
        own.add_threats(group.map(|row| threat_row(weights, row)[0]));
        other.add_threats(group.map(|row| threat_row(weights, row)[1]));
    }
    for &(row, count) in &threats.multiples {
        let [own_row, other_row] = threat_row(weights, row);
        own.add_threat(own_row, count);
        other.add_threat(other_row, count);
    }
}

/// Defines a function that calls a generic one, or a version of it compiled for AVX2.
macro_rules! dispatch {
    (
        $(#[$attribute:meta])*
        fn $name:ident $(<$(const $parameter:ident: usize),*>)?
        ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? => $generic:ident
    ) => {
        $(#[$attribute])*
        #[inline]
        pub fn $name $(<$(const $parameter: usize),*>)? ($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2 $(<$(const $parameter: usize),*>)? ($($argument: $type),*) $(-> $result)? {
                    $generic($($argument),*)
                }
                if is_x86_feature_detected!("avx2") {
                    #[expect(unsafe_code, reason = "twice as fast in builds that do not require AVX2")]
                    // SAFETY: the processor has AVX2.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $generic($($argument),*)
        }
    };
}

dispatch! {
    /// Adds and subtracts rows of weights. Sums wrap on the way; their results do not overflow.
    fn add_rows<const ADDED: usize, const REMOVED: usize>(
        from: &[Lanes],
        added: [&[Lanes]; ADDED],
        removed: [&[Lanes]; REMOVED],
        to: &mut [Lanes],
    ) => add_rows_generic
}

dispatch! {
    /// Adds and subtracts rows of weights, given by their numbers. A row is as long as `sums`.
    fn change_rows(sums: &mut [Lanes], weights: &[Lanes], added_and_removed: [&[usize]; 2])
        => change_rows_generic
}

dispatch! {
    /// Adds threats to the accumulators and returns the dot product of the activated units of both
    /// sides with the output weights, less 2^15 times the sum of these weights.
    fn shifted_output(operands: &OutputOperands<'_>) -> i32 => shifted_output_generic
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::SplitMix64;

    /// Returns chunks of weights up to about 127 and, rarely, of any size.
    fn random_lanes(random: &mut SplitMix64, count: usize) -> Vec<Lanes> {
        let mut weight = || {
            let bits = random.next_u64();
            if bits.is_multiple_of(50) {
                (bits >> 48) as i16
            } else {
                i16::from((bits >> 56) as i8)
            }
        };
        (0..count).map(|_| Lanes(std::array::from_fn(|_| weight()))).collect()
    }

    #[test]
    fn versions_for_other_processors_give_the_same_results() {
        let mut random = SplitMix64::new(1);
        let (width, rows) = (3, 40);
        for _ in 0..200 {
            let weights = random_lanes(&mut random, rows * width);
            let row = |number: usize| &weights[number * width..][..width];
            let from = random_lanes(&mut random, width);
            let mut sums = [(); 2].map(|()| from.clone());
            add_rows(&from, [row(1), row(2)], [row(3), row(4)], &mut sums[0]);
            add_rows_generic(&from, [row(1), row(2)], [row(3), row(4)], &mut sums[1]);
            assert_eq!(sums[0], sums[1]);
            let numbers: Vec<_> =
                (0..rows).filter(|_| random.next_u64().is_multiple_of(2)).collect();
            let changes = numbers.split_at(numbers.len() / 2).into();
            change_rows(&mut sums[0], &weights, changes);
            change_rows_generic(&mut sums[1], &weights, changes);
            assert_eq!(sums[0], sums[1]);

            let mut threat_lanes =
                || ThreatLanes(std::array::from_fn(|_| (random.next_u64() >> 56) as i8));
            let mut chunk = || {
                let mut weights = zero_threat_weights();
                weights[..rows].fill_with(|| [threat_lanes(), threat_lanes()]);
                weights
            };
            let threat_weights = [chunk(), chunk()];
            let threats = [(); 2].map(|()| {
                let mut list = ThreatList::new();
                (0..rows as u16).for_each(|row| {
                    let several = row % 10 == 0;
                    let count = random.next_u64() % if several { 5 } else { 2 };
                    list.push(row, count as i32);
                });
                list.fill_up();
                list
            });
            let operands = OutputOperands {
                accumulators: [&from, &sums[0]],
                threats: threats.each_ref(),
                threat_weights: &threat_weights,
                output_weights: [row(5), row(6)],
            };
            assert_eq!(shifted_output(&operands), shifted_output_generic(&operands));
        }
    }

    #[test]
    fn shifted_dot_products_are_exact() {
        let mut random = SplitMix64::new(2);
        for _ in 0..1_000 {
            let [units, weights] = random_lanes(&mut random, 2).try_into().unwrap();
            let products = units.0.iter().zip(&weights.0).map(|(&unit, &weight)| {
                let active = i64::from(unit.clamp(0, 255));
                (active * active - (1 << 15)) * i64::from(weight)
            });
            assert_eq!(units.shifted_dot(&weights), products.sum::<i64>() as i32);
        }
    }
}
