//! The solver's transposition table.

use super::proof_hand::HandCounts;
use super::proof_number::{NO_REPETITION, NodeResult, ProofNumbers};
use crate::transposition_table::TableError;
use zerocopy::FromZeros;

/// Identifies a node. The hand is separate from the hash, so that hands can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeKey {
    /// Hash of everything but the hands.
    pub board_key: u64,
    /// The attacker's hand, which implies the defender's.
    pub hand: HandCounts,
}

/// The result of one node.
#[derive(Clone, Copy, FromZeros)]
struct Entry {
    board_key: u64,
    /// The node's hand, or the proof or disproof hand if it is solved and dominance is used.
    hand: HandCounts,
    proof: u32,
    disproof: u32,
    /// Nodes searched below this one. The entry with the fewest is replaced first.
    subtree_nodes: u32,
    /// Plies to mate; in path disproofs, the depth at which the repetition starts.
    plies: u16,
    /// Generation in which the entry was written. Entries of other generations are empty.
    generation: u8,
    /// Whether some path has a disproof by repetition, stored under its own key.
    has_path_disproof: bool,
}

const _: () = assert!(size_of::<Entry>() == 40);

/// Entries with the same board share a cluster, so that one probe can compare all their hands.
const CLUSTER_SIZE: usize = 8;
type Cluster = [Entry; CLUSTER_SIZE];

/// A transposition table of fixed size for proof and disproof numbers.
pub(super) struct ProofTable {
    clusters: Vec<Cluster>,
    generation: u8,
    /// Whether a proof also holds for superior hands, and a disproof for inferior ones.
    pub use_dominance: bool,
}

/// Allocates empty clusters. The system provides the memory on first use, so that short searches
/// with a large table are cheap.
fn zeroed_clusters(count: usize) -> Option<Vec<Cluster>> {
    Cluster::new_vec_zeroed(count).ok()
}

impl ProofTable {
    pub fn new(mebibytes: usize) -> Result<Self, TableError> {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Cluster>()).max(1);
        let clusters = zeroed_clusters(count).ok_or(TableError { mebibytes })?;
        Ok(Self { clusters, generation: 0, use_dominance: false })
    }

    /// Empties the table by starting a new generation.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            match zeroed_clusters(self.clusters.len()) {
                Some(clusters) => self.clusters = clusters,
                None => self.clusters.zero(),
            }
            self.generation = 1;
        }
    }

    fn cluster_index(&self, board_key: u64) -> usize {
        ((u128::from(board_key) * self.clusters.len() as u128) >> 64) as usize
    }

    /// Returns a node's result that holds on every path, and whether a path disproof exists.
    pub fn probe(&self, key: &NodeKey) -> Option<(NodeResult, bool)> {
        let mut same_hand = None;
        for entry in &self.clusters[self.cluster_index(key.board_key)] {
            if entry.board_key != key.board_key || entry.generation != self.generation {
                continue;
            }
            if entry.hand == key.hand {
                same_hand = Some((entry.result(), entry.has_path_disproof));
                if entry.numbers().is_solved() {
                    return same_hand;
                }
            } else if self.use_dominance && entry.solves_hand(&key.hand) {
                return Some((entry.result(), false));
            }
        }
        same_hand
    }

    /// Stores a result that holds on every path and took `nodes` nodes to find.
    pub fn store(&mut self, key: &NodeKey, result: &NodeResult, nodes: u32) {
        let generation = self.generation;
        let use_result_hand = self.use_dominance && result.numbers.is_solved();
        let key = &NodeKey { hand: if use_result_hand { result.hand } else { key.hand }, ..*key };
        let entry = self.entry_to_write(key, result.numbers);
        let is_same = entry.matches(key, generation);
        let ProofNumbers { proof, disproof } = result.numbers;
        *entry = Entry {
            board_key: key.board_key,
            hand: key.hand,
            proof,
            disproof,
            subtree_nodes: if is_same { entry.subtree_nodes.saturating_add(nodes) } else { nodes },
            plies: result.mate_plies,
            generation,
            has_path_disproof: is_same && entry.has_path_disproof,
        };
    }

    /// Stores a disproof that holds on the path with this key only.
    ///
    /// It gets a separate entry, whose key includes the path. The node's regular entry stays unsolved
    /// and is marked with `has_path_disproof`.
    pub fn store_path_disproof(
        &mut self,
        key: &NodeKey,
        path_key: u64,
        result: &NodeResult,
        nodes: u32,
    ) {
        let generation = self.generation;
        let entry = self.entry_to_write(key, ProofNumbers::UNIT);
        if entry.matches(key, generation) {
            entry.subtree_nodes = entry.subtree_nodes.saturating_add(nodes);
            entry.has_path_disproof = true;
        } else {
            let ProofNumbers { proof, disproof } = ProofNumbers::UNIT;
            *entry = Entry {
                board_key: key.board_key,
                hand: key.hand,
                proof,
                disproof,
                subtree_nodes: nodes,
                plies: 0,
                generation,
                has_path_disproof: true,
            };
        }
        let on_path = NodeKey { board_key: key.board_key ^ path_key, ..*key };
        let result = NodeResult { mate_plies: result.repetition_start, hand: key.hand, ..*result };
        self.store(&on_path, &result, nodes);
    }

    /// Returns the disproof that holds on the path with this key only.
    pub fn probe_path_disproof(&self, key: &NodeKey, path_key: u64) -> Option<NodeResult> {
        let on_path = NodeKey { board_key: key.board_key ^ path_key, ..*key };
        let cluster = &self.clusters[self.cluster_index(on_path.board_key)];
        let entry = cluster.iter().find(|entry| entry.matches(&on_path, self.generation))?;
        Some(NodeResult::disproven_since(entry.plies, entry.hand))
    }

    /// Returns the entry to overwrite: the node's own, else one that the new numbers imply by
    /// dominance, else an empty one, else the one with the smallest subtree.
    fn entry_to_write(&mut self, key: &NodeKey, numbers: ProofNumbers) -> &mut Entry {
        let (generation, use_dominance) = (self.generation, self.use_dominance);
        let index = self.cluster_index(key.board_key);
        let replacement_order = |entry: &Entry| {
            if entry.matches(key, generation) {
                return 0;
            }
            let is_implied = entry.board_key == key.board_key
                && (numbers.is_proven() && entry.hand.dominates(&key.hand)
                    || numbers.is_disproven() && key.hand.dominates(&entry.hand));
            match entry.generation == generation {
                true if is_implied && use_dominance => 1,
                true => entry.subtree_nodes.saturating_add(3),
                false => 2,
            }
        };
        let cluster = &mut self.clusters[index];
        let first = (0..CLUSTER_SIZE).min_by_key(|&i| replacement_order(&cluster[i])).unwrap_or(0);
        &mut cluster[first]
    }
}

