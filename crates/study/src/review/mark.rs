//! Marks of bad moves.

use records::{Notes, glyph_mark};
use serde::{Deserialize, Serialize};

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the mark of a move that loses this much winning chance, if it deserves one. The limits
    /// are those of chess.com: a twentieth, a tenth and a fifth.
    pub fn of_loss(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss >= mark.least_loss())
    }

    fn least_loss(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.05,
            Self::Mistake => 0.10,
            Self::Blunder => 0.20,
        }
    }

    /// Returns the symbol written after a move.
    pub fn symbol(self) -> &'static str {
        glyph_mark(self.glyph()).expect("these glyphs have marks")
    }

    /// Returns the singular name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the plural name.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracies",
            Self::Mistake => "mistakes",
            Self::Blunder => "blunders",
        }
    }

    /// Gives a move this mark, or none, in place of the one that it has.
    pub fn set(mark: Option<Self>, notes: &mut Notes) {
        notes.glyphs.retain(|&glyph| Self::ALL.iter().all(|mark| mark.glyph() != glyph));
        notes.glyphs.extend(mark.map(Self::glyph));
    }

    /// Returns the numeric annotation glyph, as records store it.
    pub fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_losses_are_worse() {
        let marks = [0.0, 0.049, 0.05, 0.099, 0.1, 0.2, 1.0].map(Mark::of_loss);
        use Mark::*;
        let expected = [None, None, Some(Inaccuracy), Some(Inaccuracy), Some(Mistake)];
        assert_eq!(marks[..5], expected);
        assert_eq!(marks[5..], [Some(Blunder), Some(Blunder)]);
    }
}
