//! Double counting: a node that is reached by two moves of one ancestor adds its numbers to the
//! ancestor's twice, and more often further up.
//!
//! Each table entry refers to the node from which it was last searched. If following these
//! references from the best child leads to an ancestor by another move than the present path does,
//! that ancestor counts the two children by the maximum of their δ instead of the sum. This is the
//! idea of the source node detection algorithm (Kishimoto, 2010).

use crate::dfpn::DfpnSearch;
use crate::proof_number::{ProofNumbers, UNIT};
use crate::proof_table::{EntryIndex, NodeKey};

/// By how much the numbers may grow from a node to its parent on the way to the common ancestor. If
/// they grow by more, other descendants determine them.
const MAX_GROWTH: u64 = 3 * UNIT;

/// An ancestor that counts a node twice.
struct BranchRoot {
    depth: usize,
    /// The ancestor's other child above the node.
    child: NodeKey,
}

impl DfpnSearch<'_> {
    /// Stops ancestors from counting the current node's best child twice.
    pub(crate) fn resolve_double_count(&mut self, best: usize) {
        let child = &self.children[best];
        if child.is_new || child.result.numbers.is_solved() {
            return;
        }
        let Some(entry) = self.table.find(&child.key, child.table_entry) else { return };
        let Some(root) = self.find_branch_root(entry) else { return };
        let current = self.path.len() - 1;
        // On the present path, too, other descendants must not determine the numbers.
        let is_dominated = |depth: usize| {
            (current - depth).is_multiple_of(2) == (current - root.depth).is_multiple_of(2)
                && self.path.entry(depth).delta_beyond_child > MAX_GROWTH
        };
        if (root.depth + 1..current).any(is_dominated) {
            return;
        }
        let (first, last) =
            (self.path.entry(root.depth).first_child, self.path.entry(root.depth + 1).first_child);
        let other = self.children[first..last].iter_mut().find(|child| child.key == root.child);
        if let Some(other) = other {
            other.is_in_sum = false;
            let current_child = self.path.entry(root.depth).current_child;
            self.children[current_child].is_in_sum = false;
        }
    }

    /// Follows the references of table entries from a child of the current node to an ancestor.
    fn find_branch_root(&self, child: EntryIndex) -> Option<BranchRoot> {
        let current = self.path.len() - 1;
        let mut entry = child;
        let mut last = ProofNumbers::NO_THRESHOLD;
        // Whether the proof or disproof number may be counted twice.
        let (mut proof_twice, mut disproof_twice) = (true, true);
        let mut is_or_node = self.is_or_node();
        for _ in 0..current {
            let parent = self.table.parent(entry)?;
            let (key, numbers) = self.table.key_and_numbers(entry);
            let (parent_key, _) = self.table.key_and_numbers(parent);
            if entry == child && parent_key == self.path.current().key {
                return None;
            }
            proof_twice &= numbers.proof <= last.proof.saturating_add(MAX_GROWTH);
            disproof_twice &= numbers.disproof <= last.disproof.saturating_add(MAX_GROWTH);
            if !proof_twice && !disproof_twice {
                return None;
            }
            if let Some(depth) = self.path.find(&parent_key, 0, |on_path| *on_path == parent_key) {
                let is_counted_twice = if is_or_node { disproof_twice } else { proof_twice };
                return (is_counted_twice && depth < current)
                    .then_some(BranchRoot { depth, child: key });
            }
            (entry, last, is_or_node) = (parent, numbers, !is_or_node);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::budget::NodeBudget;
    use crate::dfpn::DfpnSearch;
    use crate::interface::MateLimits;
    use crate::path_disproofs::PathDisproofTable;
    use crate::proof_number::{NodeResult, ProofNumbers, UNLIMITED};
    use crate::proof_table::{NO_ENTRY, ProofTable, Record};
    use rules::{Move, Position};
    use std::sync::atomic::AtomicBool;

    /// Follows the line "gold to 5b, king takes, gold to 5c" to a node that was last searched after a
    /// gold to 4b at the root. Returns whether the root, which may only play `root_moves`, still adds
    /// each of its children to the sum.
    fn root_children_in_sum(root_moves: &[&str]) -> Vec<bool> {
        let shogi = games::by_name("shogi").unwrap();
        let moves = |texts: &[&str]| -> Vec<Move> {
            texts.iter().map(|text| shogi.parse_usi(text).unwrap()).collect()
        };
        let root = Position::from_sfen(shogi, "4k4/9/9/9/9/9/9/9/4K4 b 2G 1").unwrap();
        let mut table = ProofTable::new(0).unwrap();
        let mut path_disproofs = PathDisproofTable::new(0).unwrap();
        let stop = AtomicBool::new(false);
        let budget = NodeBudget::new(&MateLimits::default(), &stop);
        let mut report = |_: &_| {};
        let mut search =
            DfpnSearch::new(&root, &mut table, &mut path_disproofs, budget, &mut report);
        let root_moves = moves(root_moves);
        search.root_moves = &root_moves;

        let mut parent = search.table.entry_of(&search.node_key(), 0, NO_ENTRY);
        for line in [&["G*4b"][..], &["G*5b", "5a5b", "G*5c"]] {
            let line = moves(line);
            line.iter().for_each(|&mv| search.position.do_move(mv));
            let result = NodeResult::unsolved(ProofNumbers::UNKNOWN);
            let record = Record { result, depth: 3, effort: 1, sum_mask: u64::MAX, parent };
            parent = search.table.store(&search.node_key(), &record);
            line.iter().for_each(|_| search.position.undo_move());
        }

        let mut child = 0;
        for mv in moves(&["G*5b", "5a5b", "G*5c"]) {
            search.enter(search.node_key(), None, UNLIMITED, u64::MAX, false);
            child = search.children.iter().rposition(|child| child.mv == mv).unwrap();
            search.path.current_mut().current_child = child;
            search.position.do_move(mv);
        }
        search.position.undo_move();
        search.resolve_double_count(child);
        search.children[..root_moves.len()].iter().map(|child| child.is_in_sum).collect()
    }

    #[test]
    fn both_children_above_a_node_leave_the_sum() {
        assert_eq!(root_children_in_sum(&["G*4b", "G*5b"]), [false, false]);
    }

    #[test]
    fn child_stays_in_the_sum_if_the_other_one_does_not_exist() {
        assert_eq!(root_children_in_sum(&["G*5b"]), [true]);
    }
}
