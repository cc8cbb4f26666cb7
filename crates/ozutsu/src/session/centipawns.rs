//! What scores are to those outside.
//!
//! A hundred of what clients call centipawns promise the same chance of winning in every game,
//! whatever its pieces are worth: an advantage of `c` wins about `1 / (1 + exp(-c / 600))` of the
//! points, which is how programs for shogi have come to count, whose pawn is worth about 90. Inside,
//! scores are on the scale of the evaluation, of which the same may be said with another number.
//! Both being logistic, one ratio leads from either to the other.

use search::Score;

/// Over how many centipawns the odds of winning grow by the factor e.
const OUTSIDE: i32 = 600;
/// Over how many units of the evaluation they do.
const INSIDE: i32 = eval::LOGISTIC_SCALE;

/// What a score is in centipawns.
pub fn centipawns(score: Score) -> i32 {
    scale(score.raw(), OUTSIDE, INSIDE)
}

/// The score, as a bare number, that is shown as so many centipawns.
pub fn from_centipawns(centipawns: i32) -> i32 {
    scale(centipawns, INSIDE, OUTSIDE)
}

/// A number times a ratio, rounded to the nearest.
fn scale(number: i32, over: i32, under: i32) -> i32 {
    let (product, under) = (i64::from(number) * i64::from(over), i64::from(under));
    let rounded = (2 * product + product.signum() * under) / (2 * under);
    rounded.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_scaled_to_the_nearest() {
        assert_eq!([-7, -2, 0, 2, 7].map(|number| scale(number, 3, 2)), [-11, -3, 0, 3, 11]);
        assert_eq!(scale(i32::MAX, 3, 2), i32::MAX);
        assert_eq!(scale(i32::MIN, 1, 1), i32::MIN);
    }

    #[test]
    fn what_is_set_is_what_is_shown() {
        for told in [-9_000, -120, -1, 0, 70, 900] {
            let shown = centipawns(Score::from_eval(from_centipawns(told)));
            assert!((shown - told).abs() <= 1, "{told} {shown}");
        }
    }
}
