//! A network with floating-point weights, and the gradient of its output.
//!
//! It computes what [`eval::network`] computes in integers: two sums of first-layer rows and biases,
//! one for each side's view; a squared clipped ReLU; and a weighted sum of both sides' units. All
//! weights are in one vector, so that the optimiser does not have to know their meaning.

use crate::samples::{Sample, Samples};
use eval::LOGISTIC_SCALE;
use eval::network::{ACTIVE, InputMap, Network, NetworkError, OUTPUT_ONE, Weights};
use rand::prelude::*;
use rand::rngs::StdRng;
use std::fmt;
use std::ops::Range;

const LANES: usize = Network::LANES;

/// First-layer weights start within this distance of 0. Larger ones would leave noise in rare rows.
const FIRST_ROW_WEIGHT: f32 = 0.02;
/// Biases start between 0 and this, so that every unit is active and learns.
const FIRST_BIAS: f32 = 0.4;
/// The output weights of the side to move's units start within this distance of 0. Those of the
/// opponent's units start with the opposite values, so that both sides' units cancel out at first.
const FIRST_OUTPUT_WEIGHT: f32 = 0.2;

/// Largest weight of an accumulated row, in units of a fully active unit. Trained weights are about a
/// quarter of that at most.
const MAX_ROW_WEIGHT: f32 = 1.0;
/// Largest weight of a threat row, likewise. A position with 50 pieces has room in 16 bits for the
/// largest rows, the largest bias and 140 of the largest threats.
const MAX_THREAT_WEIGHT: f32 = 0.5;
/// Largest bias of a hidden unit, likewise.
const MAX_BIAS: f32 = 4.0;
/// Largest output bias, in logarithms of the odds.
const MAX_OUTPUT_BIAS: f32 = 512.0;
/// Largest sum of a bucket's output weights that `Network` accepts.
const MAX_OUTPUT_SUM: i32 = i32::MAX / (ACTIVE * ACTIVE);

/// The sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Whether the output is added to the linear evaluation.
    pub adds_to_linear: bool,
    /// Number of hidden units of each side.
    pub width: usize,
    /// How many of them see threats.
    pub threat_width: usize,
    /// Number of output buckets.
    pub buckets: usize,
}

impl Shape {
    /// Returns the sizes of a network.
    pub fn of(network: &Network) -> Self {
        let (width, threat_width) = network.widths();
        let (adds_to_linear, buckets) = (network.adds_to_linear(), network.buckets());
        Self { adds_to_linear, width, threat_width, buckets }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, threat_width, buckets, .. } = self;
        let base = if self.adds_to_linear { "linear" } else { "none" };
        write!(f, "width {width}, threat width {threat_width}, buckets {buckets}, base {base}")
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

/// Where each kind of weight is in the vector of all. The order is that of [`Weights`].
#[derive(Clone, PartialEq, Eq, Debug)]
struct WeightRanges {
    rows: Range<usize>,
    threat_rows: Range<usize>,
    biases: Range<usize>,
    output_weights: Range<usize>,
    output_biases: Range<usize>,
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
            output_weights: next(shape.buckets * 2 * shape.width),
            output_biases: next(shape.buckets),
        }
    }
}

/// The hidden units of both sides for one position: first their sums, then the slopes of the loss.
#[derive(Clone, Debug)]
pub struct Units {
    own: Vec<f32>,
    other: Vec<f32>,
}

impl Units {
    /// Creates units for a network of a shape.
    pub fn new(shape: Shape) -> Self {
        Self { own: vec![0.0; shape.width], other: vec![0.0; shape.width] }
    }
}

