//! The sequential probability ratio test (SPRT): a match ends as soon as the results favour one of two
//! hypotheses strongly enough.
//!
//! The log-likelihood ratio is the generalised one of fishtest:
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>.

use crate::tally::{NELO_PER_DEVIATION, PAIR_SCORES, Tally, expected_score, mean_and_variance};
use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    #[default]
    Logistic,
    #[serde(rename = "normalized")]
    Normalised,
}

/// A test of two hypotheses about how much stronger the first engine is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    /// The strength under hypothesis H0, usually no gain.
    pub elo0: f64,
    /// The strength under hypothesis H1, the gain to detect.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true.
    pub beta: f64,
    pub model: Model,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hypothesis {
    /// The strength is `elo0` or less.
    H0,
    /// The strength is `elo1` or more.
    H1,
}

/// Replaces a count of 0, so that a result that has not occurred yet is rare rather than impossible
/// and logarithms stay finite.
const MIN_COUNT: f64 = 1e-3;

impl Sprt {
    /// Returns the bounds of the log-likelihood ratio at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// Returns the log-likelihood ratio (LLR) of H1 to H0. Positive values favour H1.
    ///
    /// A hypothesis fixes the mean score of a pair, or in the normalised model how many standard deviations the
    /// mean is above 0.5. The likelihood under it is that of the most likely such distribution.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| (count as f64).max(MIN_COUNT));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let distribution = |elo: f64| match self.model {
            Model::Logistic => distribution_with_mean(&frequencies, expected_score(elo)),
            // The deviation of a pair's score is that of a game's divided by the root of 2.
            Model::Normalised => {
                distribution_with_t_value(&frequencies, elo / NELO_PER_DEVIATION * SQRT_2)
            }
        };
        let (h0, h1) = (distribution(self.elo0), distribution(self.elo1));
        counts.iter().zip(h0.iter().zip(h1)).map(|(count, (p0, p1))| count * (p1 / p0).ln()).sum()
    }

    /// Returns the accepted hypothesis, or `None` if more games are needed.
    pub fn accepted(&self, tally: &Tally) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr >= upper => Some(Hypothesis::H1),
            llr if llr <= lower => Some(Hypothesis::H0),
            _ => None,
        }
    }
}

/// Returns the most likely distribution of pair scores with a given mean.
fn distribution_with_mean(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let mean = mean.clamp(1e-6, 1.0 - 1e-6);
    most_likely_distribution(frequencies, &PAIR_SCORES.map(|score| score - mean))
}

/// The largest number of steps to a distribution with a given t-value. Nearly always ten are enough.
const MAX_STEPS: usize = 50;

/// Returns the most likely distribution of pair scores whose mean is `t` of its own standard deviations above 0.5.
///
/// The deviation depends on the distribution, so the condition is not linear in the probabilities. Each step
/// replaces it by its linearisation at the last distribution, as in Van den Bergh's "Comments on normalized Elo",
/// and the fixed point fulfils it. The first distribution is the uniform one.
fn distribution_with_t_value(frequencies: &[f64; 5], t: f64) -> [f64; 5] {
    let mut distribution = [0.2; 5];
    for _ in 0..MAX_STEPS {
        let (mean, variance) = mean_and_variance(&distribution);
        let deviation = variance.sqrt();
        let terms = PAIR_SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
        });
        if terms.iter().all(|&term| term < 0.0) || terms.iter().all(|&term| term > 0.0) {
            // Only far beyond the bounds of any test.
            break;
        }
        let next = most_likely_distribution(frequencies, &terms);
        let change = distribution.iter().zip(next).map(|(old, new)| (old - new).abs());
        let is_fixed = change.fold(0.0, f64::max) < 1e-9;
        distribution = next;
        if is_fixed {
            break;
        }
    }
    distribution
}

/// Returns the distribution in which the mean of `terms` is 0 and under which the observed frequencies are most
/// likely. The terms must have both signs.
///
/// The maximum-likelihood solution divides each frequency by `1 + x * term`. Bisection finds the `x` for which the
/// mean is 0.
fn most_likely_distribution(frequencies: &[f64; 5], terms: &[f64; 5]) -> [f64; 5] {
    let distribution = |x: f64| {
        let mut distribution = *frequencies;
        for (probability, term) in distribution.iter_mut().zip(terms) {
            *probability /= 1.0 + x * term;
        }
        distribution
    };
    let mean =
        |x: f64| -> f64 { distribution(x).iter().zip(terms).map(|(p, term)| p * term).sum() };
    // Between these bounds all probabilities are positive, and the mean falls as `x` rises.
    let largest = terms.iter().copied().fold(f64::MIN, f64::max);
    let smallest = terms.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    distribution(f64::midpoint(low, high))
}

