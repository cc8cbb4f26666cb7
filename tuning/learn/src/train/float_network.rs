//! A network with floating-point weights, and backpropagation through it.
//!
//! It computes in floats what [`eval::network`] computes in integers: for each side the sum of biases
//! and first-layer rows, then a squared clipped ReLU, then a weighted sum of both sides' units. All
//! weights are in one vector, which the optimiser updates as a whole.

use super::samples::Sample;
use eval::LOGISTIC_SCALE;
use eval::network::{ACTIVE, InputMap, Network, NetworkError, OUTPUT_ONE, Weights};
use rand::prelude::*;
use rand::rngs::StdRng;
use std::fmt;
use std::ops::Range;

const LANES: usize = Network::LANES;

/// Largest initial first-layer weight. Larger ones would leave noise in rows that are rarely trained.
const INITIAL_ROW_WEIGHT: f32 = 0.02;
/// Largest initial bias. The smallest is 0, so that most units start out active and have a gradient.
const INITIAL_BIAS: f32 = 0.4;
/// Largest initial output weight. The opponent's units get the negated weights of the side to move's
/// units, so that the initial output is near 0.
const INITIAL_OUTPUT_WEIGHT: f32 = 0.2;

/// Largest weight of a piece row; a unit is fully active at 1. Trained weights stay below about a
/// quarter of this limit.
const MAX_ROW_WEIGHT: f32 = 1.0;
/// Largest weight of a threat row: that of the integer network is an `i8`. With 50 pieces, 16-bit sums hold
/// the largest piece rows, the largest bias and 140 of the largest threats.
const MAX_THREAT_WEIGHT: f32 = i8::MAX as f32 / ACTIVE as f32;
/// Largest bias of a hidden unit.
const MAX_BIAS: f32 = 4.0;
/// Largest output bias, as a logit.
const MAX_OUTPUT_BIAS: f32 = 512.0;
/// Largest sum of the absolute integer output weights that `Network` accepts.
const MAX_OUTPUT_SUM: i32 = i32::MAX / (ACTIVE * ACTIVE);

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Number of hidden units of each side.
    pub width: usize,
    /// Number of these units that have threat inputs.
    pub threat_width: usize,
}

impl Shape {
    pub fn of(network: &Network) -> Self {
        let (width, threat_width) = network.widths();
        Self { width, threat_width }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, threat_width } = self;
        write!(f, "width {width}, threat width {threat_width}")
    }
}

/// A network with floating-point weights.
#[derive(Clone, Debug)]
pub struct FloatNetwork {
    inputs: InputMap,
    shape: Shape,
    ranges: WeightRanges,
    weights: Vec<f32>,
}

/// The range of each layer in the weight vector, in the order of [`Weights`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct WeightRanges {
    rows: Range<usize>,
    threat_rows: Range<usize>,
    biases: Range<usize>,
    output_weights: Range<usize>,
    /// The range of the single output bias.
    output_bias: Range<usize>,
}

impl WeightRanges {
    fn new(inputs: &InputMap, shape: Shape) -> Self {
        let mut end = 0;
        let mut next = |length: usize| {
            let start = end;
            end += length;
            start..end
        };
        Self {
            rows: next(inputs.row_count() * shape.width),
            threat_rows: next(inputs.threat_row_count() * shape.threat_width),
            biases: next(shape.width),
            output_weights: next(2 * shape.width),
            output_bias: next(1),
        }
    }
}

/// A buffer for the hidden units of both sides. [`FloatNetwork::logit`] stores their values before
/// activation; [`FloatNetwork::add_gradient`] replaces these by the derivatives of the loss.
#[derive(Clone, Debug)]
pub struct Units {
    own: Vec<f32>,
    other: Vec<f32>,
}

impl Units {
    pub fn new(shape: Shape) -> Self {
        Self { own: vec![0.0; shape.width], other: vec![0.0; shape.width] }
    }
}

impl FloatNetwork {
    /// Creates a network with small random weights.
    pub fn random(inputs: &InputMap, shape: Shape, seed: u64) -> Self {
        let mut network = Self::zeroed(inputs, shape);
        let mut random = StdRng::seed_from_u64(seed);
        let Self { ranges, weights, .. } = &mut network;
        for (part, range) in [
            (&ranges.rows, -INITIAL_ROW_WEIGHT..=INITIAL_ROW_WEIGHT),
            (&ranges.threat_rows, -INITIAL_ROW_WEIGHT..=INITIAL_ROW_WEIGHT),
            (&ranges.biases, 0.0..=INITIAL_BIAS),
            (&ranges.output_weights, -INITIAL_OUTPUT_WEIGHT..=INITIAL_OUTPUT_WEIGHT),
        ] {
            weights[part.clone()].fill_with(|| random.random_range(range.clone()));
        }
        let (own, other) = weights[ranges.output_weights.clone()].split_at_mut(shape.width);
        other.iter_mut().zip(own).for_each(|(other, own)| *other = -*own);
        network
    }