impl FloatNetwork {
    /// Creates a network with small random weights. The first layer's rows that no sample has are
    /// zero, as training leaves them alone.
    pub fn random(inputs: &InputMap, shape: Shape, seed: u64, samples: &Samples) -> Self {
        let mut network = Self::zeroed(inputs, shape);
        let mut random = StdRng::seed_from_u64(seed);
        let Self { ranges, weights, .. } = &mut network;
        for (part, range) in [
            (&ranges.rows, -FIRST_ROW_WEIGHT..=FIRST_ROW_WEIGHT),
            (&ranges.threat_rows, -FIRST_ROW_WEIGHT..=FIRST_ROW_WEIGHT),
            (&ranges.biases, 0.0..=FIRST_BIAS),
            (&ranges.output_weights, -FIRST_OUTPUT_WEIGHT..=FIRST_OUTPUT_WEIGHT),
        ] {
            weights[part.clone()].fill_with(|| random.random_range(range.clone()));
        }
        for bucket in weights[ranges.output_weights.clone()].chunks_exact_mut(2 * shape.width) {
            let (own, other) = bucket.split_at_mut(shape.width);
            other.iter_mut().zip(own).for_each(|(other, own)| *other = -*own);
        }
        network.clear_unseen_rows(samples);
        network
    }

    fn zeroed(inputs: &InputMap, shape: Shape) -> Self {
        let ranges = WeightRanges::new(inputs, shape);
        let weights = vec![0.0; ranges.output_biases.end];
        Self { inputs: inputs.clone(), shape, ranges, weights }
    }

    fn clear_unseen_rows(&mut self, samples: &Samples) {
        let mut seen = vec![false; self.inputs.row_count()];
        let mut seen_threats = vec![false; self.inputs.threat_row_count()];
        for sample in samples.iter() {
            for &row in sample.own_rows.iter().chain(sample.other_rows) {
                seen[usize::from(row)] = true;
            }
            for &row in sample.threats {
                seen_threats[usize::from(row)] = true;
                seen_threats[self.inputs.opponent_threat_row(row.into())] = true;
            }
        }
        let Shape { width, threat_width, .. } = self.shape;
        for (part, width, seen) in [
            (self.ranges.rows.clone(), width, seen),
            (self.ranges.threat_rows.clone(), threat_width, seen_threats),
        ] {
            // A width of 0 has no rows to clear.
            let rows = self.weights[part].chunks_exact_mut(width.max(1));
            rows.zip(seen).filter(|(_, seen)| !seen).for_each(|(row, _)| row.fill(0.0));
        }
    }

    /// Converts an integer network.
    pub fn from_network(network: &Network) -> Self {
        let mut new = Self::zeroed(network.inputs(), Shape::of(network));
        let Weights { rows, threat_rows, biases, output_weights, output_biases } =
            network.weights();
        let first_layer = rows.iter().chain(&threat_rows).chain(&biases);
        let scaled = first_layer
            .map(|&weight| f32::from(weight) / ACTIVE as f32)
            .chain(output_weights.iter().map(|&weight| f32::from(weight) / OUTPUT_ONE as f32))
            .chain(output_biases.iter().map(|&bias| bias as f32 / (ACTIVE * OUTPUT_ONE) as f32));
        new.weights.iter_mut().zip(scaled).for_each(|(weight, value)| *weight = value);
        new
    }

