//! Efficiently updatable neural networks (NNUE) with one hidden layer, computed in integers.
//!
//! Both sides share the first layer: a side's hidden units are the sum of the weight rows of its active
//! inputs ([`InputMap`]). `NetworkState` updates these sums (*accumulators*) incrementally. The first
//! `threat_width` units also have threat inputs, which are counted afresh in every position. The
//! activation is a squared clipped ReLU. The output is a weighted sum of both sides' units, the side to
//! move first. It is added to the linear evaluation.
//!
//! First-layer weights and biases are in units of 1/255, output weights in units of 1/64. All
//! arithmetic is on integers, so every build computes the same scores.

mod file;
mod inputs;
mod lanes;
mod state;

pub(crate) use file::MAGIC;
pub use file::NetworkError;
pub use inputs::{InputMap, View};
pub(crate) use lanes::ThreatList;
pub(crate) use state::NetworkState;

use lanes::{Lanes, OutputOperands, ThreatLanes, ThreatWeights};
use rules::{Color, Rules};

/// The integer that represents 1.0 in the first layer: in weights, biases and hidden units.
pub const ACTIVE: i32 = 255;
/// The integer that represents 1.0 in output weights.
pub const OUTPUT_ONE: i32 = 64;

/// The integer weights of a network, in the order of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Piece rows, in units of 1/[`ACTIVE`]: by row, then hidden unit.
    pub rows: Vec<i16>,
    /// Threat rows, in the same units: by row, then hidden unit below the threat width. They must fit
    /// an `i8`.
    pub threat_rows: Vec<i16>,
    /// Biases of the hidden units, in the same units.
    pub biases: Vec<i16>,
    /// Output weights, in units of 1/[`OUTPUT_ONE`], by hidden unit: the side to move's before the
    /// opponent's.
    pub output_weights: Vec<i16>,
    /// Output bias, in units of 1/([`ACTIVE`] * [`OUTPUT_ONE`]).
    pub output_bias: i32,
}

/// A network for games with the same board and pieces.
#[derive(Clone, Debug)]
pub struct Network {
    inputs: InputMap,
    width: usize,
    threat_width: usize,
    /// By row, then chunk of hidden units. A row of zeros follows.
    rows: Vec<Lanes>,
    /// By chunk of hidden units below `threat_width`.
    threat_weights: Vec<Box<ThreatWeights>>,
    biases: Vec<Lanes>,
    /// By chunk of hidden units: the side to move's, then the opponent's.
    output_weights: Vec<Lanes>,
    /// In units of 1/([`ACTIVE`] * [`OUTPUT_ONE`]).
    output_bias: i32,
    /// What [`lanes::shifted_output`] leaves out of the output.
    output_shift: i32,
}

impl Network {
    /// Widths are multiples of this, so that loops over hidden units vectorise.
    pub const LANES: usize = lanes::LANES;

    /// Creates a network whose weights are all zero.
    ///
    /// # Panics
    /// If a width is not a multiple of [`LANES`](Self::LANES), or the threat width is larger than the
    /// width.
    pub fn zeroed(inputs: InputMap, width: usize, threat_width: usize) -> Self {
        let is_valid = |width: usize| width.is_multiple_of(Self::LANES);
        assert!(is_valid(width) && is_valid(threat_width) && threat_width <= width);
        let chunks = |numbers: usize| vec![Lanes::ZERO; numbers / Self::LANES];
        let threat_chunks = threat_width / Self::LANES;
        Self {
            rows: chunks((inputs.row_count() + 1) * width),
            threat_weights: (0..threat_chunks).map(|_| lanes::zero_threat_weights()).collect(),
            biases: chunks(width),
            output_weights: chunks(2 * width),
            output_bias: 0,
            output_shift: 0,
            inputs,
            width,
            threat_width,
        }
    }

