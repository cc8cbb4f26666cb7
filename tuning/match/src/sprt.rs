//! The sequential probability ratio test (SPRT): a match ends as soon as the results favour one of two
//! hypotheses strongly enough.
//!
//! The log-likelihood ratio is the generalised one of fishtest:
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>.

use crate::stats::{NELO_PER_DEVIATION, PAIR_SCORES, Tally, expected_score, mean_and_variance};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    #[default]
    Logistic,
    Normalised,
}

/// A test of two hypotheses about how much stronger the first engine is.
#[derive(Clone, Copy, PartialEq, Debug)]
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Each hypothesis fixes only the mean score of a pair. The likelihood under it is that of the most
    /// likely distribution with this mean.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| (count as f64).max(MIN_COUNT));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        let (_, variance) = mean_and_variance(&counts);
        let mean = |elo: f64| match self.model {
            Model::Logistic => expected_score(elo),
            Model::Normalised => 0.5 + elo / NELO_PER_DEVIATION * (2.0 * variance).sqrt(),
        };
        let h0 = most_likely_distribution(&frequencies, mean(self.elo0));
        let h1 = most_likely_distribution(&frequencies, mean(self.elo1));
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

/// Returns the distribution of pair scores with a given mean under which the observed frequencies are
/// most likely.
///
/// The maximum-likelihood solution divides each frequency by `1 + t * (score - mean)`. Bisection finds
/// the `t` for which the result has the given mean.
fn most_likely_distribution(frequencies: &[f64; 5], mean: f64) -> [f64; 5] {
    let mean = mean.clamp(1e-6, 1.0 - 1e-6);
    let distribution = |t: f64| {
        let mut distribution = *frequencies;
        for (probability, score) in distribution.iter_mut().zip(PAIR_SCORES) {
            *probability /= 1.0 + t * (score - mean);
        }
        distribution
    };
    let excess = |t: f64| -> f64 {
        let distribution = distribution(t);
        distribution.iter().zip(PAIR_SCORES).map(|(p, score)| p * (score - mean)).sum()
    };
    // Between these bounds all probabilities are positive, and the excess falls as `t` rises.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
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

    /// From Stockfish pull request 5712 and runs of fastchess. We use the variance of the results
    /// under both hypotheses, which makes a small difference if they are far from even.
    #[test]
    fn llr_of_normalised_elo_matches_published_values() {
        for (pairs, elo0, elo1, published) in [
            ([831, 31795, 68460, 32448, 834], 0.0, 2.0, 2.93),
            ([307, 54901, 140_959, 56230, 281], 0.5, 2.5, 2.95),
            ([790, 1759, 3256, 1780, 807], 0.0, 5.0, -0.71),
            ([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60),
        ] {
            let found = llr(sprt(elo0, elo1, Model::Normalised), pairs);
            assert!((found - published).abs() < 0.01 * published.abs(), "{found} {published}");
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
            let distribution = most_likely_distribution(&frequencies, mean);
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
