//! The training loop: epochs of gradient steps and the loss on held-out games.

use super::dataset::Dataset;
use super::float_network::{FloatNetwork, Units};
use super::samples::{GameSpan, Samples};
use crate::adam::Adam;
use crate::logistic::{cross_entropy, sigmoid};
use rand::prelude::*;
use rand::rngs::StdRng;
use rayon::prelude::*;
use rules::Rules;
use serde::{Deserialize, Serialize};
use std::f32::consts::PI;
use std::fmt;
use trials::{Estimate, Ratio};

/// Number of parts of a batch that are computed in parallel. It is fixed, so that rounding errors do
/// not depend on the number of threads.
const BATCH_PARTS: usize = 8;
/// Weights whose gradients are summed per parallel job.
const GRADIENT_CHUNK: usize = 1 << 13;
/// Games whose positions are converted and shuffled together: a batch has positions from most of them.
/// Their samples take about 200 MiB of memory.
const BLOCK_GAMES: usize = 8_192;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainOptions {
    /// Number of passes over the training positions.
    pub epochs: u32,
    /// Largest number of positions in a gradient step. The batches of a block of games have the same
    /// size, give or take one position.
    pub batch_size: usize,
    /// Learning rate of the first step. It falls to 0 along a cosine.
    pub rate: f32,
    /// Weight decay: a step multiplies the weights by 1 minus this times the learning rate.
    pub decay: f32,
    /// Chooses the order of the positions.
    pub seed: u64,
    /// Whether the initial weights are random. Rows without training positions are then cleared.
    pub is_new: bool,
}

impl Default for TrainOptions {
    fn default() -> Self {
        Self { epochs: 5, batch_size: 4_096, rate: 0.001, decay: 1.0, seed: 1, is_new: true }
    }
}

/// Losses on held-out positions: mean cross entropies with the target.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct HeldOutLoss {
    pub network: f64,
    /// Loss of the linear evaluation alone.
    pub linear: f64,
    /// Half-width of the 95% confidence interval of `network - linear`. Games count as independent
    /// samples, because the positions of a game are correlated.
    pub margin: f64,
}

impl fmt::Display for HeldOutLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { network, linear, margin } = self;
        write!(f, "{network:.5} ({:+.5} ±{margin:.5} against linear)", network - linear)
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct EpochReport {
    pub epoch: u32,
    /// Mean loss on the training positions, each batch measured before its step.
    pub training: f64,
    /// Loss on the held-out positions after the epoch.
    pub held_out: HeldOutLoss,
}

/// The part of a [`Trainer`] that changes during training, as kept in a checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainerState {
    pub reports: Vec<EpochReport>,
    pub weights: Vec<f32>,
    pub adam: Adam,
    /// Weights after the epoch with the lowest held-out loss.
    pub best_weights: Vec<f32>,
}

/// Trains a network.
#[derive(Debug)]
pub struct Trainer {
    options: TrainOptions,
    network: FloatNetwork,
    adam: Adam,
    reports: Vec<EpochReport>,
    best_weights: Vec<f32>,
    /// Buffers for the parts of a batch.
    parts: Vec<BatchPart>,
    gradient: Vec<f32>,
}

/// The gradient and loss of a part of a batch.
#[derive(Clone, Debug)]
struct BatchPart {
    gradient: Vec<f32>,
    loss: f64,
    units: Units,
}

impl Trainer {
    pub fn new(options: TrainOptions, network: FloatNetwork) -> Self {
        let count = network.weights().len();
        let part =
            BatchPart { gradient: vec![0.0; count], loss: 0.0, units: Units::new(network.shape()) };
        Self {
            options,
            adam: Adam::new(count),
            reports: Vec::new(),
            best_weights: network.weights().to_vec(),
            parts: vec![part; BATCH_PARTS],
            gradient: vec![0.0; count],
            network,
        }
    }

    pub fn network(&self) -> &FloatNetwork {
        &self.network
    }

    pub fn state(&self) -> TrainerState {
        TrainerState {
            reports: self.reports.clone(),
            weights: self.network.weights().to_vec(),
            adam: self.adam.clone(),
            best_weights: self.best_weights.clone(),
        }
    }