/// Formats the hypotheses and the error probabilities.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let unit = match model {
            Model::Logistic => "Elo",
            Model::Normalised => "nElo",
        };
        write!(f, "SPRT [{elo0}, {elo1}] {unit}, alpha {alpha} beta {beta}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn llr(sprt: Sprt, pairs: [u64; 5]) -> f64 {
        sprt.llr(&Tally { pairs, ..Tally::default() })
    }

    /// From the Stockfish pull requests 3209, 3098, 2971 and 2493.
    #[test]
    fn llr_matches_fishtest() {
        for (pairs, elo0, elo1, published) in [
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
            ([424, 2948, 5832, 3045, 460], -1.0, 3.0, 2.94),
        ] {
            let found = llr(sprt(elo0, elo1, Model::Logistic), pairs);
            assert!((found - published).abs() < 0.0051, "{found} {published}");
        }
    }

    /// From Stockfish pull request 5712 and runs of fastchess.
    #[test]
    fn llr_of_normalised_elo_matches_published_values() {
        for (pairs, elo0, elo1, published) in [
            ([831, 31795, 68460, 32448, 834], 0.0, 2.0, 2.93),
            ([307, 54901, 140_959, 56230, 281], 0.5, 2.5, 2.95),
            ([790, 1759, 3256, 1780, 807], 0.0, 5.0, -0.71),
            ([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60),
        ] {
            let found = llr(sprt(elo0, elo1, Model::Normalised), pairs);
            assert!((found - published).abs() < 0.0051, "{found} {published}");
        }
    }

    /// The first is fishtest's. The others were computed apart from this program, and most of them in another way as
    /// well: as the maximum over the means of a distribution, whose deviation follows from the t-value.
    #[test]
    fn llr_of_normalised_elo_is_right_for_lopsided_results() {
        for (pairs, elo0, elo1, expected) in [
            ([0, 0, 1000, 1, 0], 0.0, 50.0, -38.80580),
            ([0, 0, 1000, 1, 0], 0.0, 5.0, 0.31430),
            ([0, 1, 1000, 0, 0], 0.0, 5.0, -0.68624),
            ([0, 0, 0, 0, 5], 0.0, 5.0, 0.10073),
            ([0, 0, 0, 0, 500], 0.0, 5.0, 10.07186),
            ([500, 0, 0, 0, 0], 0.0, 5.0, -10.27892),
            ([1, 10, 78, 48, 13], 0.0, 5.0, 1.30961),
            ([0, 0, 50, 900, 50], 0.0, 10.0, 27.96385),
            ([0, 0, 0, 10, 990], -5.0, 0.0, 20.50676),
            ([3, 100, 400, 20, 0], 0.0, 5.0, -3.14317),
            ([0, 20, 5, 0, 0], -3.0, 1.0, -0.25581),
        ] {
            let found = llr(sprt(elo0, elo1, Model::Normalised), pairs);
            assert!((found - expected).abs() < 2e-5, "{pairs:?}: {found}, expected {expected}");
        }
    }

    #[test]
    fn llr_is_finite_for_any_result_and_bounds() {
        for pairs in [[0, 0, 0, 0, 9], [9, 0, 0, 0, 0], [0, 0, 9000, 1, 0], [1, 1, 1, 1, 1]] {
            for (elo0, elo1) in [(-999.0, 999.0), (0.0, 999.0), (-200.0, 200.0), (0.0, 300.0)] {
                for model in [Model::Logistic, Model::Normalised] {
                    let found = llr(sprt(elo0, elo1, model), pairs);
                    assert!(found.is_finite(), "{pairs:?} {elo0} {elo1} {model:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn hypotheses_are_accepted_at_the_bounds() {
        let sprt = sprt(0.0, 10.0, Model::Logistic);
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        let accepted = |pairs| sprt.accepted(&Tally { pairs, ..Tally::default() });
        assert_eq!(accepted([0; 5]), None);
        assert_eq!(accepted([20, 50, 100, 80, 40]), None);
        assert_eq!(accepted([200, 500, 1000, 800, 400]), Some(Hypothesis::H1));
        assert_eq!(accepted([400, 800, 1000, 500, 200]), Some(Hypothesis::H0));
    }

    #[test]
    fn the_most_likely_distribution_sums_to_one_and_has_the_mean() {
        let frequencies = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.1, 0.5, 0.53, 0.9] {
            let distribution = distribution_with_mean(&frequencies, mean);
            let (found, _) = mean_and_variance(&distribution);
            assert!((found - mean).abs() < 1e-9, "{found}");
            assert!((distribution.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_few_wins_are_not_decisive() {
        let found = llr(sprt(0.0, 10.0, Model::Logistic), [0, 0, 0, 0, 5]);
        assert!(found > 0.0 && found < 1.0, "{found}");
    }
}
