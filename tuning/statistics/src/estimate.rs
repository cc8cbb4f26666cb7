//! Estimates with 95% confidence intervals.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use std::f64::consts::SQRT_2;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    /// Half the width of the 95% confidence interval.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.1} ±{:.1}", self.value, self.error))
    }
}

/// Serialised as the value and the ends of the interval.
impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_struct("Estimate", 3)?;
        object.serialize_field("value", &self.value)?;
        object.serialize_field("low", &(self.value - self.error))?;
        object.serialize_field("high", &(self.value + self.error))?;
        object.end()
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
