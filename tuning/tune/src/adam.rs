//! Adam: steps along the gradient, as long as its recent mean is steady.

const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;

/// The state of a descent.
#[derive(Debug)]
pub(crate) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub fn new(count: usize) -> Self {
        Self { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }

    /// Steps down a gradient, no weight by much more than `rate`.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let unbias = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (by_mean, by_square) = (unbias(MEAN), unbias(SQUARE));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            let spread = (*square * by_square).sqrt();
            if spread > 0.0 {
                *weight -= rate * *mean * by_mean / (spread + 1e-9);
            }
        }
    }
}
