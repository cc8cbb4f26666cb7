//! The df-pn search itself. The [module documentation](super) explains the algorithm.

use super::proof_hand::HandCounts;
use super::proof_number::{INFINITE, NO_REPETITION, NodeResult, ProofNumbers};
use super::proof_table::{NodeKey, ProofTable};
use crate::limits::Control;
use rules::{Color, GenKind, Move, MoveList, Origin, Outcome, Position};
use std::time::{Duration, Instant};

/// Longest path in plies. Nodes beyond it count as disproven, but only on that path.
const MAX_PATH: usize = 1000;

/// Largest initial proof number of an AND node.
const MAX_INITIAL_PROOF: u64 = 64;

/// Nodes between two checks of the clock.
const CLOCK_INTERVAL: u64 = 32;

/// Counts nodes and decides when to stop.
pub(super) struct NodeBudget<'a> {
    control: &'a Control,
    deadline: Option<Instant>,
    pub nodes: u64,
    pub max_nodes: u64,
    is_exhausted: bool,
}

impl<'a> NodeBudget<'a> {
    pub fn new(time: Option<Duration>, max_nodes: Option<u64>, control: &'a Control) -> Self {
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        let max_nodes = max_nodes.unwrap_or(u64::MAX);
        Self { control, deadline, nodes: 0, max_nodes, is_exhausted: false }
    }

    /// Counts a node and returns true, or returns false if the search must stop.
    fn count_node(&mut self) -> bool {
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.is_exhausted |= is_late || self.control.is_stopped();
        }
        self.is_exhausted |= self.nodes >= self.max_nodes;
        self.nodes += u64::from(!self.is_exhausted);
        !self.is_exhausted
    }
}

/// Whether a position from before the root can occur within the search for the time that ends the
/// game, usually the fourth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fourfold {
    Impossible,
    /// Possible, but no path visits such a position more than once.
    Possible,
    /// Possible after several visits on one path. Nodes on different paths then have different keys.
    PathDependent,
}

/// A node on the path from the root to the current node, both included.
struct PathEntry {
    key: NodeKey,
    /// Hash of the path up to and including this node.
    path_key: u64,
}

/// A move, and what is known about the node it leads to.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    /// Moves of one group are adjacent. They are similar enough to be assumed to succeed or fail
    /// together: δ counts the maximum over the group, not the sum.
    group: u32,
    key: NodeKey,
    result: NodeResult,
}

/// A df-pn search below one position.
///
/// The current node is `position`, the last of `path`. A node's depth is its index in `path`.
pub(super) struct DfpnSearch<'a> {
    pub position: Position,
    pub attacker: Color,
    /// Moves allowed at the root; all if empty.
    pub root_moves: &'a [Move],
    pub table: &'a mut ProofTable,
    pub budget: NodeBudget<'a>,
    /// Plies from the root within which the attacker must mate.
    pub max_plies: Option<usize>,
    pub fourfold: Fourfold,
    /// Whether some path reached [`MAX_PATH`].
    pub reached_max_path: bool,
    path: Vec<PathEntry>,
    /// The children of all nodes on the path, those of the current node last.
    children: Vec<Child>,
}