impl Entry {
    fn matches(&self, key: &NodeKey, generation: u8) -> bool {
        self.board_key == key.board_key && self.generation == generation && self.hand == key.hand
    }

    fn numbers(&self) -> ProofNumbers {
        ProofNumbers { proof: self.proof, disproof: self.disproof }
    }

    fn result(&self) -> NodeResult {
        NodeResult {
            numbers: self.numbers(),
            mate_plies: self.plies,
            repetition_start: NO_REPETITION,
            hand: self.hand,
        }
    }

    /// Returns whether this entry proves or disproves the same board with another hand, by
    /// dominance.
    fn solves_hand(&self, hand: &HandCounts) -> bool {
        self.numbers().is_proven() && hand.dominates(&self.hand)
            || self.numbers().is_disproven() && self.hand.dominates(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::PieceKind;

    fn node(board_key: u64, count: usize) -> NodeKey {
        let add = |hand: HandCounts, _| hand.with_piece(PieceKind::base(0));
        NodeKey { board_key, hand: (0..count).fold(HandCounts::EMPTY, add) }
    }

    fn proven(key: &NodeKey) -> NodeResult {
        NodeResult::proven(3, key.hand)
    }

    fn disproven(key: &NodeKey) -> NodeResult {
        NodeResult::disproven(key.hand)
    }

    #[test]
    fn results_are_found_until_cleared() {
        let mut table = ProofTable::new(0).unwrap();
        let unsolved = NodeResult::unsolved(ProofNumbers { proof: 3, disproof: 5 });
        // More often than the generation counter can count.
        for _ in 0..600 {
            table.clear();
            assert_eq!(table.probe(&node(7, 1)), None);
            table.store(&node(7, 1), &unsolved, 9);
            let (result, has_path_disproof) = table.probe(&node(7, 1)).unwrap();
            assert_eq!((result.numbers, has_path_disproof), (unsolved.numbers, false));
            assert_eq!(table.probe(&node(7, 2)), None);
        }
    }

    #[test]
    fn other_hands_are_solved_by_dominance_only_if_enabled() {
        for use_dominance in [false, true] {
            let mut table = ProofTable::new(0).unwrap();
            table.clear();
            table.use_dominance = use_dominance;
            let is_proven = |table: &ProofTable, board_key, count| {
                let result = table.probe(&node(board_key, count))?.0;
                result.numbers.is_solved().then(|| result.numbers.is_proven())
            };
            table.store(&node(1, 2), &proven(&node(1, 2)), 1);
            table.store(&node(2, 2), &disproven(&node(2, 2)), 1);
            let superior = use_dominance.then_some(true);
            assert_eq!([1, 2, 3].map(|n| is_proven(&table, 1, n)), [None, Some(true), superior]);
            let inferior = use_dominance.then_some(false);
            assert_eq!([1, 2, 3].map(|n| is_proven(&table, 2, n)), [inferior, Some(false), None]);
        }
    }

    #[test]
    fn path_disproof_is_found_on_its_path_only() {
        let mut table = ProofTable::new(1).unwrap();
        table.clear();
        let key = node(5, 1);
        let disproof = NodeResult::disproven_since(4, key.hand);
        table.store_path_disproof(&key, 0xABCD, &disproof, 1);
        let (result, has_path_disproof) = table.probe(&key).unwrap();
        assert!(has_path_disproof && !result.numbers.is_solved());
        assert_eq!(table.probe_path_disproof(&key, 0xABCD), Some(disproof));
        assert_eq!(table.probe_path_disproof(&key, 0xABCE), None);
        // A proof holds on every path.
        table.store(&key, &proven(&key), 1);
        assert!(table.probe(&key).unwrap().0.numbers.is_proven());
    }

    #[test]
    fn entry_with_the_smallest_subtree_is_replaced() {
        let mut table = ProofTable::new(0).unwrap();
        table.clear();
        let unsolved = NodeResult::unsolved(ProofNumbers::UNIT);
        let keys = 0..=CLUSTER_SIZE as u64;
        for key in keys.clone() {
            table.store(&node(key, 0), &unsolved, 100 - key as u32);
        }
        let replaced: Vec<u64> = keys.filter(|&key| table.probe(&node(key, 0)).is_none()).collect();
        assert_eq!(replaced, [CLUSTER_SIZE as u64 - 1]);
    }
}
