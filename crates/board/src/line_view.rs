//! Describes scores and the lines of a search to the page.

use crate::messages::ScoreView;
use crate::notation::MoveText;
use records::Evaluation;
use rules::{Color, Move, Position};
use search::{Bound, Score};

/// The most moves that are shown of a line that a search has found.
pub const MAX_LINE: usize = 20;

/// Converts a score of the side to move to Black's point of view.
pub fn score_view(score: Score, bound: Bound, side: Color) -> ScoreView {
    let better_for = match bound {
        Bound::Lower => Some(side),
        Bound::Upper => Some(!side),
        Bound::Exact | Bound::None => None,
    };
    ScoreView { better_for, ..evaluation_view(study::review::evaluation(score, side, 0)) }
}

/// Converts an evaluation of a record.
pub fn evaluation_view(evaluation: Evaluation) -> ScoreView {
    let chance = study::review::black_chance(evaluation);
    match evaluation.score {
        records::Score::Centipawns(cp) => {
            ScoreView { cp: Some(cp), mate: None, chance, better_for: None }
        }
        records::Score::Mate { winner, plies } => {
            let plies = i32::try_from(plies).unwrap_or(i32::MAX);
            let mate = if winner == Color::Black { plies } else { -plies };
            ScoreView { cp: None, mate: Some(mate), chance, better_for: None }
        }
    }
}

/// Formats the moves of a line in USI and as people write them. Stops at an illegal move.
pub fn line_texts<'a>(
    position: &Position,
    line: impl IntoIterator<Item = &'a Move>,
) -> (Vec<String>, Vec<MoveText>) {
    let mut position = position.clone();
    // The first move names its square, because the line is read without the move before it.
    let mut write: fn(&Position, Move) -> MoveText = MoveText::new;
    let texts = line.into_iter().map_while(|&mv| {
        position.validate_move(mv).ok()?;
        let usi = position.rules().usi(mv).to_string();
        let text = write(&position, mv);
        write = MoveText::next;
        position.do_move(mv);
        Some((usi, text))
    });
    texts.unzip()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_from_black() {
        let score_view = |score, side| score_view(score, Bound::Exact, side);
        let even = score_view(Score::ZERO, Color::White);
        assert_eq!((even.cp, even.mate, even.chance), (Some(0), None, 0.5));
        let ahead = score_view(Score::from_eval(160), Color::White);
        assert!(ahead.cp.unwrap() < 0 && ahead.chance < 0.5, "{ahead:?}");
        let mated = score_view(Score::mated_in(0), Color::Black);
        assert_eq!((mated.mate, mated.chance), (Some(0), 0.0));
        let mating = score_view(Score::mate_in(3), Color::White);
        assert_eq!((mating.mate, mating.chance), (Some(-3), 0.0));
    }

    #[test]
    fn bounds_are_from_black() {
        for (bound, side, better_for) in [
            (Bound::Lower, Color::Black, Some(Color::Black)),
            (Bound::Lower, Color::White, Some(Color::White)),
            (Bound::Upper, Color::White, Some(Color::Black)),
            (Bound::Exact, Color::White, None),
        ] {
            assert_eq!(score_view(Score::ZERO, bound, side).better_for, better_for);
        }
    }

    #[test]
    fn whole_lines_are_written() {
        let rules = games::by_name("shogi").unwrap();
        let shuffle = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|mv| rules.parse_usi(mv).unwrap());
        let (moves, texts) = line_texts(&Position::start(rules), &shuffle.repeat(8));
        assert_eq!((moves.len(), texts.len()), (32, 32));
    }
}