/// Entry points: solving the root and reading the mating line from the proof.
impl<'a> DfpnSearch<'a> {
    /// Prepares a search without limits on plies and root moves, and without repetition handling.
    pub fn new(position: &Position, table: &'a mut ProofTable, budget: NodeBudget<'a>) -> Self {
        Self {
            position: position.clone(),
            attacker: position.side(),
            root_moves: &[],
            table,
            budget,
            max_plies: None,
            fourfold: Fourfold::Impossible,
            reached_max_path: false,
            path: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Searches the root until it is solved or the budget is exhausted.
    pub fn solve_root(&mut self) -> NodeResult {
        let first_child = self.children.len();
        let key = self.node_key(self.path.len());
        let result = self.enter_node(key, ProofNumbers::NO_THRESHOLD);
        self.leave_node(first_child);
        result
    }

    /// Returns the moves of a proven mate: the quickest known mate for the attacker, the longest known
    /// resistance for the defender. Searches nodes again if their table entries were replaced.
    pub fn mating_line(&mut self) -> Option<Vec<Move>> {
        let root_ply = self.position.ply();
        let mut line = Vec::new();
        let is_mate = loop {
            let key = self.node_key(self.path.len());
            let first_child = self.children.len();
            if !self.enter_node(key, ProofNumbers::NO_THRESHOLD).numbers.is_proven() {
                break false;
            }
            let Some(next) = self.next_line_move(first_child) else {
                break !self.is_or_node() && self.position.outcome() == Outcome::Mate;
            };
            line.push(next);
            self.position.do_move(next);
        };
        while self.position.ply() > root_ply {
            self.position.undo_move();
        }
        self.children.clear();
        self.path.clear();
        is_mate.then_some(line)
    }

    /// Returns the move of the current node that continues the mating line.
    fn next_line_move(&mut self, first_child: usize) -> Option<Move> {
        let children = &self.children[first_child..];
        let mut proven: Vec<_> =
            children.iter().filter(|child| child.result.numbers.is_proven()).collect();
        proven.sort_by_key(|child| child.result.mate_plies);
        if self.is_or_node() {
            return proven.first().map(|child| child.mv);
        }
        let replies: Vec<Move> = proven.iter().rev().map(|child| child.mv).collect();
        let longest = replies.iter().find(|&&reply| self.takes_all_plies(reply));
        longest.or(replies.first()).copied()
    }

    /// Returns whether the attacker needs all remaining plies to mate after this reply.
    fn takes_all_plies(&mut self, reply: Move) -> bool {
        let (depth, max_plies) = (self.path.len(), self.max_plies);
        let Some(limit) = max_plies.filter(|&plies| plies > depth + 1) else { return true };
        self.max_plies = Some(limit - 2);
        self.position.do_move(reply);
        let result = self.search_node(self.node_key(depth), ProofNumbers::NO_THRESHOLD);
        self.position.undo_move();
        self.max_plies = max_plies;
        result.numbers.is_disproven()
    }
}

/// Hashes a number.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    number ^ number >> 29
}

/// Properties of the current node.
impl DfpnSearch<'_> {
    /// Returns whether the attacker is to move.
    #[inline]
    fn is_or_node(&self) -> bool {
        self.position.side() == self.attacker
    }

    fn hand(&self, color: Color) -> HandCounts {
        self.position.hand(color).into()
    }

    /// Returns the key of the current position as a node at `depth`. Includes the remaining plies
    /// if they are limited, and the path before the node if results depend on it.
    fn node_key(&self, depth: usize) -> NodeKey {
        let mut board_key = self.position.key_without_hands();
        if let Some(plies) = self.remaining_plies(depth) {
            board_key ^= mix(plies as u64 + 1);
        }
        if self.fourfold == Fourfold::PathDependent {
            board_key ^= self.path_key();
        }
        NodeKey { board_key, hand: self.hand(self.attacker) }
    }

    fn remaining_plies(&self, depth: usize) -> Option<usize> {
        Some(self.max_plies?.saturating_sub(depth))
    }

    fn path_key(&self) -> u64 {
        self.path.last().map_or(0, |entry| entry.path_key)
    }

    /// Returns the depth of the first node on the path with the same position, or with the same board
    /// and a superior hand of the attacker.
    fn repetition_start(&self, key: &NodeKey) -> Option<u16> {
        let is_repeated = |entry: &PathEntry| {
            entry.key.board_key == key.board_key
                && (entry.key.hand == key.hand
                    || self.table.use_dominance && entry.key.hand.dominates(&key.hand))
        };
        // With restricted root moves, a repetition of the root is not equivalent: it has all moves.
        let first = usize::from(!self.root_moves.is_empty());
        let depth = self.path.iter().skip(first).position(is_repeated)?;
        Some((first + depth) as u16)
    }