    fn zeroed(inputs: &InputMap, shape: Shape) -> Self {
        let ranges = WeightRanges::new(inputs, shape);
        let weights = vec![0.0; ranges.output_bias.end];
        Self { inputs: inputs.clone(), shape, ranges, weights }
    }

    /// Sets first-layer rows to zero whose gradient has always been zero, given the running means of the
    /// squared gradients: they occurred in no sample, and random weights would only add noise.
    pub fn clear_untrained_rows(&mut self, squared_gradients: &[f32]) {
        let Shape { width, threat_width } = self.shape;
        for (part, width) in
            [(self.ranges.rows.clone(), width), (self.ranges.threat_rows.clone(), threat_width)]
        {
            // A width of 0 has no rows to clear.
            let rows = self.weights[part.clone()].chunks_exact_mut(width.max(1));
            for (row, squares) in rows.zip(squared_gradients[part].chunks_exact(width.max(1))) {
                if squares.iter().all(|&square| square == 0.0) {
                    row.fill(0.0);
                }
            }
        }
    }

    pub fn from_network(network: &Network) -> Self {
        let mut new = Self::zeroed(network.inputs(), Shape::of(network));
        let Weights { rows, threat_rows, biases, output_weights, output_bias } = network.weights();
        let first_layer = rows.iter().chain(&threat_rows).chain(&biases);
        let scaled = first_layer
            .map(|&weight| f32::from(weight) / ACTIVE as f32)
            .chain(output_weights.iter().map(|&weight| f32::from(weight) / OUTPUT_ONE as f32))
            .chain([output_bias as f32 / (ACTIVE * OUTPUT_ONE) as f32]);
        new.weights.iter_mut().zip(scaled).for_each(|(weight, value)| *weight = value);
        new
    }

    /// Rounds the weights to an integer network.
    ///
    /// # Errors
    /// If the weights are so large that a sum might overflow, which [`clip`](Self::clip) prevents.
    pub fn to_network(&self) -> Result<Network, NetworkError> {
        let Shape { width, threat_width } = self.shape;
        let round = |part: &Range<usize>, unit: i32| {
            let weights = self.weights[part.clone()].iter();
            weights.map(move |weight| (weight * unit as f32).round())
        };
        let first_layer =
            |part: &Range<usize>| round(part, ACTIVE).map(|weight| weight as i16).collect();
        let weights = Weights {
            rows: first_layer(&self.ranges.rows),
            threat_rows: first_layer(&self.ranges.threat_rows),
            biases: first_layer(&self.ranges.biases),
            output_weights: round(&self.ranges.output_weights, OUTPUT_ONE)
                .map(|weight| weight as i16)
                .collect(),
            output_bias: round(&self.ranges.output_bias, ACTIVE * OUTPUT_ONE)
                .map(|bias| bias as i32)
                .sum(),
        };
        Network::zeroed(self.inputs.clone(), width, threat_width).with_weights(weights)
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns all weights, to be changed. Their number must stay the same.
    pub fn weights_mut(&mut self) -> &mut Vec<f32> {
        &mut self.weights
    }

    /// Limits the weights, so that no sum of the integer network can overflow: clips single weights, and
    /// scales output weights whose sum is too large.
    pub fn clip(&mut self) {
        let Self { shape, ranges, weights, .. } = self;
        for (part, limit) in [
            (&ranges.rows, MAX_ROW_WEIGHT),
            (&ranges.threat_rows, MAX_THREAT_WEIGHT),
            (&ranges.biases, MAX_BIAS),
            (&ranges.output_bias, MAX_OUTPUT_BIAS),
        ] {
            let weights = weights[part.clone()].iter_mut();
            weights.for_each(|weight| *weight = weight.clamp(-limit, limit));
        }
        // Rounding adds at most 1/2 to each of the `2 * width` integer weights.
        let max_sum = f64::from(MAX_OUTPUT_SUM - shape.width as i32) / f64::from(OUTPUT_ONE);
        let output_weights = &mut weights[ranges.output_weights.clone()];
        let sum: f64 = output_weights.iter().map(|&weight| f64::from(weight).abs()).sum();
        if sum > max_sum {
            let scale = (max_sum / sum) as f32;
            output_weights.iter_mut().for_each(|weight| *weight *= scale);
        }
    }

    /// Returns the evaluation of a position as a logit: the linear evaluation and the network's output.
    /// Stores the hidden units before activation in `units`.
    pub fn logit<'a>(&self, sample: &Sample<'a>, units: &mut Units) -> f32 {
        let Shape { width, threat_width } = self.shape;
        let rows = &self.weights[self.ranges.rows.clone()];
        let threat_rows = &self.weights[self.ranges.threat_rows.clone()];
        let biases = &self.weights[self.ranges.biases.clone()];
        units.own.copy_from_slice(biases);
        units.other.copy_from_slice(biases);
        let once = |rows: &'a [u16]| rows.iter().map(|&row| (usize::from(row), 1.0));
        add_rows(rows, width, once(sample.own_rows), &mut units.own);
        add_rows(rows, width, once(sample.other_rows), &mut units.other);
        if threat_width > 0 {
            let counts = sample.threat_counts.iter().map(|&count| f32::from(count));
            let own = sample.threats.iter().map(|&row| usize::from(row)).zip(counts);
            let other =
                own.clone().map(|(row, count)| (self.inputs.opponent_threat_row(row), count));
            add_rows(threat_rows, threat_width, own, &mut units.own[..threat_width]);
            add_rows(threat_rows, threat_width, other, &mut units.other[..threat_width]);
        }
        let weights = &self.weights[self.ranges.output_weights.clone()];
        let (own_weights, other_weights) = weights.split_at(width);
        let output =
            activated_dot(&units.own, own_weights) + activated_dot(&units.other, other_weights);
        let output = output + self.weights[self.ranges.output_bias.start];
        sample.linear_logit() + output
    }

