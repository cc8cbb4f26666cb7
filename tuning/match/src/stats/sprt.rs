//! The sequential test: stop as soon as the results favour one hypothesis enough.

use super::{NORMALISED, POINTS, Tally, expected_score, moments};
use std::fmt;

/// What the bounds of a test are counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo.
    #[default]
    Logistic,
    /// Normalised Elo.
    Normalised,
}

/// A test of two hypotheses on the first engine's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The strength of the hypothesis that there is no gain.
    pub elo0: f64,
    /// The strength of the hypothesis that there is one.
    pub elo1: f64,
    /// How often no gain may be taken for one.
    pub alpha: f64,
    /// How often a gain may be missed.
    pub beta: f64,
    /// What the strengths are counted in.
    pub model: Model,
}

/// What a test has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is no gain.
    H0,
    /// There is one.
    H1,
}

/// What stands for a result that has not come yet: it is rare, not impossible.
const RARE: f64 = 1e-3;

impl Sprt {
    /// The bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the hypotheses: by how much the results favour a gain.
    ///
    /// Each hypothesis gives the mean of a pair's points; the likelihood of the results under it is
    /// that of the likeliest distribution with this mean.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        if tally.count() == 0 {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| (count as f64).max(RARE));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let (_, variance) = moments(&counts);
        let mean = |elo: f64| match self.model {
            Model::Logistic => expected_score(elo),
            Model::Normalised => 0.5 + elo * NORMALISED * (2.0 * variance).sqrt(),
        };
        let (none, gain) = (tilt(&shares, mean(self.elo0)), tilt(&shares, mean(self.elo1)));
        let gains = counts.iter().zip(none.iter().zip(gain));
        gains.map(|(count, (none, gain))| count * (gain / none).ln()).sum()
    }

    /// Whether the results are enough, and for what.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        match self.ratio(tally) {
            ratio if ratio >= upper => Some(Verdict::H1),
            ratio if ratio <= lower => Some(Verdict::H0),
            _ => None,
        }
    }
}

/// The distribution with this mean that makes such shares likeliest: each share over
/// `1 + t * (its points - mean)`, with the one `t` that makes the mean right.
fn tilt(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let mean = mean.clamp(1e-6, 1.0 - 1e-6);
    let tilted = |t: f64| {
        let mut tilted = *shares;
        for (share, points) in tilted.iter_mut().zip(POINTS) {
            *share /= 1.0 + t * (points - mean);
        }
        tilted
    };
    let excess = |t: f64| -> f64 {
        tilted(t).iter().zip(POINTS).map(|(share, points)| share * (points - mean)).sum()
    };
    // Between these all shares are positive, and the excess falls.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    tilted(f64::midpoint(low, high))
}

impl fmt::Display for Sprt {
    /// The hypotheses and the errors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.model {
            Model::Logistic => "Elo",
            Model::Normalised => "nElo",
        };
        write!(
            f,
            "SPRT [{}, {}] {unit}, alpha {} beta {}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    fn ratio(test: Sprt, pairs: [u64; 5]) -> f64 {
        test.ratio(&Tally { pairs, ..Tally::default() })
    }

    /// Tests of Stockfish patches as their pull requests quote them: 3209, 3098, 2971, 2493.
    #[test]
    fn ratios_that_fishtest_published() {
        for (pairs, elo0, elo1, published) in [
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
            ([58, 3302, 33130, 3518, 84], 0.25, 1.25, 2.97),
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([17, 253, 1042, 337, 39], -0.5, 1.5, 2.96),
            ([11, 407, 3238, 513, 11], 0.25, 1.75, 2.93),
            ([424, 2948, 5832, 3045, 460], -1.0, 3.0, 2.94),
        ] {
            let found = ratio(test(elo0, elo1, Model::Logistic), pairs);
            assert!((found - published).abs() < 0.0051, "{found} {published}");
        }
    }

    /// Pull request 5712, and runs of fastchess; the variance is that of the results under both
    /// hypotheses, which makes a little difference where they are far from even.
    #[test]
    fn ratios_of_normalised_elo() {
        for (pairs, elo0, elo1, published) in [
            ([831, 31795, 68460, 32448, 834], 0.0, 2.0, 2.93),
            ([307, 54901, 140_959, 56230, 281], 0.5, 2.5, 2.95),
            ([790, 1759, 3256, 1780, 807], 0.0, 5.0, -0.71),
            ([352, 579, 1264, 743, 464], 9.0, 16.0, 4.60),
        ] {
            let found = ratio(test(elo0, elo1, Model::Normalised), pairs);
            assert!((found - published).abs() < 0.01 * published.abs(), "{found} {published}");
        }
    }

    #[test]
    fn bounds_and_verdicts() {
        let test = test(0.0, 10.0, Model::Logistic);
        let (lower, upper) = test.bounds();
        assert!((lower + 2.944).abs() < 0.001 && (upper - 2.944).abs() < 0.001);
        let verdict = |pairs| test.verdict(&Tally { pairs, ..Tally::default() });
        assert_eq!(verdict([0; 5]), None);
        assert_eq!(verdict([20, 50, 100, 80, 40]), None);
        assert_eq!(verdict([200, 500, 1000, 800, 400]), Some(Verdict::H1));
        assert_eq!(verdict([400, 800, 1000, 500, 200]), Some(Verdict::H0));
    }

    #[test]
    fn the_tilted_distribution_is_one_and_has_its_mean() {
        let shares = [0.1, 0.2, 0.4, 0.2, 0.1];
        for mean in [0.1, 0.5, 0.53, 0.9] {
            let tilted = tilt(&shares, mean);
            let (found, _) = moments(&tilted);
            assert!((found - mean).abs() < 1e-9, "{found}");
            assert!((tilted.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_few_wins_alone_decide_nothing() {
        let found = ratio(test(0.0, 10.0, Model::Logistic), [0, 0, 0, 0, 5]);
        assert!(found > 0.0 && found < 1.0, "{found}");
    }
}
