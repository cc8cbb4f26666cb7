//! How well a person solves puzzles, as a rating.
//!
//! The system is Glicko: <http://www.glicko.net/glicko/glicko.pdf>. The first try of a stored puzzle is a game
//! against it. The ratings of puzzles are derived from their length and difficulty and do not change.

use serde::{Deserialize, Serialize};
use std::f64::consts::{LN_10, PI};
use study::puzzles::Puzzle;

/// The rating and the deviation of a person who has solved nothing yet.
const FIRST_RATING: f64 = 1_000.0;
const FIRST_DEVIATION: f64 = 350.0;
/// The smallest deviation. The rating of those who solve much goes on moving.
const MIN_DEVIATION: f64 = 60.0;
/// The deviation of puzzles, whose ratings are estimates.
const PUZZLE_DEVIATION: f64 = 150.0;
const MIN_RATING: f64 = 400.0;

/// The rating of a person.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleRating {
    pub rating: f64,
    /// The standard deviation of the rating.
    pub deviation: f64,
}

impl Default for PuzzleRating {
    fn default() -> Self {
        Self { rating: FIRST_RATING, deviation: FIRST_DEVIATION }
    }
}

impl PuzzleRating {
    /// Counts a try of a puzzle with a rating.
    pub fn update(&mut self, puzzle: f64, is_solved: bool) {
        let q = LN_10 / 400.0;
        let g = (1.0 + 3.0 * (q * PUZZLE_DEVIATION / PI).powi(2)).sqrt().recip();
        let expected = (1.0 + 10.0_f64.powf(-g * (self.rating - puzzle) / 400.0)).recip();
        let information = (q * g).powi(2) * expected * (1.0 - expected);
        let variance = (self.deviation.powi(-2) + information).recip();
        let score = f64::from(u8::from(is_solved));
        self.rating = (self.rating + q * variance * g * (score - expected)).max(MIN_RATING);
        self.deviation = variance.sqrt().max(MIN_DEVIATION);
    }
}

/// Returns the rating of a puzzle: higher with every move, and with every doubling of the nodes that the mate
/// solver needs. Returns `None` if these are not known.
pub fn puzzle_rating(puzzle: &Puzzle) -> Option<f64> {
    let nodes = puzzle.nodes?.max(1) as f64;
    let replies = (puzzle.line.len() / 2) as f64;
    Some((600.0 + 120.0 * replies + 90.0 * nodes.log2()).round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_list::puzzles;

    #[test]
    fn ratings_move_by_the_formulas_of_glicko() {
        let start = PuzzleRating { rating: 1_500.0, deviation: 200.0 };
        for (puzzle, is_solved, rating, deviation) in
            [(1_400.0, true, 1_561.9, 178.7), (1_550.0, false, 1_428.5, 177.8)]
        {
            let mut after = start;
            after.update(puzzle, is_solved);
            assert!((after.rating - rating).abs() < 0.1, "{after:?}");
            assert!((after.deviation - deviation).abs() < 0.1, "{after:?}");
        }
    }

    #[test]
    fn a_rating_settles_at_the_puzzles_of_which_half_are_solved() {
        let mut rating = PuzzleRating::default();
        for _ in 0..200 {
            let easier = rating.rating < 1_500.0;
            rating.update(rating.rating, easier);
        }
        assert!((1_440.0..1_560.0).contains(&rating.rating), "{rating:?}");
        assert_eq!(rating.deviation, MIN_DEVIATION);
        (0..200).for_each(|_| rating.update(1_000.0, false));
        assert!(rating.rating >= MIN_RATING && rating.rating < 1_000.0, "{rating:?}");
    }

    #[test]
    fn stored_puzzles_have_ratings_for_beginners_and_experts() {
        for rules in games::all().filter(|rules| !puzzles(rules).is_empty()) {
            let ratings = puzzles(rules).iter().map(|puzzle| puzzle_rating(puzzle).unwrap());
            let (low, high) = ratings.fold((f64::MAX, f64::MIN), |(low, high), rating| {
                (low.min(rating), high.max(rating))
            });
            assert!((600.0..1_000.0).contains(&low), "{}: {low}", rules.name());
            assert!((1_600.0..3_000.0).contains(&high), "{}: {high}", rules.name());
        }
    }
}
