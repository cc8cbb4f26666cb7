//! What the attacker needs in hand, or may hold in vain.

use rules::{Hand, PieceKind};
use zerocopy::FromZeros;

/// How many of each kind.
#[derive(Clone, Copy, PartialEq, Eq, FromZeros, Debug)]
pub(super) struct Held([u8; PieceKind::BASE_COUNT]);

impl From<&Hand> for Held {
    fn from(hand: &Hand) -> Self {
        Self(hand.bits().to_le_bytes())
    }
}

impl Held {
    /// Nothing.
    pub const NONE: Self = Self([0; PieceKind::BASE_COUNT]);

    /// Whether this is at least as much of every kind.
    #[inline]
    pub fn covers(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine >= theirs)
    }

    /// What covers both.
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind].max(other.0[kind])))
    }

    /// What both cover.
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| self.0[kind].min(other.0[kind])))
    }

    /// This and one more.
    pub fn and_one(mut self, kind: PieceKind) -> Self {
        let count = &mut self.0[kind.unpromoted().index()];
        *count = count.saturating_add(1);
        self
    }

    /// This but for one, if there is one.
    pub fn but_one(mut self, kind: PieceKind) -> Self {
        let count = &mut self.0[kind.unpromoted().index()];
        *count = count.saturating_sub(1);
        self
    }

    /// All that there is of the kinds of which the other side holds none: what it may not come to
    /// hold.
    pub fn withheld_from(self, other: Self) -> Self {
        Self(std::array::from_fn(|kind| if other.0[kind] == 0 { self.0[kind] } else { 0 }))
    }

    /// None of the kinds of which this has none, and any number of others.
    pub fn of_same_kinds(self) -> Self {
        Self(self.0.map(|count| if count == 0 { 0 } else { u8::MAX }))
    }

    /// As many of a kind as are in these two hands together, but for one; any number of others.
    pub fn leaving_one(self, other: Self, kind: PieceKind) -> Self {
        let mut most = [u8::MAX; PieceKind::BASE_COUNT];
        let place = kind.unpromoted().index();
        most[place] = (self.0[place] + other.0[place]).saturating_sub(1);
        Self(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(counts: [u8; 3]) -> Held {
        let mut all = [0; PieceKind::BASE_COUNT];
        all[..3].copy_from_slice(&counts);
        Held(all)
    }

    #[test]
    fn hands_are_sets() {
        let (a, b) = (held([2, 0, 1]), held([1, 3, 1]));
        assert!(!a.covers(&b) && a.or(b).covers(&a) && b.covers(&a.and(b)));
        assert_eq!((a.or(b), a.and(b)), (held([2, 3, 1]), held([1, 0, 1])));
        assert_eq!(a.and_one(PieceKind::base(1).promoted()), held([2, 1, 1]));
        assert_eq!(a.but_one(PieceKind::base(0)).but_one(PieceKind::base(1)), held([1, 0, 1]));
    }

    #[test]
    fn kinds_are_withheld_and_left() {
        let (ours, theirs) = (held([2, 0, 1]), held([1, 3, 0]));
        assert_eq!(ours.withheld_from(theirs), held([0, 0, 1]));
        assert!(ours.of_same_kinds().covers(&ours) && !ours.of_same_kinds().covers(&theirs));
        let limit = ours.leaving_one(theirs, PieceKind::base(1));
        assert!(limit.covers(&held([99, 2, 99])) && !limit.covers(&held([0, 3, 0])));
    }
}
