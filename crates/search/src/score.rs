//! Scores, and how mates and wins by rule are made and read.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// What a position is worth to the side to move, in the evaluation's units or as a decided game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

/// The most plies a search looks ahead.
pub const MAX_PLY: usize = 240;

const MATE: i32 = 32_000;
/// A game decided by rule, on repetition or impasse; a mate may yet beat it.
const RULE: i32 = 31_000;
/// The largest score that an evaluation may give.
const VALUE: i32 = eval::MAX_EVALUATION;

impl Score {
    /// Even.
    pub const ZERO: Self = Self(0);
    /// Beyond every score.
    pub const INFINITE: Self = Self(32_500);

    /// A worth in the evaluation's units, kept clear of decided games.
    #[inline]
    pub const fn from_eval(worth: i32) -> Self {
        Self(if worth > VALUE {
            VALUE
        } else if worth < -VALUE {
            -VALUE
        } else {
            worth
        })
    }

    /// The side to move has lost its king, or has no move, so many plies from the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - MATE)
    }

    /// The side to move mates so many plies from the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(MATE - ply as i32)
    }

    /// The side to move loses by rule so many plies from the root.
    #[inline]
    pub const fn rule_loss_in(ply: usize) -> Self {
        Self(ply as i32 - RULE)
    }

    /// The side to move wins by rule so many plies from the root.
    #[inline]
    pub const fn rule_win_in(ply: usize) -> Self {
        Self(RULE - ply as i32)
    }

    /// The bare number, for tables and margins.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The score of a bare number.
    #[inline]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the game is decided.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() > VALUE
    }

    /// Whether the side to move wins.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > VALUE
    }

    /// Whether the side to move loses.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -VALUE
    }

    /// In how many plies the side to move mates or, if negative, is mated. Zero plies come as
    /// `Some(0)` with a losing score.
    pub const fn mate_plies(self) -> Option<i32> {
        if self.0 > RULE {
            Some(MATE - self.0)
        } else if self.0 < -RULE {
            Some(-MATE - self.0)
        } else {
            None
        }
    }

    /// In how many plies the game is decided, by mate or by rule; negative if the side to move
    /// loses, but `Some(0)` if it has lost.
    pub const fn decided_plies(self) -> Option<i32> {
        match self.mate_plies() {
            Some(plies) => Some(plies),
            None if self.is_win() => Some(RULE - self.0),
            None if self.is_loss() => Some(-RULE - self.0),
            None => None,
        }
    }

    /// As a table keeps it: decided games counted from the position, not the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> Self {
        self.shifted(ply as i32)
    }

    /// As a search that reads it from a table uses it.
    #[inline]
    pub const fn from_table(self, ply: usize) -> Self {
        self.shifted(-(ply as i32))
    }

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
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_score_do_not_meet() {
        let last = MAX_PLY;
        let order = [
            Score::mated_in(0),
            Score::mated_in(last),
            Score::rule_loss_in(0),
            Score::rule_loss_in(last),
            Score::from_eval(i32::MIN),
            Score::ZERO,
            Score::from_eval(i32::MAX),
            Score::rule_win_in(last),
            Score::rule_win_in(0),
            Score::mate_in(last),
            Score::mate_in(0),
        ];
        assert!(order.is_sorted_by(|a, b| a < b));
        assert_eq!(Score::mated_in(3).mate_plies(), Some(-3));
        assert_eq!(Score::mate_in(5).mate_plies(), Some(5));
        assert_eq!(Score::rule_loss_in(5).mate_plies(), None);
        assert_eq!(Score::rule_loss_in(5).decided_plies(), Some(-5));
        assert_eq!(Score::rule_win_in(5).decided_plies(), Some(5));
        assert_eq!(Score::mated_in(3).decided_plies(), Some(-3));
        assert_eq!(Score::from_eval(i32::MAX).decided_plies(), None);
        assert!(Score::rule_loss_in(5).is_loss() && Score::rule_win_in(5).is_win());
    }

    #[test]
    fn tables_count_from_the_position() {
        let found = Score::mate_in(9);
        let kept = found.to_table(4);
        assert_eq!(kept, Score::mate_in(5));
        assert_eq!(kept.from_table(6), Score::mate_in(11));
        assert_eq!(Score::mated_in(9).to_table(4), Score::mated_in(5));
        assert_eq!(Score::from_eval(77).to_table(4), Score::from_eval(77));
    }
}
