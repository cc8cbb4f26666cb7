//! Scores.

use std::fmt;

use crate::error::Error;
use crate::tokens::{Token, Words};
use crate::word::{Word, keywords};

/// A score, from the engine's point of view.
///
/// ```
/// use vampirc_usi::{Bound, Mate, Score};
///
/// assert_eq!(Score::cp(-30).to_string(), "score cp -30");
/// assert_eq!(Score::mate(Mate::Loss(Some(8))).to_string(), "score mate -8");
/// let score = Score { bound: Some(Bound::Lower), ..Score::cp(120) };
/// assert_eq!(score.to_string(), "score cp 120 lowerbound");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Score {
    /// The value.
    pub value: ScoreValue,
    /// On which side of the value the truth may lie; `None` if the value is exact.
    pub bound: Option<Bound>,
}

/// The value of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScoreValue {
    /// In hundredths of a pawn.
    Cp(i32),
    /// A mate.
    Mate(Mate),
}

/// A mate, counted in plies.
///
/// `mate -0` says that the engine is mated already. Readers take a plain `mate 0` for a win of
/// unknown length, so the sign matters at zero too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mate {
    /// The engine mates in so many plies; `None`, written `+`, if it cannot say.
    Win(Option<u32>),
    /// The engine is mated in so many plies; `None`, written `-`, if it cannot say.
    Loss(Option<u32>),
}

/// What is known of an inexact score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the value or more.
    Lower,
    /// The score is the value or less.
    Upper,
}

keywords!(Bound, "`lowerbound` or `upperbound`",
    Bound::Lower => "lowerbound", Bound::Upper => "upperbound");

impl Word for Mate {
    const WHAT: &'static str = "a number of plies, `+` or `-`";

    fn read(word: &str) -> Option<Self> {
        let (mate, plies): (fn(_) -> _, _) = match word.strip_prefix('-') {
            Some(plies) => (Self::Loss, plies),
            None => (Self::Win, word.strip_prefix('+').unwrap_or(word)),
        };
        if plies.is_empty() {
            return (!word.is_empty()).then_some(mate(None));
        }
        // One sign is enough.
        plies.starts_with(|c: char| c.is_ascii_digit()).then_some(mate(Some(u32::read(plies)?)))
    }

    fn spell(&self) -> String {
        match self {
            Self::Win(Some(plies)) => format!("{plies}"),
            Self::Win(None) => "+".to_owned(),
            Self::Loss(Some(plies)) => format!("-{plies}"),
            Self::Loss(None) => "-".to_owned(),
        }
    }
}

impl Score {
    /// An exact score in hundredths of a pawn.
    pub const fn cp(value: i32) -> Self {
        Self { value: ScoreValue::Cp(value), bound: None }
    }

    /// A mate.
    pub const fn mate(mate: Mate) -> Self {
        Self { value: ScoreValue::Mate(mate), bound: None }
    }

    /// Takes what follows the keyword `score`.
    pub(crate) fn read(
        words: &mut Words<'_>,
        slot: &mut Option<Self>,
        key: Token<'_>,
    ) -> Result<(), Error> {
        let value = match words.peek().map(|word| word.text) {
            Some("cp") => {
                words.next()?;
                words.optional()?.map(ScoreValue::Cp).ok_or(i32::WHAT)
            }
            Some("mate") => {
                words.next()?;
                words.optional()?.map(ScoreValue::Mate).ok_or(Mate::WHAT)
            }
            _ => Err("`cp` or `mate`"),
        };
        match value {
            Ok(value) => {
                let bound = words.optional()?;
                words.repeated(key, slot.replace(Self { value, bound }).is_some())
            }
            Err(what) => words.absent(what),
        }
    }

    /// Takes a bound that strayed from its score: some engines do that, and readers of either can
    /// cope.
    pub(crate) fn read_stray_bound(
        words: &mut Words<'_>,
        slot: &mut Option<Self>,
        word: Token<'_>,
    ) -> Result<(), Error> {
        words.unknown(word)?;
        if let Some(score) = slot {
            score.bound = Bound::read(word.text);
        }
        Ok(())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            ScoreValue::Cp(cp) => write!(f, "score cp {cp}")?,
            ScoreValue::Mate(mate) => write!(f, "score mate {}", mate.spell())?,
        }
        self.bound.map_or(Ok(()), |bound| write!(f, " {}", bound.spell()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates() {
        for (word, mate, written) in [
            ("5", Mate::Win(Some(5)), "5"),
            ("+5", Mate::Win(Some(5)), "5"),
            ("0", Mate::Win(Some(0)), "0"),
            ("-0", Mate::Loss(Some(0)), "-0"),
            ("-12", Mate::Loss(Some(12)), "-12"),
            ("+", Mate::Win(None), "+"),
            ("-", Mate::Loss(None), "-"),
        ] {
            assert_eq!(Mate::read(word), Some(mate));
            assert_eq!(mate.spell(), written);
        }
        for word in ["", "--5", "+-5", "-+", "x", "-x", "inf"] {
            assert_eq!(Mate::read(word), None, "{word}");
        }
    }
}
