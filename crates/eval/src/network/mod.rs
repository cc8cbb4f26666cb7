//! Efficiently updatable neural networks (NNUE) with one hidden layer, computed in integers.
//!
//! Both sides share the first layer: a side's hidden units are the sum of the weight rows of its active
//! inputs ([`InputMap`]). [`NetworkState`] updates these sums (*accumulators*) incrementally. The first
//! `threat_width` units also have threat inputs, which are counted afresh in every position. The
//! activation is a squared clipped ReLU. The output is a weighted sum of both sides' units, the side to
//! move first, with separate weights for each bucket of pieces in hand. It is added to the linear
//! evaluation or replaces it.
//!
//! First-layer weights and biases are in units of 1/255, output weights in units of 1/64. All
//! arithmetic is on integers, so every build computes the same scores.

mod file;
mod inputs;
mod state;

pub use file::NetworkError;
pub use inputs::{InputMap, View};
pub use state::NetworkState;

use rules::Rules;

/// The integer that represents 1.0 in the first layer: in weights, biases and hidden units.
pub const ACTIVE: i32 = 255;
/// The integer that represents 1.0 in output weights.
pub const OUTPUT_ONE: i32 = 64;

/// The integer weights of a network, in the order of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// Piece rows, in units of 1/[`ACTIVE`]: by row, then hidden unit.
    pub rows: Vec<i16>,
    /// Threat rows, in the same units: by row, then hidden unit below the threat width.
    pub threat_rows: Vec<i16>,
    /// Biases of the hidden units, in the same units.
    pub biases: Vec<i16>,
    /// Output weights, in units of 1/[`OUTPUT_ONE`]: by bucket, then hidden unit, the side to move's
    /// before the opponent's.
    pub output_weights: Vec<i16>,
    /// Output biases by bucket, in units of 1/([`ACTIVE`] * [`OUTPUT_ONE`]).
    pub output_biases: Vec<i32>,
}

/// A network for games with the same board and pieces.
#[derive(Clone, Debug)]
pub struct Network {
    inputs: InputMap,
    /// Whether the output is added to the linear evaluation.
    adds_to_linear: bool,
    width: usize,
    threat_width: usize,
    /// By row, then hidden unit.
    rows: Vec<i16>,
    /// By threat row, then hidden unit below `threat_width`.
    threat_rows: Vec<i16>,
    biases: Vec<i16>,
    /// By bucket, then hidden unit: the side to move's, then the opponent's.
    output_weights: Vec<i16>,
    /// In units of 1/(255 * 64), by bucket.
    output_biases: Vec<i32>,
}

impl Network {
    /// Widths are multiples of this, so that loops over hidden units vectorise.
    pub const LANES: usize = 32;

