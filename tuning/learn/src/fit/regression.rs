//! Logistic regression of results and scores on the evaluation's features.

use super::training_set::TrainingSet;
use crate::adam::Adam;
use crate::logistic::{cross_entropy, sigmoid};
use rand::prelude::*;
use rand::rngs::StdRng;
use rayon::prelude::*;

/// Settings of a fit.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions {
    /// Number of passes over the training set.
    pub epochs: u32,
    /// Number of positions in a gradient step.
    pub batch_size: usize,
    /// Learning rate of the first step, as a fraction of `scale`. It decays to 0 along a cosine.
    pub rate: f32,
    /// Share of the game's result in the target, from 0 to 1. The rest is the search score.
    pub result_share: f32,
    /// Scale of the logistic function: the score, in the evaluation's units, at which the odds of
    /// winning are e to 1.
    pub scale: f32,
    /// Standard deviation of the Gaussian prior around the initial weights, as a fraction of
    /// `scale`. The prior keeps weights of rare features near their initial values.
    pub prior_deviation: f32,
}

impl Default for FitOptions {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch_size: 8_192,
            rate: 0.005,
            result_share: 0.5,
            scale: eval::LOGISTIC_SCALE as f32,
            prior_deviation: 0.2,
        }
    }
}

/// Weight of the prior for a training set of one game. The positions of a game are similar and
/// share its result, so a game counts as only 1 / 0.4 independent positions.
const PRIOR_WEIGHT: f32 = 0.4;

/// Parts into which a batch is split for the threads. Fixed, so that rounding errors do not depend
/// on the machine.
const BATCH_PARTS: usize = 8;

/// The losses after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    pub epoch: u32,
    pub training_loss: f64,
    pub validation_loss: f64,
}

impl FitOptions {
    /// Returns the value that the evaluation should predict: the first player's expected points.
    fn target(&self, positions: &TrainingSet, index: usize) -> f32 {
        let sample = positions.sample(index);
        let expected_by_score = sigmoid(sample.score / self.scale);
        (1.0 - self.result_share) * expected_by_score + self.result_share * sample.result
    }
}

/// Fits weights to a training set. Calls `on_epoch` before the first epoch, as epoch 0, and after each.
pub fn fit(
    options: &FitOptions,
    weights: &mut [f32],
    training: &TrainingSet,
    validation: &TrainingSet,
    mut on_epoch: impl FnMut(EpochReport),
) {
    let initial_weights = weights.to_vec();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut rng = StdRng::seed_from_u64(1);
    let batches = training.len().div_ceil(options.batch_size.max(1)).max(1);
    let steps = (batches * options.epochs as usize) as f32;
    let deviation = options.prior_deviation * options.scale;
    let prior_strength = PRIOR_WEIGHT / (deviation * deviation * training.games().max(1) as f32);
    let report = |epoch, weights: &[f32]| EpochReport {
        epoch,
        training_loss: loss(options, weights, training),
        validation_loss: loss(options, weights, validation),
    };
    on_epoch(report(0, weights));
    for epoch in 1..=options.epochs {
        order.shuffle(&mut rng);
        for (number, batch) in order.chunks(options.batch_size.max(1)).enumerate() {
            let mut gradient = gradient(options, weights, training, batch);
            for ((slope, &weight), &initial) in
                gradient.iter_mut().zip(&*weights).zip(&initial_weights)
            {
                *slope += prior_strength * (weight - initial);
            }
            let done = ((epoch as usize - 1) * batches + number) as f32 / steps;
            let rate =
                options.rate * options.scale * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            adam.step(weights, &gradient, rate, 0.0);
        }
        on_epoch(report(epoch, weights));
    }
}

/// Returns the gradient of the mean loss over a batch of positions, given by their indices.
fn gradient(
    options: &FitOptions,
    weights: &[f32],
    positions: &TrainingSet,
    batch: &[usize],
) -> Vec<f32> {
    let gradient_of_part = |part: &[usize]| {
        let mut sum = vec![0.0; weights.len()];
        for &index in part {
            let prediction = sigmoid(positions.evaluate(index, weights) / options.scale);
            let error = prediction - options.target(positions, index);
            let slope = error / (options.scale * batch.len() as f32);
            for (parameter, count) in positions.features(index) {
                sum[parameter] += slope * count;
            }
        }
        sum
    };
    let add = |mut a: Vec<f32>, b: Vec<f32>| {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a += b);
        a
    };
    let part_size = batch.len().div_ceil(BATCH_PARTS).max(1);
    let parts: Vec<_> = batch.par_chunks(part_size).map(gradient_of_part).collect();
    parts.into_iter().reduce(add).unwrap_or_else(|| vec![0.0; weights.len()])
}

/// Returns the mean cross entropy of the targets and predictions of all positions.
pub fn loss(options: &FitOptions, weights: &[f32], positions: &TrainingSet) -> f64 {
    let loss_of = |index| {
        let logit = positions.evaluate(index, weights) / options.scale;
        cross_entropy(logit, options.target(positions, index))
    };
    let sum: f64 = (0..positions.len()).into_par_iter().map(loss_of).sum();
    sum / positions.len().max(1) as f64
}

/// Returns the scale of the logistic function at which search scores predict results best.
pub fn fit_scale_to_results(positions: &TrainingSet) -> f32 {
    let loss = |scale: f32| -> f64 {
        let loss_of = |index| {
            let sample = positions.sample(index);
            cross_entropy(sample.score / scale, sample.result)
        };
        (0..positions.len()).into_par_iter().map(loss_of).sum()
    };
    // From 100 to 11000 in steps of 3%.
    let scales = (0..160).map(|step| 100.0 * 1.03_f32.powi(step));
    scales
        .map(|scale| (loss(scale), scale))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(eval::LOGISTIC_SCALE as f32, |best| best.1)
}
