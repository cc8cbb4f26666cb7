//! The regression.

use crate::adam::Adam;
use crate::positions::Positions;
use rand::prelude::*;
use rand::rngs::StdRng;
use rayon::prelude::*;

/// How to fit.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    /// How often all positions are seen.
    pub epochs: u32,
    /// How many positions make a step.
    pub batch: usize,
    /// The longest step of a parameter at first, as a part of the scale; steps shrink to none.
    pub rate: f32,
    /// How much of what is to be predicted is the search's score; the rest is the game's result.
    pub trust: f32,
    /// The score that wins with the odds e : 1, in the evaluation's units.
    pub scale: f32,
    /// How far parameters are expected to lie from where they began, as a part of the scale: what
    /// holds those back of which the positions say little.
    pub spread: f32,
}

impl Default for Fit {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 8_192,
            rate: 0.005,
            trust: 0.5,
            scale: eval::SCALE as f32,
            spread: 0.2,
        }
    }
}

/// One over how many lone positions a game is worth: its positions are alike, and share a result.
const GAME_SAYS: f32 = 0.4;

/// How a fit goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// How often all positions have been seen.
    pub epoch: u32,
    /// The loss on what is learnt from.
    pub seen: f64,
    /// The loss on what is held out.
    pub unseen: f64,
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

impl Fit {
    /// What a position's worth is to predict: the first player's chances.
    fn due(&self, positions: &Positions, index: usize) -> f32 {
        let sample = positions.sample(index);
        self.trust * sigmoid(sample.score / self.scale) + (1.0 - self.trust) * sample.result
    }
}

/// Improves weights on positions, and reports the loss on these and on others after each epoch.
pub fn fit(
    fit: &Fit,
    weights: &mut [f32],
    seen: &Positions,
    unseen: &Positions,
    mut watch: impl FnMut(Report),
) {
    let first = weights.to_vec();
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<usize> = (0..seen.len()).collect();
    let mut chance = StdRng::seed_from_u64(1);
    let batches = seen.len().div_ceil(fit.batch.max(1)).max(1);
    let steps = (batches * fit.epochs as usize) as f32;
    let spread = fit.spread * fit.scale;
    let pull = GAME_SAYS / (spread * spread * seen.games().max(1) as f32);
    for epoch in 1..=fit.epochs {
        order.shuffle(&mut chance);
        for (number, batch) in order.chunks(fit.batch.max(1)).enumerate() {
            let mut gradient = gradient(fit, weights, seen, batch);
            for ((slope, &weight), &first) in gradient.iter_mut().zip(&*weights).zip(&first) {
                *slope += pull * (weight - first);
            }
            let done = ((epoch as usize - 1) * batches + number) as f32 / steps;
            let rate = fit.rate * fit.scale * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
            adam.step(weights, &gradient, rate);
        }
        let (seen, unseen) = (loss(fit, weights, seen), loss(fit, weights, unseen));
        watch(Report { epoch, seen, unseen });
    }
}

/// The mean slope of the loss over some positions.
fn gradient(fit: &Fit, weights: &[f32], positions: &Positions, batch: &[usize]) -> Vec<f32> {
    let of_some = |some: &[usize]| {
        let mut sum = vec![0.0; weights.len()];
        for &index in some {
            let chances = sigmoid(positions.worth(index, weights) / fit.scale);
            let slope = (chances - fit.due(positions, index)) / (fit.scale * batch.len() as f32);
            for (parameter, times) in positions.features(index) {
                sum[parameter] += slope * times;
            }
        }
        sum
    };
    let add = |mut a: Vec<f32>, b: Vec<f32>| {
        a.iter_mut().zip(&b).for_each(|(a, b)| *a += b);
        a
    };
    // In a fixed number of parts, so that sums do not depend on the machine.
    let part = batch.len().div_ceil(8).max(1);
    let parts: Vec<_> = batch.par_chunks(part).map(of_some).collect();
    parts.into_iter().reduce(add).unwrap_or_else(|| vec![0.0; weights.len()])
}

/// The mean cross entropy of what is due and what the weights predict.
pub fn loss(fit: &Fit, weights: &[f32], positions: &Positions) -> f64 {
    let of = |index| {
        let x = f64::from(positions.worth(index, weights) / fit.scale);
        let due = f64::from(fit.due(positions, index));
        // log(1 + e^x) - due * x, in a form that never overflows.
        x.max(0.0) + (-x.abs()).exp().ln_1p() - due * x
    };
    let sum: f64 = (0..positions.len()).into_par_iter().map(of).sum();
    sum / positions.len().max(1) as f64
}

/// The scale at which scores predict results best.
pub fn scale_to_results(positions: &Positions) -> f32 {
    let loss = |scale: f32| -> f64 {
        let of = |index| {
            let sample = positions.sample(index);
            let x = f64::from(sample.score / scale);
            x.max(0.0) + (-x.abs()).exp().ln_1p() - f64::from(sample.result) * x
        };
        (0..positions.len()).into_par_iter().map(of).sum()
    };
    // Far to both sides of what evaluations have had, in steps of three per cent.
    let scales = (0..160).map(|step| 100.0 * 1.03_f32.powi(step));
    scales
        .map(|scale| (loss(scale), scale))
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map_or(eval::SCALE as f32, |best| best.1)
}