    /// Rounds the weights to those of an integer network.
    pub fn to_network(&self) -> Result<Network, NetworkError> {
        let Shape { adds_to_linear, width, threat_width, buckets } = self.shape;
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
            output_biases: round(&self.ranges.output_biases, ACTIVE * OUTPUT_ONE)
                .map(|bias| bias as i32)
                .collect(),
        };
        Network::zeroed(self.inputs.clone(), adds_to_linear, width, threat_width, buckets)
            .with_weights(weights)
    }

    /// Returns the sizes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns all weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Returns all weights for an update.
    pub fn weights_mut(&mut self) -> &mut Vec<f32> {
        &mut self.weights
    }

    /// Limits the weights to what an integer network may have, so that no sum overflows.
    pub fn clip(&mut self) {
        let Self { shape, ranges, weights, .. } = self;
        // An integer, so that rounding does not exceed it.
        let output_weight = MAX_OUTPUT_SUM / (2 * shape.width as i32);
        for (part, limit) in [
            (&ranges.rows, MAX_ROW_WEIGHT),
            (&ranges.threat_rows, MAX_THREAT_WEIGHT),
            (&ranges.biases, MAX_BIAS),
            (&ranges.output_weights, output_weight as f32 / OUTPUT_ONE as f32),
            (&ranges.output_biases, MAX_OUTPUT_BIAS),
        ] {
            let weights = weights[part.clone()].iter_mut();
            weights.for_each(|weight| *weight = weight.clamp(-limit, limit));
        }
    }

    /// Returns the evaluation of a position, with the linear evaluation if it is added to that, as
    /// the logarithm of the odds of winning. Leaves the sums of the hidden units in `units`.
    pub fn logit(&self, sample: &Sample<'_>, units: &mut Units) -> f32 {
        let Shape { adds_to_linear, width, threat_width, .. } = self.shape;
        let rows = &self.weights[self.ranges.rows.clone()];
        let threat_rows = &self.weights[self.ranges.threat_rows.clone()];
        let biases = &self.weights[self.ranges.biases.clone()];
        units.own.copy_from_slice(biases);
        units.other.copy_from_slice(biases);
        add_rows(rows, width, sample.own_rows, &mut units.own);
        add_rows(rows, width, sample.other_rows, &mut units.other);
        if threat_width > 0 {
            let counts = sample.threat_counts.iter().map(|&count| f32::from(count));
            let own = sample.threats.iter().map(|&row| usize::from(row)).zip(counts);
            let other =
                own.clone().map(|(row, count)| (self.inputs.opponent_threat_row(row), count));
            add_counted_rows(threat_rows, threat_width, own, &mut units.own[..threat_width]);
            add_counted_rows(threat_rows, threat_width, other, &mut units.other[..threat_width]);
        }
        let weights = &self.weights[self.ranges.output_weights.clone()];
        let weights = &weights[usize::from(sample.bucket) * 2 * width..][..2 * width];
        let (own_weights, other_weights) = weights.split_at(width);
        let output = weighted(&units.own, own_weights) + weighted(&units.other, other_weights);
        let output =
            output + self.weights[self.ranges.output_biases.start + usize::from(sample.bucket)];
        if adds_to_linear { sample.linear_logit() + output } else { output }
    }

    /// Adds the gradient of the weights to `gradient`, for a position whose sums are in `units` and
    /// whose loss changes by `slope` with its logit. Leaves the slopes of the sums in `units`.
    pub fn add_gradient(
        &self,
        sample: &Sample<'_>,
        slope: f32,
        units: &mut Units,
        gradient: &mut [f32],
    ) {
        let Shape { width, threat_width, .. } = self.shape;
        let bucket = usize::from(sample.bucket);
        gradient[self.ranges.output_biases.start + bucket] += slope;
        let output = self.ranges.output_weights.start + bucket * 2 * width;
        for (index, units) in [&mut units.own, &mut units.other].into_iter().enumerate() {
            let range = output + index * width..output + (index + 1) * width;
            pass_back(slope, &self.weights[range.clone()], units, &mut gradient[range]);
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

/// Converts the logarithm of the odds to the evaluation's units.
pub fn logit_to_units(logit: f32) -> f32 {
    logit * LOGISTIC_SCALE as f32
}

/// Adds rows to sums, a block of sums at a time so that they stay in registers.
#[inline]
fn add_rows(weights: &[f32], width: usize, rows: &[u16], sums: &mut [f32]) {
    for (block, sums) in sums.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut total = *sums;
        for &row in rows {
            let row = &weights[usize::from(row) * width + block * LANES..][..LANES];
            total.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
        }
        *sums = total;
    }
}

/// Adds rows with counts to sums.
#[inline]
fn add_counted_rows(
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

/// Returns the weighted sum of squared clipped units.
#[inline]
fn weighted(units: &[f32], weights: &[f32]) -> f32 {
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

/// Adds the slopes of the output weights to `gradient`, and replaces the units' sums by the slopes of
/// the loss in them.
#[inline]
fn pass_back(slope: f32, weights: &[f32], units: &mut [f32], gradient: &mut [f32]) {
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
