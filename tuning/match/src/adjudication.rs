//! Adjudication: ending games whose result is clear from the scores, and games that are too long.

use records::Score;
use rules::Color;

/// Loss after consecutive low scores (`-resign`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The number of consecutive moves of the player with a losing score.
    pub moves: u32,
    /// A score of minus this many centipawns or less is losing.
    pub score: i32,
}

/// Draw after consecutive scores near 0 (`-draw`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The number of full moves that must be played first.
    pub min_move_number: u32,
    /// The number of consecutive moves of both players with a drawish score.
    pub moves: u32,
    /// A score within this many centipawns of 0 is drawish.
    pub score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationRules {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// Draw after this number of full moves.
    pub max_moves: u32,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        Self { resign: None, draw: None, max_moves: 400 }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    Loss(Color),
    /// The game is drawn by its scores.
    Draw,
    /// The game is drawn because it is too long.
    MoveLimit,
}

/// Applies the rules to the scores of one game.
#[derive(Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    plies: u32,
    /// Each player's current run of moves with a losing score.
    losing_moves: [u32; 2],
    /// The current run of plies with a drawish score.
    drawish_plies: u32,
}

impl Adjudicator {
    /// Starts with the game's position after `plies` opening moves.
    pub fn new(rules: AdjudicationRules, plies: usize) -> Self {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        Self { rules, plies, losing_moves: [0; 2], drawish_plies: 0 }
    }

    /// Adds a move by `side` and its score. Returns the result if the game is adjudicated.
    pub fn add_move(&mut self, side: Color, score: Option<Score>) -> Option<Adjudication> {
        self.plies += 1;
        let AdjudicationRules { resign, draw, max_moves } = self.rules;
        if let Some(rule) = resign {
            let losing_moves = &mut self.losing_moves[side.index()];
            let is_losing = match score {
                None => false,
                Some(Score::Mate { winner, .. }) => winner != side,
                Some(Score::Centipawns(score)) if side == Color::Black => score <= -rule.score,
                Some(Score::Centipawns(score)) => score >= rule.score,
            };
            *losing_moves = if is_losing { *losing_moves + 1 } else { 0 };
            if *losing_moves >= rule.moves {
                return Some(Adjudication::Loss(side));
            }
        }
        if let Some(rule) = draw {
            let is_drawish =
                matches!(score, Some(Score::Centipawns(score)) if score.abs() <= rule.score);
            self.drawish_plies = if is_drawish { self.drawish_plies + 1 } else { 0 };
            if self.plies >= rule.min_move_number.saturating_mul(2)
                && self.drawish_plies >= rule.moves.saturating_mul(2)
            {
                return Some(Adjudication::Draw);
            }
        }
        (self.plies >= max_moves.saturating_mul(2)).then_some(Adjudication::MoveLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn consecutive_losing_scores_lose() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { resign, ..AdjudicationRules::default() }, 0);
        let centipawns = |score| Some(Score::Centipawns(score));
        let mate = |winner| Some(Score::Mate { winner, plies: 3 });
        for (side, score, result) in [
            (Black, centipawns(-600), None),
            (White, centipawns(-600), None),
            (Black, centipawns(-499), None),
            (Black, centipawns(-500), None),
            (Black, None, None),
            (Black, centipawns(-500), None),
            (White, centipawns(500), None),
            (White, mate(White), None),
            (Black, mate(White), Some(Adjudication::Loss(Black))),
        ] {
            assert_eq!(adjudicator.add_move(side, score), result, "{side} {score:?}");
        }
    }

    #[test]
    fn consecutive_drawish_scores_draw_from_the_move_number_on() {
        let draw = Some(DrawRule { min_move_number: 3, moves: 1, score: 10 });
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { draw, ..AdjudicationRules::default() }, 1);
        let mut add = |side, score| adjudicator.add_move(side, Some(Score::Centipawns(score)));
        assert_eq!(add(White, 0), None);
        assert_eq!(add(Black, 11), None);
        assert_eq!(add(White, -10), None);
        assert_eq!(add(Black, 11), None);
        assert_eq!(add(White, -10), None);
        assert_eq!(add(Black, 10), Some(Adjudication::Draw));
    }

    #[test]
    fn a_game_is_drawn_at_the_move_limit() {
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { max_moves: 2, ..AdjudicationRules::default() }, 2);
        assert_eq!(adjudicator.add_move(Black, None), None);
        assert_eq!(adjudicator.add_move(White, None), Some(Adjudication::MoveLimit));
    }
}