    /// Returns the pieces that the attacker must hold for a proof at this AND node, so that the
    /// defender cannot parry the check by dropping them.
    fn hand_denying_drops(&self) -> HandCounts {
        if self.position.drop_can_block() {
            self.hand(self.attacker).kinds_missing_from(self.hand(!self.attacker))
        } else {
            HandCounts::EMPTY
        }
    }
}

/// The df-pn recursion.
impl DfpnSearch<'_> {
    /// Searches the current position until it reaches a threshold, is solved, or the budget is
    /// exhausted, and stores the result.
    fn search_node(&mut self, key: NodeKey, thresholds: ProofNumbers) -> NodeResult {
        let depth = self.path.len();
        if depth >= MAX_PATH {
            self.reached_max_path = true;
            return NodeResult::disproven_since(0, key.hand);
        }
        let (first_child, nodes_before) = (self.children.len(), self.budget.nodes);
        let result = self.enter_node(key, thresholds);
        self.leave_node(first_child);
        let nodes = u32::try_from(self.budget.nodes - nodes_before).unwrap_or(u32::MAX);
        if result.numbers.is_disproven() && usize::from(result.repetition_start) < depth {
            self.table.store_path_disproof(&key, self.path_key(), &result, nodes);
            return result;
        }
        // Repetitions that start at this node or below it do not depend on the path above.
        let result = NodeResult { repetition_start: NO_REPETITION, ..result };
        self.table.store(&key, &result, nodes);
        result
    }

    /// Puts the current position on the path and searches it. Its children stay on the stack until
    /// [`leave_node`](Self::leave_node).
    fn enter_node(&mut self, key: NodeKey, thresholds: ProofNumbers) -> NodeResult {
        let first_child = self.children.len();
        let path_key = mix(self.path_key() ^ key.board_key).rotate_left(17);
        self.path.push(PathEntry { key, path_key });
        if !self.budget.count_node() {
            return NodeResult::unsolved(ProofNumbers::UNIT);
        }
        self.expand();
        self.deepen(first_child, thresholds)
    }

    fn leave_node(&mut self, first_child: usize) {
        self.children.truncate(first_child);
        self.path.pop();
    }

    /// Searches the best child repeatedly until a threshold of the current node is reached. The
    /// literature calls this loop multiple iterative deepening (MID).
    fn deepen(&mut self, first_child: usize, thresholds: ProofNumbers) -> NodeResult {
        loop {
            let result = self.combine_children(first_child);
            let numbers = result.numbers;
            if numbers.reaches(thresholds) || numbers.is_solved() || self.budget.is_exhausted {
                return result;
            }
            let Some((best, thresholds)) = self.select_child(first_child, thresholds, numbers)
            else {
                return result;
            };
            let Child { mv, key, .. } = self.children[best];
            self.position.do_move(mv);
            let result = self.search_node(key, thresholds);
            self.position.undo_move();
            self.children[best].result = result;
        }
    }

    /// Returns the index of the child with the smallest φ for the side to move here, and the
    /// thresholds to search it with. `numbers` are those of the current node.
    fn select_child(
        &self,
        first_child: usize,
        thresholds: ProofNumbers,
        numbers: ProofNumbers,
    ) -> Option<(usize, ProofNumbers)> {
        let is_or_node = self.is_or_node();
        let children = &self.children[first_child..];
        let phi = |child: &Child| child.result.numbers.phi(is_or_node);
        let delta = |child: &Child| child.result.numbers.delta(is_or_node);
        let best = (0..children.len()).min_by_key(|&i| (phi(&children[i]), delta(&children[i])))?;
        let others = children.iter().enumerate().filter(|&(i, _)| i != best);
        let second_phi = others.map(|(_, child)| phi(child)).min().unwrap_or(INFINITE);
        let same_group = children.iter().filter(|child| child.group == children[best].group);
        let group_delta = same_group.map(delta).max().unwrap_or(0);
        // The 1 + ε trick with ε = 1/4: exceeding the second best child by a little saves the search
        // from switching between the two constantly.
        let phi = thresholds.phi(is_or_node).min(second_phi.saturating_add(second_phi / 4 + 1));
        let other_deltas = numbers.delta(is_or_node).saturating_sub(group_delta);
        let delta = thresholds.delta(is_or_node).saturating_sub(other_deltas);
        let thresholds = ProofNumbers::from_phi_delta(is_or_node, phi.min(INFINITE), delta);
        Some((first_child + best, thresholds))
    }

    /// Computes the current node's result from those of its children: φ is the minimum of the
    /// children's, δ the sum over groups of the maximum in each.
    fn combine_children(&self, first_child: usize) -> NodeResult {
        let is_or_node = self.is_or_node();
        let children = &self.children[first_child..];
        let (mut phi, mut delta) = (INFINITE, 0u32);
        for group in children.chunk_by(|a, b| a.group == b.group) {
            let mut group_delta = 0;
            for Child { result, .. } in group {
                phi = phi.min(result.numbers.phi(is_or_node));
                group_delta = group_delta.max(result.numbers.delta(is_or_node));
            }
            delta = delta.saturating_add(group_delta);
        }
        match (is_or_node, phi == 0, delta == 0) {
            (true, true, _) => return self.or_node_proof(children),
            (false, _, true) => return self.and_node_proof(children),
            (false, true, _) => return self.and_node_disproof(children),
            (true, _, true) => return self.or_node_disproof(children),
            _ => {}
        }
        let unsolved = |number: u32| number.min(INFINITE - 1);
        let numbers = ProofNumbers::from_phi_delta(is_or_node, unsolved(phi), unsolved(delta));
        NodeResult::unsolved(numbers)
    }
}

