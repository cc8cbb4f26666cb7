//! Estimates with 95% confidence intervals.

use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::fmt;

/// A value with the ends of its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// Returns a value whose interval has this half-width.
    pub fn new(value: f64, error: f64) -> Self {
        Self { value, low: value - error, high: value + error }
    }

    /// Returns half the width of the interval.
    pub fn error(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Multiplies the value by a positive number.
    pub fn times(self, factor: f64) -> Self {
        Self { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.1} ±{:.1}", self.value, self.error()))
    }
}

/// The half-width of the central 95% of the normal distribution, in standard deviations.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Returns the cumulative distribution function of the standard normal distribution at `z`.
pub fn normal_cdf(z: f64) -> f64 {
    libm::erfc(-z / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_cdf_matches_tables() {
        for (z, probability) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (Z_95, 0.975),
            (3.0, 0.998_650_102),
            (-6.0, 9.866e-10),
            (40.0, 1.0),
        ] {
            assert!((normal_cdf(z) - probability).abs() < 1e-9, "{z}: {}", normal_cdf(z));
        }
    }
}
