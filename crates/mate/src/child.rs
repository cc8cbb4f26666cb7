//! The children of a node: what is known about each, and how their numbers combine.

use crate::proof_number::{INFINITE, NodeResult, Plies, ProofNumbers, UNIT, plies_before_move};
use crate::proof_table::{EntryIndex, NO_ENTRY, NodeKey};
use rules::Move;

/// A move, and what is known about the node it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    pub mv: Move,
    /// The plies that the move takes: 1, except around [`interposition`](crate::interposition) nodes.
    pub plies: Plies,
    /// Orders moves with equal numbers; lower is better.
    pub order: i32,
    pub key: NodeKey,
    pub result: NodeResult,
    /// Nodes searched below this one.
    pub effort: u32,
    /// The last known index of the node's table entry.
    pub table_entry: EntryIndex,
    /// Which of this node's children count towards the sum of δ, by index. Those beyond 64 do not.
    pub sum_mask: u64,
    /// Whether δ of the parent counts this child in the sum. Of the others only the largest δ counts,
    /// because they share descendants.
    pub is_in_sum: bool,
    /// Whether the node has never been searched.
    pub is_new: bool,
    /// Whether this child is not searched before a similar one is solved.
    pub is_delayed: bool,
    /// Index among the siblings of the child that is delayed until this one is solved, or 0.
    pub next_delayed: u16,
}

/// Numbers above this count only with their maximum, unless they are of solved children.
const MAX_IN_SUM: u64 = INFINITE / 1024;

/// Number of delayed children that add 1 to δ.
const DELAYED_PER_DELTA: u64 = 8;

/// The numbers of a node as combined from its children.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    /// Index of the child with the smallest φ for the side to move.
    pub best: usize,
    /// The smallest and second-smallest φ of the children.
    pub phi: u64,
    pub second_phi: u64,
    /// The sum of δ over the children in the sum, plus the maximum over the others.
    pub delta: u64,
    /// What remains of `delta` for the largest allowed δ of the best child.
    pub delta_without_best: u64,
}

impl Child {
    /// Creates a child about which nothing is known.
    pub fn new(mv: Move, key: NodeKey, order: i32) -> Self {
        Self {
            mv,
            plies: 1,
            order,
            key,
            result: NodeResult::unsolved(ProofNumbers::UNKNOWN),
            effort: 0,
            table_entry: NO_ENTRY,
            sum_mask: u64::MAX,
            is_in_sum: true,
            is_new: false,
            is_delayed: false,
            next_delayed: 0,
        }
    }

    /// Returns the plies of its result, with those of the move before it.
    pub fn plies_with_move(&self) -> Plies {
        plies_before_move(self.result.plies, self.plies)
    }

    /// Leaves a child with a very large δ out of the sum.
    pub fn update_sum_membership(&mut self, is_or_node: bool) {
        let delta = self.result.numbers.delta(is_or_node);
        self.is_in_sum &= delta < MAX_IN_SUM || self.result.numbers.is_solved();
    }
}

impl Summary {
    /// Combines the numbers of the children.
    pub fn new(children: &[Child], is_or_node: bool) -> Self {
        let (mut best, mut best_rank) = (0, (u64::MAX, u64::MAX, u32::MAX));
        let mut second_phi = INFINITE;
        let mut sum = 0;
        let (mut max, mut delayed) = (0, 0);
        for (index, child) in children.iter().enumerate() {
            if child.is_delayed {
                delayed += 1;
                continue;
            }
            let numbers = child.result.numbers;
            let (phi, delta) = (numbers.phi(is_or_node), numbers.delta(is_or_node));
            let rank = (phi, delta, child.effort);
            if rank < best_rank {
                second_phi = best_rank.0.min(INFINITE);
                (best, best_rank) = (index, rank);
            } else {
                second_phi = second_phi.min(phi);
            }
            if child.is_in_sum {
                sum = u64::saturating_add(sum, delta);
            } else {
                max = max.max(delta);
            }
        }
        if delayed > 0 {
            sum = sum.saturating_add((delayed / DELAYED_PER_DELTA).max(1));
        }
        let delta = sum.saturating_add(max).min(INFINITE);
        let delta_without_best = match children.get(best) {
            Some(child) if child.is_in_sum => {
                delta.saturating_sub(child.result.numbers.delta(is_or_node))
            }
            _ => sum,
        };
        Self { best, phi: best_rank.0.min(INFINITE), second_phi, delta, delta_without_best }
    }

    pub fn unsolved_numbers(&self, is_or_node: bool) -> ProofNumbers {
        let unsolved = |number: u64| number.min(INFINITE - 1);
        ProofNumbers::from_phi_delta(is_or_node, unsolved(self.phi), unsolved(self.delta))
    }

    /// Returns the thresholds for the best child, given those of the node.
    pub fn child_thresholds(&self, thresholds: ProofNumbers, is_or_node: bool) -> ProofNumbers {
        let phi = thresholds
            .phi(is_or_node)
            .min(self.second_phi.saturating_add(self.second_phi / 4 + UNIT))
            .min(INFINITE);
        let delta = thresholds.delta(is_or_node).saturating_sub(self.delta_without_best);
        ProofNumbers::from_phi_delta(is_or_node, phi, delta)
    }
}

/// Returns which children are in the sum, as a [`Child::sum_mask`].
pub(crate) fn sum_mask(children: &[Child]) -> u64 {
    let bits = children.iter().take(64).enumerate();
    bits.fold(0, |mask, (index, child)| mask | u64::from(child.is_in_sum) << index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof_hand::HandCounts;
    use crate::proof_number::UNLIMITED;
    use zerocopy::FromZeros;

    #[test]
    fn many_escapes_are_no_proof() {
        let result = NodeResult::disproven_since(0, UNLIMITED, HandCounts::new_zeroed());
        let escape = Child { result, ..Child::new(Move::NULL, NodeKey::new_zeroed(), 0) };
        // So many that the sum of their numbers exceeds 64 bits.
        let summary = Summary::new(&[escape; 16], false);
        assert_eq!((summary.phi, summary.delta), (0, INFINITE));
    }
}
