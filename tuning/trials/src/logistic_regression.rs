//! Logistic regression of the results of games, with error bars that hold although the positions of a game share its
//! result.

use crate::estimate::{Estimate, Z_95};
use crate::linear::sweep;

/// Observations: the features of positions, and what became of them.
#[derive(Clone, Debug, Default)]
pub struct LogisticRegression {
    columns: usize,
    /// Columns and values of the features other than 0, position after position.
    features: Vec<(u16, f32)>,
    /// The end of each position's features.
    ends: Vec<usize>,
    /// The points of the game in which each position was: from 0 to 1.
    results: Vec<f32>,
    /// The end of each game's positions.
    games: Vec<usize>,
}

/// What a regression has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficients {
    weights: Vec<f64>,
    covariances: Vec<Vec<f64>>,
}

/// Standard deviation of the Gaussian prior of all coefficients. It is so wide that it matters only where
/// the observations say next to nothing.
const PRIOR_DEVIATION: f64 = 10.0;

/// Newton steps. Five are enough unless the features decide all results.
const STEPS: usize = 25;

impl LogisticRegression {
    /// Creates a regression on this number of columns of features.
    pub fn new(columns: usize) -> Self {
        Self { columns, ..Self::default() }
    }

    /// Adds a position of the current game.
    pub fn add_position(&mut self, features: impl Iterator<Item = (usize, f64)>, result: f64) {
        self.features.extend(features.map(|(column, value)| (column as u16, value as f32)));
        self.ends.push(self.features.len());
        self.results.push(result as f32);
    }

    /// Ends the current game.
    pub fn end_game(&mut self) {
        if self.games.last().copied().unwrap_or(0) < self.ends.len() {
            self.games.push(self.ends.len());
        }
    }

    /// Returns the number of games in which a column has a value other than 0.
    pub fn games_with(&self) -> Vec<usize> {
        let mut games = vec![0; self.columns];
        let mut start = 0;
        for &end in &self.games {
            let mut has = vec![false; self.columns];
            for position in start..end {
                self.position(position).for_each(|(column, _)| has[column] = true);
            }
            games.iter_mut().zip(has).for_each(|(count, has)| *count += usize::from(has));
            start = end;
        }
        games
    }

    /// Returns the coefficients of the columns. `None` if there are fewer games than columns, or the columns cannot be
    /// told apart.
    ///
    /// The covariances are those of White's sandwich, in which a game is one observation, however many positions it has.
    /// Where one side wins nearly all games it says that nothing varies; then the curvature of the likelihood says that
    /// next to nothing is known.
    pub fn coefficients(&self) -> Option<Coefficients> {
        if self.games.len() <= self.columns {
            return None;
        }
        let mut weights = vec![0.0; self.columns];
        let prior = 1.0 / (PRIOR_DEVIATION * PRIOR_DEVIATION);
        let mut inverse = Vec::new();
        for _ in 0..STEPS {
            // The second derivatives of the likelihood, and beside them the first.
            let mut matrix = vec![vec![0.0; self.columns + 1]; self.columns];
            for position in 0..self.ends.len() {
                let predicted = self.predict(position, &weights);
                let error = f64::from(self.results[position]) - predicted;
                let curvature = predicted * (1.0 - predicted);
                for (column, value) in self.position(position) {
                    matrix[column][self.columns] += value * error;
                    for (other, other_value) in self.position(position) {
                        matrix[column][other] += curvature * value * other_value;
                    }
                }
            }
            for (column, row) in matrix.iter_mut().enumerate() {
                row[column] += prior;
                row[self.columns] -= prior * weights[column];
            }
            inverse = sweep(matrix, self.columns, 1e-9)?;
            let largest = (inverse.iter().zip(&mut weights))
                .map(|(row, weight)| {
                    let step = row[self.columns].clamp(-1.0, 1.0);
                    *weight += step;
                    step.abs()
                })
                .fold(0.0, f64::max);
            if largest < 1e-9 {
                break;
            }
        }
        let covariances = self.covariances(&inverse, &weights);
        Some(Coefficients { weights, covariances })
    }

