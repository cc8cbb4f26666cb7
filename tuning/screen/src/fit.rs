//! Least squares: what each factor adds to the score, if effects add up.
//!
//! A side that has a factor high meets one that has it low, so a pair's share of the points is
//! `1/2 + sum of sign * effect * SLOPE`, and noise. There is no constant: colours are swapped.

use crate::row::Row;
use ozutsu_match::stats::{Estimate, Z_95};
use std::f64::consts::LN_10;

/// What an Elo adds to the score where sides are even.
const SLOPE: f64 = LN_10 / 1600.0;
/// Pairs beyond two for each factor, below which nothing is said: bounds would be too narrow.
const SPARE: u64 = 30;

/// Sums of products of all that pairs are fitted by.
#[derive(Clone, Debug)]
pub struct Fit {
    /// How many pairs there are.
    pub pairs: u64,
    /// For the signs of all factors and, last, the score above a half.
    products: Vec<Vec<f64>>,
}

impl Fit {
    /// No pairs yet.
    pub fn new(factors: usize) -> Self {
        Self { pairs: 0, products: vec![vec![0.0; factors + 1]; factors + 1] }
    }

    /// Counts a pair.
    pub fn add(&mut self, row: &Row) {
        self.pairs += 1;
        let score = row.points.into_iter().map(f64::from).sum::<f64>() / 4.0 - 0.5;
        let signs = row.is_high.iter().map(|&is_high| if is_high { 1.0 } else { -1.0 });
        let values: Vec<f64> = signs.chain([score]).collect();
        for (products, one) in self.products.iter_mut().zip(&values) {
            products.iter_mut().zip(&values).for_each(|(product, other)| *product += one * other);
        }
    }

    /// How many pairs it takes before effects are told.
    pub fn due(factors: usize) -> u64 {
        2 * factors as u64 + SPARE
    }

    /// The effect of each factor in Elo, high over low; nothing while pairs are too few, or all go
    /// by factors as if there were no chance, which tells nothing of how they scatter.
    pub fn effects(&self) -> Option<Vec<Estimate>> {
        let many = self.products.len() - 1;
        if self.pairs < Self::due(many) {
            return None;
        }
        let swept = swept(self.products.clone())?;
        let variance = swept[many][many] / (self.pairs - many as u64) as f64;
        if variance < 1e-9 {
            return None;
        }
        let effect = |place: usize| Estimate {
            value: swept[place][many] / SLOPE,
            error: Z_95 * (variance * swept[place][place]).sqrt() / SLOPE,
        };
        Some((0..many).map(effect).collect())
    }
}

/// Sweeps out all columns but the last. Of products of signs and scores it leaves the inverse of
/// the signs' products, in the last column the coefficients, and in the corner the squares left.
/// Nothing where a column depends on others.
fn swept(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    for pivot in 0..matrix.len() - 1 {
        let mut row = std::mem::take(&mut matrix[pivot]);
        let head = std::mem::replace(&mut row[pivot], 1.0);
        // Products of signs are whole numbers.
        if head < 1e-6 {
            return None;
        }
        row.iter_mut().for_each(|value| *value /= head);
        for other in matrix.iter_mut().filter(|other| !other.is_empty()) {
            let factor = std::mem::take(&mut other[pivot]);
            other.iter_mut().zip(&row).for_each(|(value, less)| *value -= factor * less);
        }
        matrix[pivot] = row;
    }
    Some(matrix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ozutsu_match::stats::expected_score;
    use rand::prelude::*;
    use rand::rngs::StdRng;
    use rules::Rules;

    /// A screen of factors with these effects, a third of its games drawn.
    fn played(effects: &[f64], pairs: u64, seed: u64) -> Fit {
        let mut chance = StdRng::seed_from_u64(seed);
        let mut fit = Fit::new(effects.len());
        let rules = Rules::by_name("shogi").unwrap();
        for number in 0..pairs {
            let is_high: Vec<_> = effects.iter().map(|_| chance.random_bool(0.5)).collect();
            let signed = effects.iter().zip(&is_high).map(|(&e, &high)| if high { e } else { -e });
            let share = 1.5 * expected_score(signed.sum()) - 0.25;
            let mut game = || match chance.random_bool(1.0 / 3.0) {
                true => 1,
                false => 2 * u8::from(chance.random_bool(share.clamp(0.0, 1.0))),
            };
            let points = [game(), game()];
            fit.add(&Row { number, rules, is_high, points });
        }
        fit
    }

    #[test]
    fn effects_are_found_within_their_bounds() {
        let true_effects = [40.0, -25.0, 0.0, 10.0, 0.0];
        let found = played(&true_effects, 20_000, 1).effects().unwrap();
        for (estimate, effect) in found.iter().zip(true_effects) {
            let off = (estimate.value - effect).abs();
            assert!(off < 1.5 * estimate.error, "{estimate:?} {effect}");
            assert_eq!(estimate.value.abs() > 2.0 * estimate.error, effect != 0.0, "{estimate:?}");
        }
    }

    #[test]
    fn bounds_hold_what_they_should() {
        let true_effects = [15.0, 0.0, -8.0, 0.0, 0.0];
        let held = (0..200).flat_map(|seed| {
            let found = played(&true_effects, 300, seed).effects().unwrap();
            let is_held = |(estimate, effect): (Estimate, f64)| {
                (estimate.value - effect).abs() <= estimate.error
            };
            found.into_iter().zip(true_effects).map(is_held).collect::<Vec<_>>()
        });
        let held = held.filter(|&is_held| is_held).count();
        assert!((920..=980).contains(&held), "{held} of 1000");
    }

    #[test]
    fn little_is_said_of_little() {
        assert_eq!(Fit::due(3), 36);
        assert!(played(&[0.0; 3], 35, 1).effects().is_none());
        assert!(played(&[0.0; 3], 36, 1).effects().is_some());
        // Two factors that were always varied together cannot be told apart.
        let mut fit = Fit::new(2);
        let rules = Rules::by_name("shogi").unwrap();
        for number in 0..100 {
            let is_high = vec![number % 3 == 0; 2];
            fit.add(&Row { number, rules, is_high, points: [2, 1] });
        }
        assert!(fit.effects().is_none());
    }

    #[test]
    fn nothing_is_said_of_what_always_wins() {
        let mut fit = Fit::new(1);
        let rules = Rules::by_name("shogi").unwrap();
        for number in 0..100 {
            let is_high = number % 3 == 0;
            fit.add(&Row {
                number,
                rules,
                is_high: vec![is_high],
                points: [2 * u8::from(is_high); 2],
            });
        }
        assert!(fit.effects().is_none());
    }

    #[test]
    fn one_factor_is_a_match() {
        let mut fit = Fit::new(1);
        let rules = Rules::by_name("shogi").unwrap();
        for number in 0..80 {
            let is_high = number % 2 == 0;
            let points = if (number % 8 < 6) == is_high { [2, 1] } else { [0, 1] };
            fit.add(&Row { number, rules, is_high: vec![is_high], points });
        }
        // High scored 3/4 in 60 pairs and 1/4 in 20.
        let effect = fit.effects().unwrap()[0];
        assert!((effect.value - 0.125 / SLOPE).abs() < 1e-9, "{effect:?}");
        let deviation = ((1.0 / 16.0 - 1.0 / 64.0) / 79.0f64).sqrt();
        assert!((effect.error - Z_95 * deviation / SLOPE).abs() < 1e-9, "{effect:?}");
    }
}
