//! The normal distribution.

use std::f64::consts::PI;

/// Within so many standard deviations lie 95 percent.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The share below so many standard deviations.
pub fn normal_cdf(z: f64) -> f64 {
    if z < 0.0 { 1.0 - normal_cdf(-z) } else { 0.5 + area(z.min(9.0)) }
}

/// The area between nought and `z`: the density's series, all terms of which are positive.
fn area(z: f64) -> f64 {
    let mut term = z;
    let mut sum = z;
    let mut odd = 1.0;
    while term > sum * 1e-16 {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    sum * (-z * z / 2.0).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_tables() {
        for (z, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (Z_95, 0.975),
            (3.0, 0.998_650_102),
            (-6.0, 9.866e-10),
            (40.0, 1.0),
        ] {
            assert!((normal_cdf(z) - share).abs() < 1e-9, "{z}: {}", normal_cdf(z));
        }
    }
}
