//! GameResult games early that are as good as over.

use rules::Color;

/// When a side that sees itself losing has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many of its moves in a row
    pub moves: u32,
    /// its score was this far below even, or worse.
    pub score: i32,
}

/// When a game in which nobody sees an advantage is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// From this full move on
    pub number: u32,
    /// for so many moves of both sides in a row
    pub moves: u32,
    /// no score was further from even.
    pub score: i32,
}

/// When a game ends before the rules end it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdjudicationRules {
    /// When a side has lost.
    pub resign: Option<ResignRule>,
    /// When nobody has won.
    pub draw: Option<DrawRule>,
    /// After how many full moves the game is drawn.
    pub max_moves: u32,
}

impl Default for AdjudicationRules {
    fn default() -> Self {
        Self { resign: None, draw: None, max_moves: 400 }
    }
}

/// Why a game is ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This side has lost.
    Lost(Color),
    /// Nobody has won.
    Drawn,
    /// The game is too long.
    TooLong,
}

/// Follows a game's scores.
#[derive(Debug)]
pub struct Adjudicator {
    conduct: AdjudicationRules,
    plies: u32,
    /// Each side's moves in a row with a bad score.
    bad: [u32; 2],
    /// Moves in a row, of both sides together, with a score near even.
    even: u32,
}

impl Adjudicator {
    /// A game of which so many plies are made already.
    pub fn new(conduct: AdjudicationRules, plies: usize) -> Self {
        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
        Self { conduct, plies, bad: [0; 2], even: 0 }
    }

    /// Notes a move and the score its side gave it; says whether that ends the game.
    pub fn note(&mut self, side: Color, score: Option<i32>) -> Option<Verdict> {
        self.plies += 1;
        let AdjudicationRules { resign, draw, max_moves } = self.conduct;
        if let Some(rule) = resign {
            let bad = &mut self.bad[side.index()];
            *bad = if score.is_some_and(|score| score <= -rule.score) { *bad + 1 } else { 0 };
            if *bad >= rule.moves {
                return Some(Verdict::Lost(side));
            }
        }
        if let Some(rule) = draw {
            let is_even = score.is_some_and(|score| score.abs() <= rule.score);
            self.even = if is_even { self.even + 1 } else { 0 };
            if self.plies >= rule.number.saturating_mul(2)
                && self.even >= rule.moves.saturating_mul(2)
            {
                return Some(Verdict::Drawn);
            }
        }
        (self.plies >= max_moves.saturating_mul(2)).then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    #[test]
    fn a_side_that_sees_itself_losing_loses() {
        let resign = Some(ResignRule { moves: 2, score: 500 });
        let mut game =
            Adjudicator::new(AdjudicationRules { resign, ..AdjudicationRules::default() }, 0);
        for (side, score, verdict) in [
            (Black, Some(-600), None),
            (White, Some(600), None),
            (Black, Some(-499), None),
            (Black, Some(-500), None),
            (Black, None, None),
            (Black, Some(-500), None),
            (White, Some(-500), None),
            (Black, Some(-900), Some(Verdict::Lost(Black))),
        ] {
            assert_eq!(game.note(side, score), verdict, "{side} {score:?}");
        }
    }

    #[test]
    fn a_level_game_is_drawn_once_it_is_long_enough() {
        let draw = Some(DrawRule { number: 3, moves: 1, score: 10 });
        let mut game =
            Adjudicator::new(AdjudicationRules { draw, ..AdjudicationRules::default() }, 1);
        assert_eq!(game.note(White, Some(0)), None);
        assert_eq!(game.note(Black, Some(11)), None);
        assert_eq!(game.note(White, Some(-10)), None);
        assert_eq!(game.note(Black, Some(11)), None);
        assert_eq!(game.note(White, Some(-10)), None);
        assert_eq!(game.note(Black, Some(10)), Some(Verdict::Drawn));
    }

    #[test]
    fn no_game_goes_on_for_ever() {
        let mut game =
            Adjudicator::new(AdjudicationRules { max_moves: 2, ..AdjudicationRules::default() }, 2);
        assert_eq!(game.note(Black, None), None);
        assert_eq!(game.note(White, None), Some(Verdict::TooLong));
    }
}