    /// Backpropagates a sample: adds its gradient to `gradient`. `slope` is the derivative of the loss
    /// with respect to the logit. `units` must be as [`logit`](Self::logit) left them for this sample,
    /// and are overwritten with their derivatives.
    pub fn add_gradient(
        &self,
        sample: &Sample<'_>,
        slope: f32,
        units: &mut Units,
        gradient: &mut [f32],
    ) {
        let Shape { width, threat_width } = self.shape;
        gradient[self.ranges.output_bias.start] += slope;
        let output = self.ranges.output_weights.start;
        for (index, units) in [&mut units.own, &mut units.other].into_iter().enumerate() {
            let range = output + index * width..output + (index + 1) * width;
            backpropagate_output(slope, &self.weights[range.clone()], units, &mut gradient[range]);
            add(&mut gradient[self.ranges.biases.clone()], units);
        }
        let rows = &mut gradient[self.ranges.rows.clone()];
        for (indices, slopes) in [(sample.own_rows, &units.own), (sample.other_rows, &units.other)]
        {
            for &row in indices {
                add(&mut rows[usize::from(row) * width..][..width], slopes);
            }
        }
        if threat_width > 0 {
            let rows = &mut gradient[self.ranges.threat_rows.clone()];
            let (own, other) = (&units.own[..threat_width], &units.other[..threat_width]);
            for (&row, &count) in sample.threats.iter().zip(sample.threat_counts) {
                let (row, count) = (usize::from(row), f32::from(count));
                let opponent_row = self.inputs.opponent_threat_row(row);
                add_times(&mut rows[row * threat_width..][..threat_width], own, count);
                add_times(&mut rows[opponent_row * threat_width..][..threat_width], other, count);
            }
        }
    }
}

/// Converts a logit to the evaluation's units.
pub fn logit_to_units(logit: f32) -> f32 {
    logit * LOGISTIC_SCALE as f32
}

/// Adds rows to sums, each multiplied by its count: one block of sums at a time, which stays in registers.
#[inline]
fn add_rows(
    weights: &[f32],
    width: usize,
    rows: impl Iterator<Item = (usize, f32)> + Clone,
    sums: &mut [f32],
) {
    for (block, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut total = *sums;
        for (row, count) in rows.clone() {
            let row = &weights[row * width + block * LANES..][..LANES];
            total.iter_mut().zip(row).for_each(|(sum, weight)| *sum += count * weight);
        }
        *sums = total;
    }
}

/// Applies the squared clipped ReLU to hidden units and returns their dot product with output weights.
#[inline]
fn activated_dot(units: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0; LANES];
    let blocks = units.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0);
    for (units, weights) in blocks {
        for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
            let active = unit.clamp(0.0, 1.0);
            *sum += active * active * weight;
        }
    }
    sums.iter().sum()
}

/// Adds the derivatives of the output weights to `gradient`, and replaces the units by their
/// derivatives.
#[inline]
fn backpropagate_output(slope: f32, weights: &[f32], units: &mut [f32], gradient: &mut [f32]) {
    for ((unit, weight), gradient) in units.iter_mut().zip(weights).zip(gradient) {
        let active = unit.clamp(0.0, 1.0);
        *gradient += slope * active * active;
        *unit = if *unit < 1.0 { 2.0 * slope * weight * active } else { 0.0 };
    }
}

#[inline]
fn add(sums: &mut [f32], terms: &[f32]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

#[inline]
fn add_times(sums: &mut [f32], terms: &[f32], times: f32) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += times * term);
}
