//! Conversion between scores and the centipawns that clients see.
//!
//! A centipawn means the same winning probability in every game, whatever its pieces are worth: a side
//! that is `c` centipawns ahead scores about `1 / (1 + exp(-c / 600))`. This is the usual scale of
//! shogi engines, on which a pawn is worth about 90. The evaluation has the same logistic form with
//! another scale, so a constant factor converts between the two.

use crate::score::Score;
use eval::LOGISTIC_SCALE;

/// Scale of the logistic function in centipawns.
const CENTIPAWN_SCALE: i32 = 600;

pub fn centipawns(score: Score) -> i32 {
    mul_div(score.raw(), CENTIPAWN_SCALE, LOGISTIC_SCALE)
}

/// Converts centipawns to units of the evaluation.
pub fn from_centipawns(centipawns: i32) -> i32 {
    mul_div(centipawns, LOGISTIC_SCALE, CENTIPAWN_SCALE)
}

/// Returns the winning chance of a side that is this many centipawns ahead, from 0 to 1.
pub fn winning_chance(centipawns: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(centipawns) / f64::from(CENTIPAWN_SCALE)).exp())
}

/// Returns `value * numerator / denominator`, rounded to the nearest integer.
fn mul_div(value: i32, numerator: i32, denominator: i32) -> i32 {
    let product = i64::from(value) * i64::from(numerator);
    let denominator = i64::from(denominator);
    let rounded = (2 * product + product.signum() * denominator) / (2 * denominator);
    rounded.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_rounds_to_the_nearest_integer() {
        assert_eq!([-7, -2, 0, 2, 7].map(|value| mul_div(value, 3, 2)), [-11, -3, 0, 3, 11]);
        assert_eq!(mul_div(i32::MAX, 3, 2), i32::MAX);
        assert_eq!(mul_div(i32::MIN, 1, 1), i32::MIN);
    }

    #[test]
    fn six_hundred_centipawns_multiply_the_odds_by_e() {
        assert_eq!(winning_chance(0), 0.5);
        for centipawns in [-900, 0, 600] {
            let odds = |chance: f64| chance / (1.0 - chance);
            let ratio = odds(winning_chance(centipawns + 600)) / odds(winning_chance(centipawns));
            assert!((ratio - std::f64::consts::E).abs() < 1e-9, "{ratio}");
        }
        assert_eq!([i32::MIN, i32::MAX].map(winning_chance), [0.0, 1.0]);
    }

    #[test]
    fn conversion_to_a_score_and_back_keeps_centipawns() {
        for expected in [-9_000, -120, -1, 0, 70, 900] {
            let found = centipawns(Score::from_eval(from_centipawns(expected)));
            assert!((found - expected).abs() <= 1, "{expected} {found}");
        }
    }
}
