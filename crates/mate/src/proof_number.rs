//! Proof and disproof numbers, and the search result of a node.

use crate::proof_hand::HandCounts;
use zerocopy::FromZeros;

/// A proof number and a disproof number: of a node, or as thresholds.
///
/// A node's proof number is the fewest leaves that must be proven to prove a mate, its disproof
/// number the fewest that must be disproven to prove that there is none, both in units of [`UNIT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromZeros)]
pub(crate) struct ProofNumbers {
    pub proof: u64,
    pub disproof: u64,
}

/// The proof or disproof number of one ordinary leaf. It is above 1 so that thresholds can exceed the
/// second-best child by less than a leaf.
pub(crate) const UNIT: u64 = 2;

/// Larger than the proof and disproof numbers of all unsolved nodes.
pub(crate) const INFINITE: u64 = 1 << 60;

impl ProofNumbers {
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// The least numbers of an unsolved node.
    pub const LEAST: Self = Self { proof: 1, disproof: 1 };
    /// Numbers of an unsolved node about which nothing else is known.
    pub const UNKNOWN: Self = Self { proof: UNIT, disproof: UNIT };
    /// Thresholds that only a solved node reaches.
    pub const NO_THRESHOLD: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Converts from the side to move's point of view. See [`phi`](Self::phi).
    #[inline]
    pub fn from_phi_delta(is_or_node: bool, phi: u64, delta: u64) -> Self {
        let (proof, disproof) = if is_or_node { (phi, delta) } else { (delta, phi) };
        Self { proof, disproof }
    }

    /// Returns φ (Nagai, 2002): the number for the goal of the side to move, which is the proof
    /// number at OR nodes and the disproof number at AND nodes.
    #[inline]
    pub fn phi(self, is_or_node: bool) -> u64 {
        if is_or_node { self.proof } else { self.disproof }
    }

    /// Returns δ, the other number: the one for the goal of the side that is not to move.
    #[inline]
    pub fn delta(self, is_or_node: bool) -> u64 {
        self.phi(!is_or_node)
    }

    #[inline]
    pub fn is_proven(self) -> bool {
        self.proof == 0
    }

    #[inline]
    pub fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    #[inline]
    pub fn is_solved(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Returns whether either number has reached its threshold.
    #[inline]
    pub fn reaches(self, thresholds: Self) -> bool {
        self.proof >= thresholds.proof || self.disproof >= thresholds.disproof
    }

    /// Returns numbers that are larger by the smallest step.
    #[inline]
    pub fn plus_one(self) -> Self {
        Self { proof: self.proof + 1, disproof: self.disproof + 1 }
    }

    #[inline]
    pub fn max(self, other: Self) -> Self {
        let (proof, disproof) = (self.proof.max(other.proof), self.disproof.max(other.disproof));
        Self { proof, disproof }
    }
}

/// A number of plies: the length of a mate, or the plies within which the attacker must mate.
pub(crate) type Plies = u16;

/// No limit on the plies.
pub(crate) const UNLIMITED: Plies = Plies::MAX - 1;

/// Returns the plies that remain after a move that takes `taken` plies.
#[inline]
pub(crate) fn plies_after_move(plies: Plies, taken: Plies) -> Plies {
    if plies == UNLIMITED { UNLIMITED } else { plies.saturating_sub(taken) }
}

/// Returns the plies with those that a move takes before them.
#[inline]
pub(crate) fn plies_before_move(plies: Plies, taken: Plies) -> Plies {
    plies.saturating_add(taken).min(UNLIMITED)
}

/// The result of searching a node, solved or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeResult {
    pub numbers: ProofNumbers,
    /// If proven: there is a mate within this many plies. If disproven: there is none.
    pub plies: Plies,
    /// If a disproof relies on repetitions: depth on the current path of the earliest repeated
    /// position. Otherwise [`NO_REPETITION`].
    pub repetition_start: u16,
    /// The attacker's proof hand if proven, disproof hand if disproven.
    pub hand: HandCounts,
}

/// The [`NodeResult::repetition_start`] of disproofs that hold on every path.
pub(crate) const NO_REPETITION: u16 = u16::MAX;

impl NodeResult {
    #[inline]
    pub fn unsolved(numbers: ProofNumbers) -> Self {
        Self { numbers, plies: 0, repetition_start: NO_REPETITION, hand: HandCounts::EMPTY }
    }

    pub fn proven(plies: Plies, hand: HandCounts) -> Self {
        Self { numbers: ProofNumbers::PROVEN, plies, repetition_start: NO_REPETITION, hand }
    }

    /// Returns a disproof that holds on every path.
    pub fn disproven(plies: Plies, hand: HandCounts) -> Self {
        Self::disproven_since(NO_REPETITION, plies, hand)
    }

    /// Returns a disproof that relies on repeating the position at depth `repetition_start` of the
    /// current path.
    pub fn disproven_since(repetition_start: u16, plies: Plies, hand: HandCounts) -> Self {
        Self { numbers: ProofNumbers::DISPROVEN, plies, repetition_start, hand }
    }
}