    /// Continues from the state of an earlier trainer of the same run.
    pub fn resume(&mut self, state: TrainerState) {
        let TrainerState { reports, weights, adam, best_weights } = state;
        *self.network.weights_mut() = weights;
        self.reports = reports;
        self.adam = adam;
        self.best_weights = best_weights;
    }

    pub fn reports(&self) -> &[EpochReport] {
        &self.reports
    }

    pub fn epochs_left(&self) -> u32 {
        self.options.epochs.saturating_sub(self.reports.len() as u32)
    }

    /// Returns the report of the epoch with the lowest held-out loss, the first if several are equal.
    pub fn best_report(&self) -> Option<&EpochReport> {
        self.reports.iter().min_by(|a, b| a.held_out.network.total_cmp(&b.held_out.network))
    }

    /// Returns the network after the epoch with the lowest held-out loss. As the learning rate falls,
    /// this is usually the last epoch, unless the network overfits.
    pub fn best_network(&self) -> FloatNetwork {
        let mut network = self.network.clone();
        network.weights_mut().clone_from(&self.best_weights);
        network
    }

    /// Trains for one epoch. Calls `on_step` with the number of positions trained on in this epoch.
    pub fn run_epoch(&mut self, data: &Dataset, mut on_step: impl FnMut(usize)) -> EpochReport {
        let epoch = self.reports.len() as u32 + 1;
        let mut random = StdRng::seed_from_u64(
            self.options.seed.wrapping_mul(1 << 20).wrapping_add(epoch.into()),
        );
        let mut games = data.training();
        games.shuffle(&mut random);
        let positions = data.training_counts.kept().max(1);
        let (mut loss, mut trained) = (0.0, 0);
        for block in games.chunks(BLOCK_GAMES) {
            let samples = data.convert(block);
            let first = trained;
            loss += self.train(&samples, &mut random, |done| {
                trained = first + done;
                on_step(trained);
                (epoch - 1) as f32 + trained as f32 / positions as f32
            });
        }
        if epoch == 1 && self.options.is_new {
            self.network.clear_untrained_rows(&self.adam.squares);
        }
        let held_out = self.held_out_loss(data);
        let report = EpochReport { epoch, training: loss / positions as f64, held_out };
        if self.best_report().is_none_or(|best| held_out.network < best.held_out.network) {
            self.best_weights.copy_from_slice(self.network.weights());
        }
        self.reports.push(report);
        report
    }

    /// Trains on samples in random order. `epochs_done` converts the number of these samples trained on
    /// to the number of finished epochs, which determines the learning rate. Returns the sum of the
    /// losses, each batch measured before its step.
    pub fn train(
        &mut self,
        samples: &[Samples],
        random: &mut StdRng,
        mut epochs_done: impl FnMut(usize) -> f32,
    ) -> f64 {
        let indices = |(part, samples): (usize, &Samples)| {
            (0..samples.len()).map(move |index| (part as u32, index as u32))
        };
        let mut order: Vec<_> = samples.iter().enumerate().flat_map(indices).collect();
        order.shuffle(random);
        let count = order.len();
        let steps = count.div_ceil(self.options.batch_size.max(1));
        let mut loss = 0.0;
        for step in 0..steps {
            let batch = step * count / steps..(step + 1) * count / steps;
            let done = epochs_done(batch.start) / self.options.epochs as f32;
            let rate = self.options.rate * 0.5 * (1.0 + (PI * done).cos());
            loss += self.step(samples, &order[batch], rate);
        }
        epochs_done(count);
        loss
    }

    /// Takes a gradient step. Returns the sum of the batch's losses before the step.
    fn step(&mut self, samples: &[Samples], batch: &[(u32, u32)], rate: f32) -> f64 {
        let loss = self.compute_gradient(samples, batch);
        self.adam.step(self.network.weights_mut(), &self.gradient, rate, self.options.decay);
        self.network.clip();
        loss
    }