    fn covariances(&self, inverse: &[Vec<f64>], weights: &[f64]) -> Vec<Vec<f64>> {
        let mut covariances = vec![vec![0.0; self.columns]; self.columns];
        let mut start = 0;
        for &end in &self.games {
            let mut slope = vec![0.0; self.columns];
            for position in start..end {
                let error = f64::from(self.results[position]) - self.predict(position, weights);
                self.position(position).for_each(|(column, value)| slope[column] += value * error);
            }
            // How far the game shifts each coefficient.
            let shift = |row: &Vec<f64>| row.iter().zip(&slope).map(|(a, b)| a * b).sum::<f64>();
            let shifts: Vec<f64> = inverse.iter().map(shift).collect();
            for (covariances, one) in covariances.iter_mut().zip(&shifts) {
                covariances.iter_mut().zip(&shifts).for_each(|(sum, other)| *sum += one * other);
            }
            start = end;
        }
        let games = self.games.len() as f64;
        let correction = games / (games - self.columns as f64);
        for (column, row) in covariances.iter_mut().enumerate() {
            row.iter_mut().for_each(|covariance| *covariance *= correction);
            row[column] = row[column].max(inverse[column][column]);
        }
        covariances
    }

    fn position(&self, position: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        let features = &self.features[start..self.ends[position]];
        features.iter().map(|&(column, value)| (usize::from(column), f64::from(value)))
    }

    fn predict(&self, position: usize, weights: &[f64]) -> f64 {
        let logit: f64 =
            self.position(position).map(|(column, value)| weights[column] * value).sum();
        1.0 / (1.0 + (-logit).exp())
    }
}

impl Coefficients {
    /// Returns by how much 1 in a column changes the logarithm of the odds.
    pub fn of(&self, column: usize) -> Estimate {
        Estimate::new(self.weights[column], Z_95 * self.covariances[column][column].sqrt())
    }

    /// Returns the quotient of the coefficients of two columns, by the delta method.
    pub fn quotient(&self, column: usize, divisor: usize) -> Estimate {
        let value = self.weights[column] / self.weights[divisor];
        let covariance = |one: usize, other: usize| self.covariances[one][other];
        let squares = covariance(column, column) - 2.0 * value * covariance(column, divisor)
            + value * value * covariance(divisor, divisor);
        Estimate::new(value, Z_95 * squares.max(0.0).sqrt() / self.weights[divisor].abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    const COEFFICIENTS: [f64; 3] = [0.3, -0.8, 0.0];

    /// Simulates games, each of several positions that differ little and share a result.
    fn simulate(games: usize, rng: &mut StdRng) -> LogisticRegression {
        let mut regression = LogisticRegression::new(COEFFICIENTS.len());
        for _ in 0..games {
            let mut features: Vec<f64> =
                COEFFICIENTS.iter().map(|_| f64::from(rng.random_range(-2..=2))).collect();
            features[0] = 1.0;
            let logit: f64 = features.iter().zip(COEFFICIENTS).map(|(x, weight)| x * weight).sum();
            let result = f64::from(rng.random_bool(1.0 / (1.0 + (-logit).exp())));
            for _ in 0..rng.random_range(1..=6) {
                regression.add_position(features.iter().copied().enumerate(), result);
            }
            regression.end_game();
        }
        regression
    }

    #[test]
    fn intervals_hold_the_true_coefficients_in_95_percent() {
        let mut rng = StdRng::seed_from_u64(1);
        let (mut held, mut held_quotients) = (0, 0);
        let is_held = |found: Estimate, value: f64| (found.value - value).abs() <= found.error();
        for _ in 0..200 {
            let found = simulate(250, &mut rng).coefficients().unwrap();
            let columns = COEFFICIENTS.iter().enumerate();
            held += columns.filter(|&(column, &value)| is_held(found.of(column), value)).count();
            let quotient = COEFFICIENTS[0] / COEFFICIENTS[1];
            held_quotients += usize::from(is_held(found.quotient(0, 1), quotient));
        }
        assert!((550..=588).contains(&held), "{held} of 600");
        assert!((180..=198).contains(&held_quotients), "{held_quotients} of 200");
    }

    #[test]
    fn what_cannot_be_known_has_no_interval_or_a_wide_one() {
        let mut regression = LogisticRegression::new(2);
        assert!(regression.coefficients().is_none());
        for number in 0..100 {
            // The second column decides every game.
            let is_ahead = number % 2 == 0;
            let value = if is_ahead { 1.0 } else { -1.0 };
            regression.add_position([(0, 1.0), (1, value)].into_iter(), f64::from(is_ahead));
            regression.end_game();
        }
        assert_eq!(regression.games_with(), [100, 100]);
        let found = regression.coefficients().unwrap();
        assert!(found.of(1).value > 3.0 && found.of(1).low < 3.0, "{found:?}");
    }
}