/// Expansion of nodes.
impl DfpnSearch<'_> {
    /// Pushes the children of the current node: the attacker's checks or all of the defender's
    /// moves.
    #[inline(never)]
    fn expand(&mut self) {
        let is_or_node = self.is_or_node();
        let first_child = self.children.len();
        let mut moves = MoveList::new();
        self.position.generate(GenKind::All, &mut moves);
        if is_or_node {
            let info = self.position.check_info();
            moves.retain(|mv| self.position.gives_check(*mv, &info));
        }
        if self.path.len() == 1 && !self.root_moves.is_empty() {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        for mv in moves {
            let group = self.move_group(mv);
            self.position.do_move(mv);
            let key = self.node_key(self.path.len());
            let result = self.initial_result(&key);
            self.position.undo_move();
            self.children.push(Child { mv, group, key, result });
            let numbers = result.numbers;
            let mates = is_or_node && numbers.is_proven() && result.mate_plies == 0;
            let refutes =
                !is_or_node && numbers.is_disproven() && result.repetition_start == NO_REPETITION;
            if mates || refutes {
                break;
            }
        }
        self.children[first_child..].sort_by_key(|child| child.group);
    }

    /// Returns the [group](Child::group) of a move: board moves with and without promotion share
    /// one, and so do the defender's drops on one square. Lower groups come first.
    fn move_group(&self, mv: Move) -> u32 {
        let to = mv.to().index() as u32;
        match mv.from() {
            None if self.is_or_node() => 1 << 16 | u32::from(mv.bits()),
            None => 1 << 16 | to,
            Some(from) => (from.index() as u32) << 7 | to,
        }
    }

    /// Returns what is known about the current position, a child of the last node on the path, before
    /// it is searched.
    fn initial_result(&mut self, key: &NodeKey) -> NodeResult {
        let final_occurrences = self.position.rules().repetition_count();
        if self.fourfold != Fourfold::Impossible
            && self.position.repetition_outcome(final_occurrences).is_some()
        {
            return NodeResult::disproven(key.hand);
        }
        if self.position.goal_winner().is_some() {
            return NodeResult::disproven(key.hand);
        }
        if let Some(start) = self.repetition_start(key) {
            return NodeResult::disproven_since(start, key.hand);
        }
        if let Some((result, has_path_disproof)) = self.table.probe(key) {
            if has_path_disproof && !result.numbers.is_solved() {
                let on_path = self.table.probe_path_disproof(key, self.path_key());
                return on_path.unwrap_or(result);
            }
            return result;
        }
        if self.is_or_node() {
            return NodeResult::unsolved(ProofNumbers::UNIT);
        }
        match self.position.count_legal_moves() {
            0 => NodeResult::proven(0, self.hand_denying_drops()),
            _ if self.remaining_plies(self.path.len()) == Some(0) => {
                NodeResult::disproven(key.hand)
            }
            replies => {
                let proof = replies.min(MAX_INITIAL_PROOF) as u32;
                NodeResult::unsolved(ProofNumbers { proof, disproof: 1 })
            }
        }
    }
}

