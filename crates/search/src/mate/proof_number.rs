//! Proof and disproof numbers, and the search result of a node.

use super::proof_hand::HandCounts;

/// A proof number and a disproof number: of a node, or as thresholds.
///
/// A node's proof number is the fewest leaves that must be proven to prove a mate, its disproof
/// number the fewest that must be disproven to prove that there is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    pub proof: u32,
    pub disproof: u32,
}

/// Larger than the proof and disproof numbers of all unsolved nodes.
pub(super) const INFINITE: u32 = 1 << 30;

impl ProofNumbers {
    pub const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// Numbers of an unsolved node about which nothing else is known.
    pub const UNIT: Self = Self { proof: 1, disproof: 1 };
    /// Thresholds that only a solved node reaches.
    pub const NO_THRESHOLD: Self = Self { proof: INFINITE, disproof: INFINITE };

    /// Converts from the side to move's point of view. See [`phi`](Self::phi).
    pub fn from_phi_delta(is_or_node: bool, phi: u32, delta: u32) -> Self {
        match is_or_node {
            true => Self { proof: phi, disproof: delta },
            false => Self { proof: delta, disproof: phi },
        }
    }

    /// Returns φ (Nagai, 2002): the number for the goal of the side to move, which is the proof
    /// number at OR nodes and the disproof number at AND nodes.
    #[inline]
    pub fn phi(self, is_or_node: bool) -> u32 {
        if is_or_node { self.proof } else { self.disproof }
    }

    /// Returns δ, the other number: the one for the goal of the side that is not to move.
    #[inline]
    pub fn delta(self, is_or_node: bool) -> u32 {
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
}

/// What the search knows about a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeResult {
    pub numbers: ProofNumbers,
    /// If proven: upper bound on the plies to mate.
    pub mate_plies: u16,
    /// If a disproof relies on repetitions: depth on the current path of the earliest repeated
    /// position. Otherwise [`NO_REPETITION`].
    pub repetition_start: u16,
    /// The attacker's proof hand if proven, disproof hand if disproven.
    pub hand: HandCounts,
}

/// The [`NodeResult::repetition_start`] of disproofs that hold on every path.
pub(super) const NO_REPETITION: u16 = u16::MAX;

impl NodeResult {
    pub fn unsolved(numbers: ProofNumbers) -> Self {
        Self { numbers, mate_plies: 0, repetition_start: NO_REPETITION, hand: HandCounts::EMPTY }
    }

    pub fn proven(mate_plies: u16, proof_hand: HandCounts) -> Self {
        let (numbers, hand) = (ProofNumbers::PROVEN, proof_hand);
        Self { numbers, mate_plies, repetition_start: NO_REPETITION, hand }
    }

    /// Returns a disproof that holds on every path.
    pub fn disproven(disproof_hand: HandCounts) -> Self {
        Self::disproven_since(NO_REPETITION, disproof_hand)
    }

    /// Returns a disproof that relies on repeating the position at depth `repetition_start` of the
    /// current path.
    pub fn disproven_since(repetition_start: u16, disproof_hand: HandCounts) -> Self {
        let (numbers, hand) = (ProofNumbers::DISPROVEN, disproof_hand);
        Self { numbers, mate_plies: 0, repetition_start, hand }
    }
}