    /// Computes the gradient of a batch's mean loss. Returns the sum of its losses.
    fn compute_gradient(&mut self, samples: &[Samples], batch: &[(u32, u32)]) -> f64 {
        let network = &self.network;
        let per_position = 1.0 / batch.len().max(1) as f32;
        self.parts.par_iter_mut().enumerate().for_each(|(number, part)| {
            part.gradient.fill(0.0);
            part.loss = 0.0;
            let bound = |number: usize| number * batch.len() / BATCH_PARTS;
            for &(chunk, index) in &batch[bound(number)..bound(number + 1)] {
                let sample = samples[chunk as usize].get(index as usize);
                let target = sample.label.target;
                let logit = network.logit(&sample, &mut part.units);
                part.loss += cross_entropy(logit, target);
                let slope = (sigmoid(logit) - target) * per_position;
                network.add_gradient(&sample, slope, &mut part.units, &mut part.gradient);
            }
        });
        let parts = &self.parts;
        self.gradient.par_chunks_mut(GRADIENT_CHUNK).enumerate().for_each(|(number, sums)| {
            let range = number * GRADIENT_CHUNK..number * GRADIENT_CHUNK + sums.len();
            sums.copy_from_slice(&parts[0].gradient[range.clone()]);
            for part in &parts[1..] {
                let terms = &part.gradient[range.clone()];
                sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
            }
        });
        self.parts.iter().map(|part| part.loss).sum()
    }

    /// Returns the loss of the current network on all held-out positions.
    pub fn held_out_loss(&self, data: &Dataset) -> HeldOutLoss {
        let games = losses_of_held_out_games(&self.network, data);
        HeldOutLoss::of_games(games.iter().map(|(_, loss)| loss))
    }
}

/// Returns the loss of a network on the held-out positions of each variant, ordered by first game.
pub fn held_out_losses_by_variant(
    network: &FloatNetwork,
    data: &Dataset,
) -> Vec<(&'static Rules, HeldOutLoss)> {
    let games = losses_of_held_out_games(network, data);
    let mut variants: Vec<&'static Rules> = Vec::new();
    for &(rules, _) in &games {
        if !variants.iter().any(|&known| std::ptr::eq(known, rules)) {
            variants.push(rules);
        }
    }
    let loss = |rules: &'static Rules| {
        let games = games.iter().filter(|(variant, _)| std::ptr::eq(*variant, rules));
        (rules, HeldOutLoss::of_games(games.map(|(_, loss)| loss)))
    };
    variants.into_iter().map(loss).collect()
}

fn losses_of_held_out_games(
    network: &FloatNetwork,
    data: &Dataset,
) -> Vec<(&'static Rules, GameLoss)> {
    let losses_of_block = |block: &[u32]| {
        let parts = data.convert(block);
        let losses: Vec<_> =
            parts.par_iter().map(|samples| losses_of_games(network, samples)).collect();
        losses.into_iter().flatten()
    };
    data.held_out().chunks(BLOCK_GAMES).flat_map(losses_of_block).collect()
}

/// Returns the loss of a network on the positions of each game.
pub fn losses_of_games(
    network: &FloatNetwork,
    samples: &Samples,
) -> Vec<(&'static Rules, GameLoss)> {
    let mut units = Units::new(network.shape());
    let mut start = 0;
    let loss_of_game = |game: &GameSpan| {
        let range = start..game.end;
        start = game.end;
        let mut sums = GameLoss { positions: range.len(), ..GameLoss::default() };
        for sample in range.map(|index| samples.get(index)) {
            sums.network += cross_entropy(network.logit(&sample, &mut units), sample.label.target);
            sums.linear += cross_entropy(sample.linear_logit(), sample.label.target);
        }
        (game.rules, sums)
    };
    samples.games().iter().map(loss_of_game).collect()
}

/// Sums of losses over the positions of a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct GameLoss {
    pub positions: usize,
    pub network: f64,
    pub linear: f64,
}

impl HeldOutLoss {
    pub fn of_games<'a>(games: impl Iterator<Item = &'a GameLoss> + Clone) -> Self {
        let positions = games.clone().map(|game| game.positions).sum::<usize>().max(1) as f64;
        let network = games.clone().map(|game| game.network).sum::<f64>() / positions;
        let linear = games.clone().map(|game| game.linear).sum::<f64>() / positions;
        let mut difference = Ratio::default();
        games.for_each(|game| difference.add(game.network - game.linear, game.positions as f64));
        let margin = difference.estimate().map_or(0.0, Estimate::error);
        Self { network, linear, margin }
    }
}