    /// Creates a network whose weights are all zero.
    ///
    /// # Panics
    /// If a width is not a multiple of [`LANES`](Self::LANES).
    pub fn zeroed(
        inputs: InputMap,
        adds_to_linear: bool,
        width: usize,
        threat_width: usize,
        buckets: usize,
    ) -> Self {
        assert!(width.is_multiple_of(Self::LANES) && threat_width.is_multiple_of(Self::LANES));
        Self {
            rows: vec![0; inputs.row_count() * width],
            threat_rows: vec![0; inputs.threat_row_count() * threat_width],
            biases: vec![0; width],
            output_weights: vec![0; buckets * 2 * width],
            output_biases: vec![0; buckets],
            inputs,
            adds_to_linear,
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
        let lengths = |weights: &Weights| {
            let Weights { rows, threat_rows, biases, output_weights, output_biases } = weights;
            let first_layer = [rows.len(), threat_rows.len(), biases.len()];
            (first_layer, output_weights.len(), output_biases.len())
        };
        assert_eq!(lengths(&weights), lengths(&self.weights()), "numbers of weights");
        Weights {
            rows: self.rows,
            threat_rows: self.threat_rows,
            biases: self.biases,
            output_weights: self.output_weights,
            output_biases: self.output_biases,
        } = weights;
        if self.can_overflow() { Err(NetworkError::Weights) } else { Ok(self) }
    }

    /// Returns a copy of the weights.
    pub fn weights(&self) -> Weights {
        Weights {
            rows: self.rows.clone(),
            threat_rows: self.threat_rows.clone(),
            biases: self.biases.clone(),
            output_weights: self.output_weights.clone(),
            output_biases: self.output_biases.clone(),
        }
    }

    /// Returns the numbering of the network's inputs.
    pub fn inputs(&self) -> &InputMap {
        &self.inputs
    }

    /// Returns whether the network is for this game, or one with the same board and pieces.
    pub fn fits(&self, rules: &Rules) -> bool {
        self.inputs.hash() == InputMap::hash_of(rules)
    }

    /// Returns whether the output is added to the linear evaluation.
    pub fn adds_to_linear(&self) -> bool {
        self.adds_to_linear
    }

    /// Returns the number of hidden units of each side, and how many of them have threat inputs.
    pub fn widths(&self) -> (usize, usize) {
        (self.width, self.threat_width)
    }

    /// Returns the number of output buckets.
    pub fn buckets(&self) -> usize {
        self.output_biases.len()
    }

    #[inline]
    fn row(&self, row: usize) -> &[i16] {
        &self.rows[row * self.width..][..self.width]
    }

    #[inline]
    fn threat_row(&self, row: usize) -> &[i16] {
        &self.threat_rows[row * self.threat_width..][..self.threat_width]
    }

    /// Returns the output in the evaluation's units, from the hidden units (before activation) of the
    /// side to move and of the opponent.
    #[inline]
    fn output(&self, bucket: usize, own: &[i16], other: &[i16]) -> i32 {
        let weights = &self.output_weights[bucket * 2 * self.width..][..2 * self.width];
        let (own_weights, other_weights) = weights.split_at(self.width);
        let sum = activated_dot(own, own_weights) + activated_dot(other, other_weights);
        let sum = i64::from(sum / ACTIVE) + i64::from(self.output_biases[bucket]);
        (sum * i64::from(crate::LOGISTIC_SCALE) / i64::from(ACTIVE * OUTPUT_ONE)) as i32
    }

    /// Returns whether the weights are so large that a sum might overflow in some position.
    ///
    /// Sums of threat rows are not limited, because they saturate. A product of a threat weight and a
    /// count is: counts are at most the number of pieces.
    fn can_overflow(&self) -> bool {
        let pieces = self.inputs.piece_count() as i64 + 2;
        let threats = self
            .threat_rows
            .iter()
            .any(|weight| pieces * i64::from(*weight).abs() > i64::from(i16::MAX));
        let largest = |unit: usize| {
            let weights = self.rows[unit..].iter().step_by(self.width);
            weights.map(|weight| i64::from(*weight).abs()).max().unwrap_or(0)
        };
        let hidden = (0..self.width).any(|unit| {
            pieces * largest(unit) + i64::from(self.biases[unit]).abs() > i64::from(i16::MAX)
        });
        let output = self.output_weights.chunks(2 * self.width).zip(&self.output_biases).any(
            |(weights, bias)| {
                let sum: i64 = weights.iter().map(|weight| i64::from(*weight).abs()).sum();
                sum * i64::from(ACTIVE * ACTIVE) > i64::from(i32::MAX)
                    || bias.unsigned_abs() > 1 << 24
            },
        );
        threats || hidden || output
    }
}

/// Applies the activation to hidden units and returns their dot product with output weights, in units
/// of 1/(255 * 255 * 64).
#[inline]
fn activated_dot(units: &[i16], weights: &[i16]) -> i32 {
    let term = |(&unit, &weight): (&i16, &i16)| {
        let unit = i32::from(unit).clamp(0, ACTIVE);
        unit * unit * i32::from(weight)
    };
    units.iter().zip(weights).map(term).sum()
}

#[cfg(test)]
mod tests;
