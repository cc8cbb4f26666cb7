//! The Adam optimiser (Kingma and Ba, 2015).

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;

/// Running moments of the gradient.
#[derive(Debug)]
pub(crate) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub fn new(weights: usize) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// Moves the weights against the gradient. No weight moves by much more than `rate`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let bias_correction = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let mean_correction = bias_correction(MEAN_DECAY);
        let square_correction = bias_correction(SQUARE_DECAY);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let deviation = (*square * square_correction).sqrt();
            if deviation > 0.0 {
                *weight -= rate * *mean * mean_correction / (deviation + 1e-9);
            }
        }
    }
}