    /// Replaces the weights.
    ///
    /// # Errors
    /// If the weights are so large that a sum might overflow.
    ///
    /// # Panics
    /// If the numbers of weights do not match the network's sizes.
    pub fn with_weights(mut self, weights: Weights) -> Result<Self, NetworkError> {
        let Weights { rows, threat_rows, biases, output_weights, output_bias } = &weights;
        let found = [rows.len(), threat_rows.len(), biases.len(), output_weights.len()];
        let expected = self.weight_counts();
        assert_eq!(found, expected, "numbers of weights");
        if self.can_overflow(&weights) {
            return Err(NetworkError::Weights);
        }
        let row_chunks = self.zero_row() * self.biases.len();
        self.rows[..row_chunks].copy_from_slice(&Lanes::chunks(rows));
        self.biases = Lanes::chunks(biases);
        self.output_weights = Lanes::chunks(output_weights);
        let own_rows = self.inputs.own_threat_row_count();
        for (chunk, weights) in self.threat_weights.iter_mut().enumerate() {
            for (row, threat) in self.inputs.threats().enumerate() {
                let lanes = |row: usize| {
                    let start = row * self.threat_width + chunk * Self::LANES;
                    ThreatLanes(std::array::from_fn(|lane| threat_rows[start + lane] as i8))
                };
                weights[threat] = [lanes(row), lanes(row + own_rows)];
            }
        }
        self.output_shift = output_weights.iter().map(|weight| i32::from(*weight) << 15).sum();
        self.output_bias = *output_bias;
        Ok(self)
    }

    pub fn weights(&self) -> Weights {
        let own_rows = self.inputs.own_threat_row_count();
        let mut threat_rows = Vec::with_capacity(2 * own_rows * self.threat_width);
        for owner in 0..2 {
            for threat in self.inputs.threats() {
                let lanes = self.threat_weights.iter().map(|weights| weights[threat][owner]);
                threat_rows.extend(lanes.flat_map(|lanes| lanes.0.map(i16::from)));
            }
        }
        Weights {
            rows: Lanes::join(&self.rows[..self.zero_row() * self.biases.len()]),
            threat_rows,
            biases: Lanes::join(&self.biases),
            output_weights: Lanes::join(&self.output_weights),
            output_bias: self.output_bias,
        }
    }

    /// Returns the numbers of piece weights, threat weights, biases and output weights.
    fn weight_counts(&self) -> [usize; 4] {
        let rows = self.inputs.row_count() * self.width;
        let threat_rows = self.inputs.threat_row_count() * self.threat_width;
        [rows, threat_rows, self.width, 2 * self.width]
    }

    pub fn inputs(&self) -> &InputMap {
        &self.inputs
    }

    /// Returns whether the network is for this game, or one with the same board and pieces.
    pub fn fits(&self, rules: &Rules) -> bool {
        self.inputs.hash() == InputMap::hash_of(rules)
    }

    /// Returns the number of hidden units of each side, and how many of them have threat inputs.
    pub fn widths(&self) -> (usize, usize) {
        (self.width, self.threat_width)
    }

    /// Returns the number of the row of zeros.
    #[inline]
    fn zero_row(&self) -> usize {
        self.inputs.row_count()
    }

    /// Returns the output in the evaluation's units, from both sides' accumulators and threats, Black's
    /// first.
    #[inline]
    fn output(&self, side: Color, accumulators: [&[Lanes]; 2], threats: [&ThreatList; 2]) -> i32 {
        let chunks = self.biases.len();
        let (own, other) = self.output_weights.split_at(chunks);
        let output_weights = if side == Color::Black { [own, other] } else { [other, own] };
        let shifted = lanes::shifted_output(&OutputOperands {
            accumulators,
            threats,
            threat_weights: &self.threat_weights,
            output_weights,
        });
        let sum = shifted.wrapping_add(self.output_shift);
        let sum = i64::from(sum / ACTIVE) + i64::from(self.output_bias);
        (sum * i64::from(crate::LOGISTIC_SCALE) / i64::from(ACTIVE * OUTPUT_ONE)) as i32
    }

    /// Returns whether the weights are so large that a sum might overflow in some position.
    ///
    /// Sums of threat rows saturate. The product of a threat weight and its count does not overflow,
    /// because a count is at most the number of squares.
    fn can_overflow(&self, weights: &Weights) -> bool {
        let pieces = self.inputs.piece_count() as i64 + 2;
        let threats = weights.threat_rows.iter().any(|weight| i8::try_from(*weight).is_err());
        let largest = |unit: usize| {
            let weights = weights.rows[unit..].iter().step_by(self.width);
            weights.map(|weight| i64::from(*weight).abs()).max().unwrap_or(0)
        };
        let hidden = (0..self.width).any(|unit| {
            let bias = i64::from(weights.biases[unit]).abs();
            pieces * largest(unit) + bias > i64::from(i16::MAX)
        });
        let sum: i64 = weights.output_weights.iter().map(|weight| i64::from(*weight).abs()).sum();
        let output = sum * i64::from(ACTIVE * ACTIVE) > i64::from(i32::MAX)
            || weights.output_bias.unsigned_abs() > 1 << 24;
        threats || hidden || output
    }
}

#[cfg(test)]
mod tests;
