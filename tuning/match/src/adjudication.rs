//! Adjudication: ending games whose result is clear from the scores, and games that are too long.

use rules::Color;

/// When a player who sees itself losing has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// The number of consecutive moves of the player with a bad score.
    pub moves: u32,
    /// A score of minus this many centipawns or less is bad.
    pub score: i32,
}

/// When a game in which neither player sees an advantage is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The full move before which no game is drawn.
    pub min_move_number: u32,
    /// The number of consecutive moves of both players with an even score.
    pub moves: u32,
    /// A score within this many centipawns of 0 is even.
    pub score: i32,
}

/// The rules by which games end early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationRules {
    /// When a player has lost.
    pub resign: Option<ResignRule>,
    /// When the game is drawn by its scores.
    pub draw: Option<DrawRule>,
    /// The number of full moves after which the game is drawn.
    pub max_moves: u32,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        Self { resign: None, draw: None, max_moves: 400 }
    }
}

/// The result of an adjudication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudication {
    /// This player has lost.
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
    /// The consecutive moves of each player with a bad score.
    bad_moves: [u32; 2],
    /// The consecutive moves, of both players together, with an even score.
    even_plies: u32,
}

impl Adjudicator {
    /// Starts a game of which `plies` were already made.
    pub fn new(rules: AdjudicationRules, plies: usize) -> Self {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        Self { rules, plies, bad_moves: [0; 2], even_plies: 0 }
    }

    /// Adds a move with the score that its player gave it, in centipawns. Returns the result if that
    /// ends the game.
    pub fn add_move(&mut self, side: Color, score: Option<i32>) -> Option<Adjudication> {
        self.plies += 1;
        let AdjudicationRules { resign, draw, max_moves } = self.rules;
        if let Some(rule) = resign {
            let bad_moves = &mut self.bad_moves[side.index()];
            let is_bad = score.is_some_and(|score| score <= -rule.score);
            *bad_moves = if is_bad { *bad_moves + 1 } else { 0 };
            if *bad_moves >= rule.moves {
                return Some(Adjudication::Loss(side));
            }
        }
        if let Some(rule) = draw {
            let is_even = score.is_some_and(|score| score.abs() <= rule.score);
            self.even_plies = if is_even { self.even_plies + 1 } else { 0 };
            if self.plies >= rule.min_move_number.saturating_mul(2)
                && self.even_plies >= rule.moves.saturating_mul(2)
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
    fn consecutive_bad_scores_lose() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { resign, ..AdjudicationRules::default() }, 0);
        for (side, score, result) in [
            (Black, Some(-600), None),
            (White, Some(600), None),
            (Black, Some(-499), None),
            (Black, Some(-500), None),
            (Black, None, None),
            (Black, Some(-500), None),
            (White, Some(-500), None),
            (Black, Some(-900), Some(Adjudication::Loss(Black))),
        ] {
            assert_eq!(adjudicator.add_move(side, score), result, "{side} {score:?}");
        }
    }

    #[test]
    fn consecutive_even_scores_draw_from_the_move_number_on() {
        let draw = Some(DrawRule { min_move_number: 3, moves: 1, score: 10 });
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { draw, ..AdjudicationRules::default() }, 1);
        assert_eq!(adjudicator.add_move(White, Some(0)), None);
        assert_eq!(adjudicator.add_move(Black, Some(11)), None);
        assert_eq!(adjudicator.add_move(White, Some(-10)), None);
        assert_eq!(adjudicator.add_move(Black, Some(11)), None);
        assert_eq!(adjudicator.add_move(White, Some(-10)), None);
        assert_eq!(adjudicator.add_move(Black, Some(10)), Some(Adjudication::Draw));
    }

    #[test]
    fn a_game_is_drawn_at_the_move_limit() {
        let mut adjudicator =
            Adjudicator::new(AdjudicationRules { max_moves: 2, ..AdjudicationRules::default() }, 2);
        assert_eq!(adjudicator.add_move(Black, None), None);
        assert_eq!(adjudicator.add_move(White, None), Some(Adjudication::MoveLimit));
    }
}
