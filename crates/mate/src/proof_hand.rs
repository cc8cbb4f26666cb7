//! Proof hands and disproof hands: the hands for which a proof or disproof on one board holds.
//!
//! All pieces that are neither on the board nor in the attacker's hand are in the defender's. On a
//! given board the attacker's hand therefore fixes the defender's, and only the former is compared.

use rules::{Hand, PieceKind};
use zerocopy::FromZeros;

/// Number of pieces of each unpromoted kind: an actual hand, or a bound on hands.
#[derive(Clone, Copy, PartialEq, Eq, FromZeros, Debug)]
#[repr(transparent)]
pub(crate) struct HandCounts([u8; PieceKind::BASE_COUNT]);

impl From<&Hand> for HandCounts {
    fn from(hand: &Hand) -> Self {
        Self(hand.bits().to_le_bytes())
    }
}

/// An upper bound above every count. The high bit of a count is always clear, see
/// [`HandCounts::dominates`].
const ANY_NUMBER: u8 = 127;

impl HandCounts {
    pub const EMPTY: Self = Self([0; PieceKind::BASE_COUNT]);

    fn bits(self) -> u128 {
        u128::from_le_bytes(self.0)
    }

    /// Returns whether this hand is equal or superior: at least as many pieces of every kind.
    #[inline]
    pub fn dominates(&self, other: &Self) -> bool {
        // Compares all counts at once: the high bit of a byte survives the subtraction if this count is
        // not smaller.
        const HIGH_BITS: u128 = u128::from_le_bytes([0x80; PieceKind::BASE_COUNT]);
        ((self.bits() | HIGH_BITS) - other.bits()) & HIGH_BITS == HIGH_BITS
    }

    pub fn count(&self, kind: PieceKind) -> u8 {
        self.0[kind.unpromoted().index()]
    }

    /// Returns the smallest hand that dominates both.
    pub fn union(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind].max(other.0[kind])))
    }

    /// Returns the largest hand that both dominate.
    pub fn intersection(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind].min(other.0[kind])))
    }

    /// Adds one piece, unpromoted.
    pub fn with_piece(mut self, kind: PieceKind) -> Self {
        let count = &mut self.0[kind.unpromoted().index()];
        *count = (*count + 1).min(ANY_NUMBER);
        self
    }

    /// Removes one piece, unpromoted, if there is one.
    pub fn without_piece(mut self, kind: PieceKind) -> Self {
        let count = &mut self.0[kind.unpromoted().index()];
        *count = count.saturating_sub(1);
        self
    }

    /// Keeps only the kinds that `other` has none of.
    pub fn kinds_missing_from(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| if other.0[kind] == 0 { self.0[kind] } else { 0 }))
    }

    /// Returns the upper bound on hands without the kinds that this hand lacks.
    pub fn any_number_of_same_kinds(self) -> Self {
        Self(self.0.map(|count| if count == 0 { 0 } else { ANY_NUMBER }))
    }

    /// Removes the bound on a kind.
    pub fn with_any_number(mut self, kind: PieceKind) -> Self {
        self.0[kind.unpromoted().index()] = ANY_NUMBER;
        self
    }

    /// Returns the upper bound on this side's hands that leave the opponent one piece of `kind`,
    /// given both sides' present hands.
    pub fn bound_leaving_one(self, opponent: Self, kind: PieceKind) -> Self {
        let mut bound = [ANY_NUMBER; PieceKind::BASE_COUNT];
        let index = kind.unpromoted().index();
        bound[index] = (self.0[index] + opponent.0[index]).saturating_sub(1);
        Self(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(counts: [u8; 3]) -> HandCounts {
        let mut all = [0; PieceKind::BASE_COUNT];
        all[..3].copy_from_slice(&counts);
        HandCounts(all)
    }

    #[test]
    fn union_and_intersection_respect_dominance() {
        let (a, b) = (hand([2, 0, 1]), hand([1, 3, 1]));
        assert!(!a.dominates(&b) && a.union(b).dominates(&a) && b.dominates(&a.intersection(b)));
        assert_eq!((a.union(b), a.intersection(b)), (hand([2, 3, 1]), hand([1, 0, 1])));
        assert_eq!(a.with_piece(PieceKind::base(1).promoted()), hand([2, 1, 1]));
        let without = a.without_piece(PieceKind::base(0)).without_piece(PieceKind::base(1));
        assert_eq!(without, hand([1, 0, 1]));
    }

    #[test]
    fn bounds_depend_on_the_opponents_hand() {
        let (ours, theirs) = (hand([2, 0, 1]), hand([1, 3, 0]));
        assert_eq!(ours.kinds_missing_from(theirs), hand([0, 0, 1]));
        let same_kinds = ours.any_number_of_same_kinds();
        assert!(same_kinds.dominates(&ours) && !same_kinds.dominates(&theirs));
        let bound = ours.bound_leaving_one(theirs, PieceKind::base(1));
        assert!(bound.dominates(&hand([99, 2, 99])) && !bound.dominates(&hand([0, 3, 0])));
    }
}
