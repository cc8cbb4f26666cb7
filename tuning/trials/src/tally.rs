//! The results of a match of two: Elo, normalised Elo and likelihood of superiority.
//!
//! Games are played in pairs from one opening with colours swapped, so the unit of observation is the
//! pair, not the game. The five possible scores of a pair are counted (the pentanomial model, as in
//! fishtest). Counting single games would overestimate the variance: in an opening that one side always
//! wins, the games differ but the pair scores 1 point every time.

use crate::estimate::{Estimate, Z_95, normal_cdf};
use crate::share::{GameCounts, HalfPoints};
use serde::{Deserialize, Serialize};
use std::f64::consts::LN_10;

/// Counts of results, from the first engine's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Pairs that scored 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    pub black: GameCounts,
    pub white: GameCounts,
}

/// Normalised Elo of a score that is one standard deviation (of a single game) above 0.5.
pub(crate) const NELO_PER_DEVIATION: f64 = 800.0 / LN_10;

/// The five possible scores of a pair, as fractions of its two points.
pub(crate) const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Tally {
    /// Adds the scores as Black and as White.
    pub fn add_pair(&mut self, pair: [HalfPoints; 2]) {
        let [black, white] = pair.map(|half_points| half_points.min(2));
        self.pairs[usize::from(black + white)] += 1;
        self.black.add_game(black);
        self.white.add_game(white);
    }

    pub fn games(&self) -> GameCounts {
        self.black + self.white
    }

    pub fn game_count(&self) -> u64 {
        2 * self.pair_count()
    }

    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the first engine's score as a fraction of all points, or 0.5 if there are no games.
    pub fn score(&self) -> f64 {
        mean_and_variance(&self.pairs.map(|count| count as f64)).0
    }

    /// Returns the Elo difference, unless its interval has no bounds: one side may have all points.
    pub fn elo(&self) -> Option<Estimate> {
        let (score, deviation) = self.score_and_deviation()?;
        let (low, high) = (score - Z_95 * deviation, score + Z_95 * deviation);
        let error = (elo(high) - elo(low)) / 2.0;
        error.is_finite().then(|| Estimate::new(elo(score), error))
    }

    /// Returns the normalised Elo difference (nElo), on which the length of an SPRT depends.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let (score, deviation) = self.score_and_deviation()?;
        let games = self.game_count() as f64;
        let game_deviation = deviation * games.sqrt();
        let value = (score - 0.5) / game_deviation * NELO_PER_DEVIATION;
        Some(Estimate::new(value, Z_95 / games.sqrt() * NELO_PER_DEVIATION))
    }

    /// Returns the likelihood of superiority (LOS): how likely it is that the first engine is the
    /// stronger one.
    pub fn los(&self) -> Option<f64> {
        let (score, deviation) = self.score_and_deviation()?;
        Some(normal_cdf((score - 0.5) / deviation))
    }

    /// Returns the score and its standard deviation. Returns `None` if all pairs had the same result,
    /// because the deviation cannot be estimated then.
    fn score_and_deviation(&self) -> Option<(f64, f64)> {
        let (score, variance) = mean_and_variance(&self.pairs.map(|count| count as f64));
        (variance > 0.0).then(|| (score, (variance / self.pair_count() as f64).sqrt()))
    }
}

/// Returns the mean and the variance of a pair's score, from how often each result occurred.
pub(crate) fn mean_and_variance(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return (0.5, 0.0);
    }
    let average = |f: &dyn Fn(f64) -> f64| {
        PAIR_SCORES.iter().zip(counts).map(|(&score, count)| f(score) * count).sum::<f64>() / total
    };
    let mean = average(&|score| score);
    (mean, average(&|score| (score - mean).powi(2)))
}

/// Converts an expected score to an Elo difference.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Converts an Elo difference to an expected score.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published results of fastchess: pair counts, then Elo, its error, nElo, its error, and LOS in
    /// per cent.
    const PUBLISHED: [([u64; 5], [f64; 5]); 5] = [
        ([1, 10, 78, 48, 13], [72.85, 22.33, 132.30, 39.32, 100.0]),
        ([352, 579, 1264, 743, 464], [19.83, 6.77, 24.25, 8.26, 100.0]),
        ([790, 1759, 3256, 1780, 807], [1.14, 4.04, 1.48, 5.26, 70.95]),
        ([0, 0, 1, 8, 1], [190.85, 65.54, 549.34, 152.27, 100.0]),
        ([34, 49, 128, 62, 27], [-0.58, 21.41, -0.75, 27.80, 47.88]),
    ];

    #[test]
    fn estimates_match_published_results() {
        for (pairs, [elo, elo_error, nelo, nelo_error, los]) in PUBLISHED {
            let tally = Tally { pairs, ..Tally::default() };
            let is_near = |value: f64, published: f64| (value - published).abs() < 0.0051;
            let found = tally.elo().unwrap();
            assert!(is_near(found.value, elo) && is_near(found.error(), elo_error), "{found:?}");
            let found = tally.normalised_elo().unwrap();
            assert!(is_near(found.value, nelo) && is_near(found.error(), nelo_error), "{found:?}");
            let found = 100.0 * tally.los().unwrap();
            assert!(is_near(found, los), "{found}");
        }
    }

    #[test]
    fn pairs_and_games_are_counted() {
        let mut tally = Tally::default();
        for pair in [[2, 0], [1, 1], [2, 2], [0, 1]] {
            tally.add_pair(pair);
        }
        let (black, white) = (GameCounts([1, 1, 2]), GameCounts([1, 2, 1]));
        assert_eq!(tally, Tally { pairs: [0, 1, 2, 0, 1], black, white });
        assert_eq!(tally.games(), GameCounts([2, 3, 3]));
        assert_eq!(tally.score(), 4.5 / 8.0);
    }

    #[test]
    fn too_few_results_give_no_estimate() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(Tally::default().score(), 0.5);
        let mut won = Tally::default();
        won.add_pair([2, 2]);
        assert_eq!((won.elo(), won.los()), (None, None));
        // The interval ends at all points.
        let nearly_won = Tally { pairs: [0, 0, 0, 1, 9], ..Tally::default() };
        assert_eq!((nearly_won.elo(), nearly_won.los().is_some()), (None, true));
    }

    #[test]
    fn elo_is_the_inverse_of_expected_score() {
        for difference in [-400.0, -10.0, 0.0, 3.5, 800.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert_eq!(elo(1.0), f64::INFINITY);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
