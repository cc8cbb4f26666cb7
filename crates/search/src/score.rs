//! Scores: evaluations, mates, and wins and losses by rule: by repetition, by a king at its goal,
//! or by declaration.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The value of a position from the side to move's point of view: an evaluation or a decided game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// The maximum distance of a node from the root, in plies.
pub const MAX_PLY: usize = 240;

/// The score of a side that has given mate.
const MATE: i32 = 32_000;
/// The score of a win by repetition or by a king at its goal. Every mate scores higher.
const RULE_WIN: i32 = 31_000;
/// The score of a win declared by the impasse rule. Every other win scores higher.
const DECLARED_WIN: i32 = 30_500;
/// The largest score of an undecided game.
const MAX_EVAL: i32 = eval::MAX_EVALUATION;

impl Score {
    /// An equal position.
    pub const ZERO: Self = Self(0);
    /// Larger than every other score.
    pub const INFINITE: Self = Self(32_500);

    /// Creates the score of an evaluation, clamped to the range of undecided games.
    #[inline]
    pub const fn from_eval(eval: i32) -> Self {
        Self(if eval > MAX_EVAL {
            MAX_EVAL
        } else if eval < -MAX_EVAL {
            -MAX_EVAL
        } else {
            eval
        })
    }

    /// Creates the score of being mated, or stalemated, at a ply.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// Creates the score of giving mate at a ply.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// Creates the score of losing at a ply, by repetition or by a king at its goal.
    #[inline]
    pub const fn rule_loss_in(ply: usize) -> Self {
        Self(ply as i32 - RULE_WIN)
    }

    /// Creates the score of winning at a ply, by repetition or by a king at its goal.
    #[inline]
    pub const fn rule_win_in(ply: usize) -> Self {
        Self(RULE_WIN - ply as i32)
    }

    /// Creates the score of declaring a win at a ply.
    #[inline]
    pub const fn declared_win_in(ply: usize) -> Self {
        Self(DECLARED_WIN - ply as i32)
    }

    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    #[inline]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Returns whether the game is decided, by mate or by rule.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > MAX_EVAL
    }

    /// Returns whether the side to move wins, by mate or by rule.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > MAX_EVAL
    }

    /// Returns whether the side to move loses, by mate or by rule.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -MAX_EVAL
    }

    /// Returns the plies until the side to move mates or, negative, is mated: `Some(0)` if it is
    /// mated now. None if the score is not a mate.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.0 > RULE_WIN {
            Some(MATE - self.0)
        } else if self.0 < -RULE_WIN {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// Returns the plies until the side to move declares a win or, negative, the opponent does. None if
    /// the game is decided in another way, or not decided.
    pub const fn declaration_plies(self) -> Option<i32> {
        if self.is_win() && self.0 <= DECLARED_WIN {
            Some(DECLARED_WIN - self.0)
        } else if self.is_loss() && self.0 >= -DECLARED_WIN {
            Some(-DECLARED_WIN - self.0)
        } else {
            None
        }
    }

    /// Returns the plies until the side to move wins or, negative, loses, by mate or by rule:
    /// `Some(0)` if it has lost now. None if the game is not decided.
    pub const fn decided_plies(self) -> Option<i32> {
        match (self.mate_plies(), self.declaration_plies()) {
            (Some(plies), _) | (None, Some(plies)) => Some(plies),
            (None, None) if self.is_win() => Some(RULE_WIN - self.0),
            (None, None) if self.is_loss() => Some(-RULE_WIN - self.0),
            (None, None) => None,
        }
    }

    /// Returns a score that has failed high, moved towards beta: the less deep the search was, the more. The score of a
    /// decided game stays.
    #[inline]
    pub(crate) const fn softened(self, beta: Self, depth: i32) -> Self {
        if self.is_decided() {
            return self;
        }
        Self::from_eval((self.0 * depth + beta.0) / (depth + 1))
    }

    /// Converts plies counted from the root to plies counted from the node, for the transposition
    /// table.
    #[inline]
    pub const fn to_table(self, ply: usize) -> Self {
        self.shifted(ply as i32)
    }

    /// Converts a score from the transposition table, with plies counted from the node, to one with
    /// plies counted from the root.
    #[inline]
    pub const fn from_table(self, ply: usize) -> Self {
        self.shifted(-(ply as i32))
    }

    /// Moves a decided game nearer by some plies.
    const fn shifted(self, plies: i32) -> Self {
        if self.is_win() {
            Self(self.0 + plies)
        } else if self.is_loss() {
            Self(self.0 - plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            Some(plies) => write!(f, "mate {plies}"),
            None => write!(f, "score {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_scores_do_not_overlap() {
        let last_ply = MAX_PLY;
        let order = [
            Score::mated_in(0),
            Score::mated_in(last_ply),
            Score::rule_loss_in(0),
            Score::rule_loss_in(last_ply),
            -Score::declared_win_in(0),
            -Score::declared_win_in(last_ply),
            Score::from_eval(i32::MIN),
            Score::ZERO,
            Score::from_eval(i32::MAX),
            Score::declared_win_in(last_ply),
            Score::declared_win_in(0),
            Score::rule_win_in(last_ply),
            Score::rule_win_in(0),
            Score::mate_in(last_ply),
            Score::mate_in(0),
        ];
        assert!(order.is_sorted_by(|a, b| a < b));
        assert_eq!(Score::mated_in(3).mate_plies(), Some(-3));
        assert_eq!(Score::mate_in(5).mate_plies(), Some(5));
        assert_eq!(Score::rule_loss_in(5).mate_plies(), None);
        assert_eq!(Score::rule_loss_in(5).decided_plies(), Some(-5));
        assert_eq!(Score::rule_win_in(5).decided_plies(), Some(5));
        assert_eq!(Score::mated_in(3).decided_plies(), Some(-3));
        for (score, declared, decided) in [
            (Score::declared_win_in(5), Some(5), Some(5)),
            (Score::declared_win_in(0), Some(0), Some(0)),
            (-Score::declared_win_in(last_ply), Some(-240), Some(-240)),
            (Score::rule_win_in(last_ply), None, Some(240)),
            (Score::mate_in(1), None, Some(1)),
            (Score::from_eval(i32::MIN), None, None),
        ] {
            assert_eq!((score.declaration_plies(), score.decided_plies()), (declared, decided));
        }
        assert_eq!(Score::from_eval(i32::MAX).decided_plies(), None);
        assert!(Score::rule_loss_in(5).is_loss() && Score::rule_win_in(5).is_win());
    }

    #[test]
    fn scores_of_shallow_searches_are_moved_more_towards_beta() {
        let (score, beta) = (Score::from_eval(300), Score::from_eval(100));
        assert_eq!([1, 9].map(|depth| score.softened(beta, depth).raw()), [200, 280]);
        assert_eq!(Score::mate_in(3).softened(beta, 1), Score::mate_in(3));
    }

    #[test]
    fn table_scores_are_relative_to_the_node() {
        let found = Score::mate_in(9);
        let stored = found.to_table(4);
        assert_eq!(stored, Score::mate_in(5));
        assert_eq!(stored.from_table(6), Score::mate_in(11));
        assert_eq!(Score::mated_in(9).to_table(4), Score::mated_in(5));
        assert_eq!(Score::from_eval(77).to_table(4), Score::from_eval(77));
    }
}
