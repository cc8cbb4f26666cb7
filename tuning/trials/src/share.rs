//! Shares, such as that of the points that the first player gets, with 95% confidence intervals.

use crate::estimate::{Estimate, Z_95};
use rules::Color;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Add;

/// A player's score in one game, in half points: 0, 1 or 2.
pub type HalfPoints = u8;

/// Returns a side's half points in a game that was won by a side, or drawn.
pub fn half_points(winner: Option<Color>, side: Color) -> HalfPoints {
    winner.map_or(1, |winner| if winner == side { 2 } else { 0 })
}

/// The numbers of games that a player has lost, drawn and won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameCounts(pub [u64; 3]);

/// A share between 0 and 1 with the ends of its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
    /// The number of observations, most often games.
    pub games: u64,
}

impl GameCounts {
    pub fn add_game(&mut self, half_points: HalfPoints) {
        self.0[usize::from(half_points.min(2))] += 1;
    }

    pub fn games(self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the player's points. A draw is half a point.
    pub fn points(self) -> f64 {
        let [_, drawn, won] = self.0.map(|count| count as f64);
        won + drawn / 2.0
    }

    /// Returns the games from the other player's point of view.
    pub fn turned(self) -> Self {
        let [lost, drawn, won] = self.0;
        Self([won, drawn, lost])
    }

    /// Returns the share of the points, or `None` if there are no games, which must be independent.
    pub fn points_share(self) -> Option<Share> {
        self.points_share_within(Z_95)
    }

    /// Returns the same with an interval of this number of standard deviations to each side.
    pub fn points_share_within(self, deviations: f64) -> Option<Share> {
        let games = self.games();
        let share = self.points() / games as f64;
        (games > 0).then(|| score_interval(share, self.smoothed_draws(), games, deviations))
    }

    /// Returns the share of draws, or `None` if there are no games.
    pub fn draw_share(self) -> Option<Share> {
        Share::of(self.0[1], self.games())
    }

    /// Returns the number of games after which the interval of the points' share is the share ± `error`, or `None` if
    /// there are no games.
    pub fn games_needed(self, error: f64) -> Option<u64> {
        let share = self.points_share()?;
        // Between the observed share and the middle of the interval, which is nearer to 1/2: a run of wins is no proof
        // of a game that is always won.
        let middle = f64::midpoint(share.low, share.high);
        let variance = middle * (1.0 - middle) - self.smoothed_draws() / 4.0;
        Some((variance * (Z_95 / error).powi(2)).ceil() as u64)
    }

    /// Returns the share of draws after four more decisive games, so that a few draws in a row leave an interval.
    fn smoothed_draws(self) -> f64 {
        self.0[1] as f64 / (self.games() as f64 + Z_95 * Z_95)
    }
}

impl Add for GameCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self([0, 1, 2].map(|half_points| self.0[half_points] + other.0[half_points]))
    }
}

/// Formats the share in per cent, with the distance to the farther end of its interval.
impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = (self.high - self.share).max(self.share - self.low);
        f.pad(&format!("{:.0}% ±{:.0}", 100.0 * self.share, (100.0 * error).max(1.0)))
    }
}

impl Share {
    /// Returns the share of `count` in `games`, or `None` if there are no games.
    pub fn of(count: u64, games: u64) -> Option<Self> {
        Self::within(count, games, Z_95)
    }

    /// Returns the same with an interval of this number of standard deviations to each side.
    pub fn within(count: u64, games: u64, deviations: f64) -> Option<Self> {
        (games > 0).then(|| score_interval(count as f64 / games as f64, 0.0, games, deviations))
    }

    /// Returns the share without the number of observations.
    pub fn estimate(self) -> Estimate {
        Estimate { value: self.share, low: self.low, high: self.high }
    }

    pub fn contains(self, share: f64) -> bool {
        (self.low..=self.high).contains(&share)
    }
}

/// Returns the score interval of Wilson: the shares that are at most `deviations` of their standard deviations from the
/// observed one.
///
/// With draws, the variance of a game's points is `p * (1 - p) - draws / 4` for a share of the points `p`.
/// <https://en.wikipedia.org/wiki/Binomial_proportion_confidence_interval#Wilson_score_interval>
fn score_interval(share: f64, draws: f64, games: u64, deviations: f64) -> Share {
    let k = deviations * deviations / games as f64;
    let variance = share * (1.0 - share) - draws / 4.0;
    let middle = (share + k / 2.0) / (1.0 + k);
    let error = (k * (variance + k * (1.0 - draws) / 4.0)).max(0.0).sqrt() / (1.0 + k);
    Share { share, low: (middle - error).max(0.0), high: (middle + error).min(1.0), games }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    /// Plays games that are drawn and won with known probabilities.
    fn play(games: u64, draw: f64, win: f64, rng: &mut StdRng) -> GameCounts {
        let mut counts = GameCounts::default();
        for _ in 0..games {
            match rng.random::<f64>() {
                x if x < draw => counts.add_game(1),
                x if x < draw + win => counts.add_game(2),
                _ => counts.add_game(0),
            }
        }
        counts
    }

    #[test]
    fn intervals_match_published_values() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
        for (count, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let share = Share::of(count, games).unwrap();
            assert!(
                (share.low - low).abs() < 5e-5 && (share.high - high).abs() < 5e-5,
                "{share:?}"
            );
        }
        assert_eq!(Share::of(0, 0), None);
        assert_eq!(Share::of(15, 148).unwrap().to_string(), "10% ±6");
    }

    #[test]
    fn intervals_hold_the_true_share_in_95_percent() {
        let mut rng = StdRng::seed_from_u64(66);
        for (games, draw, win) in [
            (20, 0.0, 0.5),
            (60, 0.0, 0.61),
            (400, 0.0, 0.9),
            (60, 0.3, 0.35),
            (200, 0.6, 0.25),
            (100, 0.9, 0.06),
        ] {
            let mut held = 0;
            for _ in 0..4000 {
                let share = play(games, draw, win, &mut rng).points_share().unwrap();
                held += u32::from(share.contains(win + draw / 2.0));
            }
            let held = f64::from(held) / 4000.0;
            assert!((0.93..0.98).contains(&held), "{games} games, {draw}, {win}: {held}");
        }
    }

    #[test]
    fn draws_make_the_interval_narrower_but_leave_one() {
        let decisive = GameCounts([50, 0, 50]).points_share().unwrap();
        let drawish = GameCounts([10, 80, 10]).points_share().unwrap();
        assert!(drawish.estimate().error() < 0.6 * decisive.estimate().error(), "{drawish:?}");
        let drawn = GameCounts([0, 10, 0]).points_share().unwrap();
        assert!((0.3..0.45).contains(&drawn.low) && (0.55..0.7).contains(&drawn.high), "{drawn:?}");
    }

    #[test]
    fn the_games_needed_give_an_interval_of_that_width() {
        let counts = GameCounts([40, 20, 60]);
        let needed = counts.games_needed(0.02).unwrap();
        let factor = needed / counts.games();
        let more = GameCounts(counts.0.map(|count| count * factor));
        assert!((more.points_share().unwrap().estimate().error() - 0.02).abs() < 0.001, "{needed}");
        assert_eq!(GameCounts([1200, 0, 1200]).games_needed(0.02), Some(2401));
        assert_eq!(GameCounts::default().games_needed(0.02), None);
    }
}
