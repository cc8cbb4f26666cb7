//! Means, and ratios of two numbers that are counted in each game, with 95% confidence intervals.

use crate::estimate::{Estimate, Z_95};

/// The sums over independent games from which the ratio of two counts follows, as of the promotions to the moves that
/// could promote. What happens in one game counts as one observation. With wholes of 1 the ratio is the mean of the counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    games: u64,
    counts: f64,
    wholes: f64,
    /// Sums of products: count with itself, with the whole, and the whole with itself.
    products: [f64; 3],
}

impl Ratio {
    /// Adds a game, in which something happened `count` of `whole` times.
    pub fn add(&mut self, count: f64, whole: f64) {
        self.games += 1;
        self.counts += count;
        self.wholes += whole;
        for (product, value) in
            self.products.iter_mut().zip([count * count, count * whole, whole * whole])
        {
            *product += value;
        }
    }

    /// Returns the sum of the wholes.
    pub fn whole(&self) -> f64 {
        self.wholes
    }

    /// Returns the ratio, or `None` with less than two games or if the whole is 0.
    pub fn estimate(&self) -> Option<Estimate> {
        if self.games < 2 || self.wholes <= 0.0 {
            return None;
        }
        let value = self.counts / self.wholes;
        let [count_count, count_whole, whole_whole] = self.products;
        // Of the distance of each game's count from the ratio of its whole.
        let squares = count_count - 2.0 * value * count_whole + value * value * whole_whole;
        let correction = self.games as f64 / (self.games - 1) as f64;
        let deviation = (squares.max(0.0) * correction).sqrt() / self.wholes;
        Some(Estimate::new(value, Z_95 * deviation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    #[test]
    fn with_wholes_of_one_it_is_the_mean_with_the_error_of_its_sample() {
        let mut mean = Ratio::default();
        assert_eq!(mean.estimate(), None);
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|value| mean.add(value, 1.0));
        let found = mean.estimate().unwrap();
        assert_eq!(found.value, 2.5);
        assert!((found.error() - Z_95 * (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn intervals_hold_the_true_ratio_in_95_percent_though_games_differ() {
        let mut rng = StdRng::seed_from_u64(7);
        let mut held = 0;
        for _ in 0..1000 {
            let mut ratio = Ratio::default();
            for _ in 0..100 {
                // In half of the games three quarters of the chances are taken, in the others one quarter.
                let chance = if rng.random_bool(0.5) { 0.75 } else { 0.25 };
                let whole = rng.random_range(0..10);
                let count = (0..whole).filter(|_| rng.random_bool(chance)).count();
                ratio.add(count as f64, f64::from(whole));
            }
            let found = ratio.estimate().unwrap();
            held += u32::from((found.value - 0.5).abs() <= found.error());
        }
        assert!((930..=970).contains(&held), "{held} of 1000");
    }
}
