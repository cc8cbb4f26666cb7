//! What results say about strength.
//!
//! Games come in pairs with one opening and colours swapped, so a pair, not a game, is what is drawn
//! at random: its five results, from both games lost to both won, are counted. An opening that one
//! side always wins then tells nothing, where single games would tell a lot, all of it noise.

mod normal;
mod sprt;

pub use normal::{Z_95, normal_cdf};
pub use sprt::{Model, Sprt, Verdict};

use std::f64::consts::LN_10;

/// A game's points for the first engine, in halves.
pub type HalfPoints = u8;

/// The results of pairs, from the first engine's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Pairs with no points, half a point, and so on up to two.
    pub pairs: [u64; 5],
    /// Games lost, drawn and won.
    pub games: [u64; 3],
}

/// A value and how far it may be off, with 95 percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// Half the width of the interval around it.
    pub error: f64,
}

/// A normalised Elo of one is a difference of this many standard deviations of a game.
pub(crate) const NORMALISED: f64 = LN_10 / 800.0;

impl Tally {
    /// Counts a pair.
    pub fn add(&mut self, pair: [HalfPoints; 2]) {
        let pair = pair.map(|halves| usize::from(halves.min(2)));
        self.pairs[pair[0] + pair[1]] += 1;
        pair.into_iter().for_each(|halves| self.games[halves] += 1);
    }

    /// How many pairs there are.
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The first engine's share of all points.
    pub fn score(&self) -> f64 {
        moments(&self.pairs.map(|count| count as f64)).0
    }

    /// The Elo difference, which is infinite if one side has all points.
    pub fn elo(&self) -> Option<Estimate> {
        let (score, deviation) = self.mean()?;
        let (low, high) = (score - Z_95 * deviation, score + Z_95 * deviation);
        Some(Estimate { value: elo(score), error: (elo(high) - elo(low)) / 2.0 })
    }

    /// The difference in standard deviations of a game: what decides how many games a test takes.
    pub fn normalised_elo(&self) -> Option<Estimate> {
        let (score, deviation) = self.mean()?;
        let pairs = self.count() as f64;
        let of_game = deviation * (2.0 * pairs).sqrt();
        let value = (score - 0.5) / of_game / NORMALISED;
        Some(Estimate { value, error: Z_95 / (2.0 * pairs).sqrt() / NORMALISED })
    }

    /// How likely it is that the first engine is the stronger one.
    pub fn superiority(&self) -> Option<f64> {
        let (score, deviation) = self.mean()?;
        Some(normal_cdf((score - 0.5) / deviation))
    }

    /// The score and its standard deviation; nothing where all pairs ended alike, which tells
    /// nothing of how they scatter.
    fn mean(&self) -> Option<(f64, f64)> {
        let (score, variance) = moments(&self.pairs.map(|count| count as f64));
        (variance > 0.0).then(|| (score, (variance / self.count() as f64).sqrt()))
    }
}

/// The points of a pair's five results, of one.
pub(crate) const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean and variance of a pair's points, by how often each result came.
pub(crate) fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    if total == 0.0 {
        return (0.5, 0.0);
    }
    let average = |of: &dyn Fn(f64) -> f64| {
        POINTS.iter().zip(counts).map(|(&points, count)| of(points) * count).sum::<f64>() / total
    };
    let mean = average(&|points| points);
    (mean, average(&|points| (points - mean).powi(2)))
}

/// The Elo difference at which one scores so.
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// What one scores at such an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results that users of fastchess have published, with what it said of them.
    const PUBLISHED: [([u64; 5], [f64; 5]); 5] = [
        ([1, 10, 78, 48, 13], [72.85, 22.33, 132.30, 39.32, 100.0]),
        ([352, 579, 1264, 743, 464], [19.83, 6.77, 24.25, 8.26, 100.0]),
        ([790, 1759, 3256, 1780, 807], [1.14, 4.04, 1.48, 5.26, 70.95]),
        ([0, 0, 1, 8, 1], [190.85, 65.54, 549.34, 152.27, 100.0]),
        ([34, 49, 128, 62, 27], [-0.58, 21.41, -0.75, 27.80, 47.88]),
    ];

    #[test]
    fn published_results_are_read_as_published() {
        for (pairs, [elo, error, normalised, off, superiority]) in PUBLISHED {
            let tally = Tally { pairs, ..Tally::default() };
            let is_near = |value: f64, published: f64| (value - published).abs() < 0.0051;
            let found = tally.elo().unwrap();
            assert!(is_near(found.value, elo) && is_near(found.error, error), "{found:?}");
            let found = tally.normalised_elo().unwrap();
            assert!(is_near(found.value, normalised) && is_near(found.error, off), "{found:?}");
            let found = 100.0 * tally.superiority().unwrap();
            assert!(is_near(found, superiority), "{found}");
        }
    }

    #[test]
    fn pairs_and_games_are_counted() {
        let mut tally = Tally::default();
        for pair in [[2, 0], [1, 1], [2, 2], [0, 1]] {
            tally.add(pair);
        }
        assert_eq!(tally, Tally { pairs: [0, 1, 2, 0, 1], games: [2, 3, 3] });
        assert_eq!(tally.score(), 4.5 / 8.0);
    }

    #[test]
    fn little_is_said_of_little() {
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(Tally::default().score(), 0.5);
        let mut won = Tally::default();
        won.add([2, 2]);
        assert_eq!((won.elo(), won.superiority()), (None, None));
    }

    #[test]
    fn elo_and_score_are_each_other_s_inverse() {
        for difference in [-400.0, -10.0, 0.0, 3.5, 800.0] {
            assert!((elo(expected_score(difference)) - difference).abs() < 1e-9);
        }
        assert_eq!(elo(1.0), f64::INFINITY);
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
