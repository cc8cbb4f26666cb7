//! The Adam optimiser (Kingma and Ba, 2015) with decoupled weight decay (AdamW: Loshchilov and
//! Hutter, 2019).

use rayon::prelude::*;

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
/// Smaller means count as zero: arithmetic on subnormal numbers is slow.
const SMALLEST_MEAN: f32 = 1e-30;
/// Weights that a thread updates at a time.
const CHUNK: usize = 1 << 14;

/// Running moments of the gradient of each weight.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    pub means: Vec<f32>,
    /// Running means of its square.
    pub squares: Vec<f32>,
    /// Number of steps taken.
    pub steps: i32,
}

impl Adam {
    /// Creates the optimiser for a number of weights, with moments of 0.
    pub fn new(weights: usize) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Moves the weights against the gradient, each by not much more than `rate`, after multiplying
    /// them by `1 - rate * decay`. Weights are independent of each other, so the result does not
    /// depend on the number of threads.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, decay: f32) {
        self.steps += 1;
        let kept = 1.0 - rate * decay;
        let bias_correction = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let rate = rate * bias_correction(MEAN_DECAY);
        let square_correction = bias_correction(SQUARE_DECAY);
        let moments = self.means.par_chunks_mut(CHUNK).zip(self.squares.par_chunks_mut(CHUNK));
        let chunks = weights.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK)).zip(moments);
        chunks.for_each(|((weights, gradient), (means, squares))| {
            let moments = means.iter_mut().zip(squares);
            for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments)
            {
                let new_mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
                *mean = if new_mean.abs() < SMALLEST_MEAN { 0.0 } else { new_mean };
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
                let deviation = (*square * square_correction).sqrt();
                *weight = kept * *weight - rate * *mean / (deviation + 1e-9);
            }
        });
    }
}
