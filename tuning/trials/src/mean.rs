//! Means of observations, with 95% confidence intervals.

use crate::estimate::{Estimate, Z_95};

/// The sums from which the mean of independent observations follows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    pub count: u64,
    sum: f64,
    sum_of_squares: f64,
}

impl Mean {
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.sum_of_squares += value * value;
    }

    /// Returns the mean, or `None` with less than two observations, which do not tell how much they vary.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count < 2 {
            return None;
        }
        let count = self.count as f64;
        let value = self.sum / count;
        let variance = (self.sum_of_squares - self.sum * value).max(0.0) / (count - 1.0);
        Some(Estimate::new(value, Z_95 * (variance / count).sqrt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_has_the_error_of_its_sample() {
        let mut mean = Mean::default();
        assert_eq!(mean.estimate(), None);
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|value| mean.add(value));
        let found = mean.estimate().unwrap();
        assert_eq!(found.value, 2.5);
        assert!((found.error() - Z_95 * (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }
}