/// Results of solved nodes, with their proof and disproof hands.
impl DfpnSearch<'_> {
    /// Proves an OR node by its quickest proven child.
    fn or_node_proof(&self, children: &[Child]) -> NodeResult {
        let proven = children.iter().filter(|child| child.result.numbers.is_proven());
        let Some(best) = proven.min_by_key(|child| child.result.mate_plies) else {
            return NodeResult::disproven(HandCounts::EMPTY);
        };
        let hand = self.hand_before(best.mv, best.result.hand);
        NodeResult::proven(best.result.mate_plies.saturating_add(1), hand)
    }

    /// Proves an AND node whose children are all proven, or that has none.
    fn and_node_proof(&self, children: &[Child]) -> NodeResult {
        let plies = children.iter().map(|child| child.result.mate_plies).max();
        let add_child = |hand: HandCounts, child: &Child| hand.union(child.result.hand);
        let hand = children.iter().fold(self.hand_denying_drops(), add_child);
        NodeResult::proven(plies.map_or(0, |plies| plies.saturating_add(1)), hand)
    }

    /// Disproves an OR node whose children are all disproven, or that has none. The disproof covers
    /// only hands with the same kinds: a piece of another kind might give another check.
    fn or_node_disproof(&self, children: &[Child]) -> NodeResult {
        let starts = children.iter().map(|child| child.result.repetition_start);
        let repetition_start = starts.min().unwrap_or(NO_REPETITION);
        let same_kinds = self.hand(self.attacker).any_number_of_same_kinds();
        let hand = children.iter().fold(same_kinds, |hand, child| {
            hand.intersection(self.hand_before(child.mv, child.result.hand))
        });
        NodeResult::disproven_since(repetition_start, hand)
    }

    /// Disproves an AND node by the disproven child whose disproof holds on the most paths: one without
    /// repetitions if possible, else the one whose repetition starts deepest.
    fn and_node_disproof(&self, children: &[Child]) -> NodeResult {
        let disproven = children.iter().filter(|child| child.result.numbers.is_disproven());
        let Some(best) = disproven.max_by_key(|child| child.result.repetition_start) else {
            return NodeResult::disproven(HandCounts::EMPTY);
        };
        let hand = match best.mv.origin() {
            Origin::Board(_) => best.result.hand,
            // The disproof needs a piece in the defender's hand to drop.
            Origin::Hand(kind) => {
                let [ours, theirs] = [self.attacker, !self.attacker].map(|side| self.hand(side));
                best.result.hand.intersection(ours.bound_leaving_one(theirs, kind))
            }
        };
        NodeResult::disproven_since(best.result.repetition_start, hand)
    }

    /// Converts a proof or disproof hand after the attacker's move `mv` to one before it.
    fn hand_before(&self, mv: Move, hand: HandCounts) -> HandCounts {
        match (mv.origin(), self.position.piece_on(mv.to())) {
            (Origin::Hand(kind), _) => hand.with_piece(kind),
            (Origin::Board(_), Some(captured)) => hand.without_piece(captured.kind()),
            (Origin::Board(_), None) => hand,
        }
    }
}
