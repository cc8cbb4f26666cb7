//! Linear regression that estimates the Elo effect of each factor from the results of all pairs.
//!
//! The model of a pair's score is `1/2 + sum(sign * effect) * SCORE_PER_ELO` plus noise. The sign
//! of a factor is 1 if the first side has its high level and -1 if the second side has it. There is
//! no intercept, because the sides swap colours within a pair.

use std::f64::consts::LN_10;
use trials::{Estimate, HalfPoints, Z_95, sweep};

/// Slope of the expected score over the Elo difference, for sides of equal strength.
const SCORE_PER_ELO: f64 = LN_10 / 1600.0;
/// Pairs required in addition to two per factor. With fewer pairs, error bars would be too narrow.
const SPARE_PAIRS: u64 = 30;

/// Sums over pairs that determine the least-squares estimate.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    pub pairs: u64,
    /// Sum over pairs of the outer product of a vector with itself: the signs of all factors and,
    /// last, the score minus 1/2.
    products: Vec<Vec<f64>>,
}

impl LeastSquares {
    pub fn new(factors: usize) -> Self {
        Self { pairs: 0, products: vec![vec![0.0; factors + 1]; factors + 1] }
    }

    /// Adds a pair: for each factor whether the first side had its high level, and the half points of this side.
    pub fn add(&mut self, is_high: &[bool], half_points: [HalfPoints; 2]) {
        self.pairs += 1;
        let score = half_points.into_iter().map(f64::from).sum::<f64>() / 4.0 - 0.5;
        let signs = is_high.iter().map(|&is_high| if is_high { 1.0 } else { -1.0 });
        let values: Vec<f64> = signs.chain([score]).collect();
        for (products, one) in self.products.iter_mut().zip(&values) {
            products.iter_mut().zip(&values).for_each(|(product, other)| *product += one * other);
        }
    }

    /// Returns the number of pairs needed to estimate the effects.
    pub fn required_pairs(factors: usize) -> u64 {
        2 * factors as u64 + SPARE_PAIRS
    }

    /// Estimates the effect of each factor: the Elo of its high level over its low level.
    ///
    /// Returns `None` if there are too few pairs, if the factors cannot be told apart, or if they
    /// explain all results exactly: error bars need a residual variance.
    pub fn effects(&self) -> Option<Vec<Estimate>> {
        let factors = self.products.len() - 1;
        if self.pairs < Self::required_pairs(factors) {
            return None;
        }
        // Products of signs are integers, so a smaller value is a rounding error.
        let swept = sweep(self.products.clone(), factors, 1e-6)?;
        let residual_variance = swept[factors][factors] / (self.pairs - factors as u64) as f64;
        if residual_variance < 1e-9 {
            return None;
        }
        let effect = |factor: usize| {
            let error = Z_95 * (residual_variance * swept[factor][factor]).sqrt();
            Estimate::new(swept[factor][factors] / SCORE_PER_ELO, error / SCORE_PER_ELO)
        };
        Some((0..factors).map(effect).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;
    use rand::rngs::StdRng;
    use trials::expected_score;

    /// Simulates pairs with factors of the given effects. A third of the games is drawn.
    fn simulate(effects: &[f64], pairs: u64, seed: u64) -> LeastSquares {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut fit = LeastSquares::new(effects.len());
        for _ in 0..pairs {
            let is_high: Vec<_> = effects.iter().map(|_| rng.random_bool(0.5)).collect();
            let signed = effects.iter().zip(&is_high).map(|(&e, &high)| if high { e } else { -e });
            let win_probability = 1.5 * expected_score(signed.sum()) - 0.25;
            let mut game = || match rng.random_bool(1.0 / 3.0) {
                true => 1,
                false => 2 * u8::from(rng.random_bool(win_probability.clamp(0.0, 1.0))),
            };
            let half_points = [game(), game()];
            fit.add(&is_high, half_points);
        }
        fit
    }

    #[test]
    fn effects_are_found_within_their_error_bars() {
        let true_effects = [40.0, -25.0, 0.0, 10.0, 0.0];
        let found = simulate(&true_effects, 20_000, 1).effects().unwrap();
        for (estimate, effect) in found.iter().zip(true_effects) {
            let deviation = (estimate.value - effect).abs();
            assert!(deviation < 1.5 * estimate.error(), "{estimate:?} {effect}");
            assert_eq!(
                estimate.value.abs() > 2.0 * estimate.error(),
                effect != 0.0,
                "{estimate:?}"
            );
        }
    }

    #[test]
    fn error_bars_cover_95_percent() {
        let true_effects = [15.0, 0.0, -8.0, 0.0, 0.0];
        let is_covered = (0..200).flat_map(|seed| {
            let found = simulate(&true_effects, 300, seed).effects().unwrap();
            let is_covered = |(estimate, effect): (Estimate, f64)| {
                (estimate.value - effect).abs() <= estimate.error()
            };
            found.into_iter().zip(true_effects).map(is_covered).collect::<Vec<_>>()
        });
        let covered = is_covered.filter(|&is_covered| is_covered).count();
        assert!((920..=980).contains(&covered), "{covered} of 1000");
    }

    #[test]
    fn too_few_pairs_or_dependent_factors_give_no_estimate() {
        assert_eq!(LeastSquares::required_pairs(3), 36);
        assert!(simulate(&[0.0; 3], 35, 1).effects().is_none());
        assert!(simulate(&[0.0; 3], 36, 1).effects().is_some());
        // Two factors that always change together cannot be told apart.
        let mut fit = LeastSquares::new(2);
        for number in 0..100 {
            fit.add(&[number % 3 == 0; 2], [2, 1]);
        }
        assert!(fit.effects().is_none());
    }

    #[test]
    fn a_factor_that_decides_every_game_gives_no_estimate() {
        let mut fit = LeastSquares::new(1);
        for number in 0..100 {
            let is_high = number % 3 == 0;
            fit.add(&[is_high], [2 * u8::from(is_high); 2]);
        }
        assert!(fit.effects().is_none());
    }

    #[test]
    fn a_single_factor_is_estimated_like_a_match() {
        let mut fit = LeastSquares::new(1);
        for number in 0..80 {
            let is_high = number % 2 == 0;
            let half_points = if (number % 8 < 6) == is_high { [2, 1] } else { [0, 1] };
            fit.add(&[is_high], half_points);
        }
        // The high level scored 3/4 in 60 pairs and 1/4 in 20.
        let effect = fit.effects().unwrap()[0];
        assert!((effect.value - 0.125 / SCORE_PER_ELO).abs() < 1e-9, "{effect:?}");
        let deviation = ((1.0 / 16.0 - 1.0 / 64.0) / 79.0f64).sqrt();
        assert!((effect.error() - Z_95 * deviation / SCORE_PER_ELO).abs() < 1e-9, "{effect:?}");
    }
}
