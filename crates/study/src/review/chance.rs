//! Evaluations as winning chances.

use records::Evaluation;
use rules::Color;
use search::{Score, centipawns, winning_chance};

/// Converts a score of the side to move to an evaluation for a record. Wins and losses by rule become
/// mates, because records know no others.
pub fn evaluation(score: Score, side: Color, depth: u32) -> Evaluation {
    let score = match score.decided_plies() {
        Some(plies) => records::Score::Mate {
            winner: if score.is_win() { side } else { !side },
            plies: plies.unsigned_abs(),
        },
        None => records::Score::Centipawns(match side {
            Color::Black => centipawns(score),
            Color::White => -centipawns(score),
        }),
    };
    Evaluation { score, depth: Some(depth) }
}

/// Returns Black's winning chance, from 0 to 1.
pub fn black_chance(evaluation: Evaluation) -> f64 {
    match evaluation.score {
        records::Score::Centipawns(centipawns) => winning_chance(centipawns),
        records::Score::Mate { winner: Color::Black, .. } => 1.0,
        records::Score::Mate { winner: Color::White, .. } => 0.0,
    }
}

/// Returns the winning chance that a move of `mover` lost, at least 0, from the evaluations before and
/// after it.
pub fn lost_chance(before: Evaluation, after: Evaluation, mover: Color) -> f64 {
    let loss = black_chance(before) - black_chance(after);
    if mover == Color::Black { loss.max(0.0) } else { (-loss).max(0.0) }
}

/// Returns the whole per cent of a chance. Rounds down, so that a loss without a mark is below the limit
/// of the marks.
pub fn percent(chance: f64) -> u32 {
    (100.0 * chance).floor() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_from_blacks_point_of_view() {
        let ahead = evaluation(Score::from_eval(160), Color::White, 9);
        assert!(matches!(ahead.score, records::Score::Centipawns(..0)), "{ahead:?}");
        assert_eq!(ahead.depth, Some(9));
        for (score, side, winner, plies) in [
            (Score::mated_in(0), Color::Black, Color::White, 0),
            (Score::mate_in(3), Color::White, Color::White, 3),
            (Score::rule_loss_in(2), Color::White, Color::Black, 2),
        ] {
            let found = evaluation(score, side, 1).score;
            assert_eq!(found, records::Score::Mate { winner, plies });
        }
    }

    #[test]
    fn only_the_mover_loses() {
        let [low, high] = [-600, 600].map(|centipawns| Evaluation {
            score: records::Score::Centipawns(centipawns),
            depth: None,
        });
        let loss = lost_chance(high, low, Color::Black);
        assert!((0.46..0.47).contains(&loss), "{loss}");
        assert_eq!(lost_chance(low, high, Color::White), loss);
        assert_eq!(lost_chance(low, high, Color::Black), 0.0);
        assert_eq!(lost_chance(high, low, Color::White), 0.0);
    }
}
