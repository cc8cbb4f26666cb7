//! The df-pn search itself. The [crate documentation](crate) explains the algorithm.

use crate::budget::NodeBudget;
use crate::child::{Child, Summary, sum_mask};
use crate::estimate::Estimator;
use crate::interface::Progress;
use crate::path::{MAX_PATH, Path};
use crate::path_disproofs::PathDisproofTable;
use crate::proof_hand::HandCounts;
use crate::proof_number::{
    NO_REPETITION, NodeResult, Plies, ProofNumbers, UNLIMITED, plies_after_move,
};
use crate::proof_table::{EntryIndex, NO_ENTRY, NodeKey, ProofTable, Record};
use rules::spec::CheckLimit;
use rules::{Color, Move, Position, RootHistory, Rules};

/// Whether a position from before the root can occur within the search for the time that ends the
/// game, usually the fourth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fourfold {
    Impossible,
    /// Possible, but no path visits such a position more than once.
    Possible,
    /// Possible after several visits on one path. Nodes on different paths then have different keys.
    PathDependent,
}

impl Fourfold {
    /// Returns whether a position of the game can occur for the last time in a search from its end.
    fn of(rules: &Rules, history: &RootHistory) -> Self {
        let occurrences = history.most_occurrences();
        let final_occurrences = rules.repetition_count();
        match rules.spec().check_limit {
            // The search cuts off repetitions, so a path adds at most one occurrence.
            CheckLimit::None if occurrences + 1 >= final_occurrences => Self::Possible,
            // Repetitions with different check counts are not cut off. Each takes at least two checks,
            // because a piece cannot leave and return in one move.
            CheckLimit::Consecutive(limit)
                if occurrences + usize::from(limit).div_ceil(2) >= final_occurrences =>
            {
                Self::PathDependent
            }
            _ => Self::Impossible,
        }
    }
}

/// A df-pn search below one position.
///
/// The current node is `position`, the last of `path`. A node's depth is its index in `path`.
pub(crate) struct DfpnSearch<'a> {
    pub position: Position,
    pub attacker: Color,
    /// Moves allowed at the root; all if empty.
    pub root_moves: &'a [Move],
    pub table: &'a mut ProofTable,
    pub path_disproofs: &'a mut PathDisproofTable,
    pub budget: NodeBudget<'a>,
    pub report: &'a mut dyn FnMut(&Progress),
    /// The positions of the game, with the root.
    pub history: RootHistory,
    pub fourfold: Fourfold,
    /// See [`interposition`](crate::interposition).
    pub ignore_futile_interpositions: bool,
    /// Whether children must be made on the board to learn their key and whether the game is over.
    pub must_make_moves: bool,
    pub reached_max_path: bool,
    /// Length of the longest path so far.
    pub max_depth: usize,
    pub estimator: Estimator,
    pub path: Path,
    /// The children of all nodes on the path, those of the current node last.
    pub children: Vec<Child>,
}

/// The factor by which the thresholds of the root grow, in tenths.
const ROOT_THRESHOLD_GROWTH: u64 = 17;

impl<'a> DfpnSearch<'a> {
    /// Prepares a search of all moves of the root.
    pub fn new(
        position: &Position,
        table: &'a mut ProofTable,
        path_disproofs: &'a mut PathDisproofTable,
        budget: NodeBudget<'a>,
        report: &'a mut dyn FnMut(&Progress),
    ) -> Self {
        let rules = position.rules();
        let history = RootHistory::new(position, position.ply() + 1);
        let fourfold = Fourfold::of(rules, &history);
        let has_goal = Color::BOTH.iter().any(|&c| rules.goal_squares(c).any());
        Self {
            position: position.clone(),
            attacker: position.side(),
            root_moves: &[],
            table,
            path_disproofs,
            budget,
            report,
            history,
            fourfold,
            ignore_futile_interpositions: false,
            must_make_moves: fourfold != Fourfold::Impossible
                || has_goal
                || rules.spec().check_limit != CheckLimit::None,
            reached_max_path: false,
            max_depth: 0,
            estimator: Estimator::new(rules),
            path: Path::new(),
            children: Vec::new(),
        }
    }

    /// Searches the root for a mate within `plies` until it is solved or the budget is exhausted. The
    /// result is not stored, because not all moves may be allowed.
    pub fn solve_root(&mut self, plies: Plies) -> NodeResult {
        if !self.budget.count_node() {
            return NodeResult::unsolved(ProofNumbers::UNKNOWN);
        }
        self.enter(self.node_key(), None, plies, u64::MAX, true);
        let mut thresholds = ProofNumbers::UNKNOWN;
        let result = loop {
            let result = self.search(thresholds, &mut 0);
            if result.numbers.is_solved() || self.budget.is_exhausted() {
                break result;
            }
            let grow = |number: u64| number / 10 * ROOT_THRESHOLD_GROWTH + 10;
            thresholds.proof = thresholds.proof.max(grow(result.numbers.proof));
            thresholds.disproof = thresholds.disproof.max(grow(result.numbers.disproof));
        };
        self.leave();
        result
    }
}

/// Properties of the current node.
impl DfpnSearch<'_> {
    /// Returns whether the attacker is to move.
    #[inline]
    pub fn is_or_node(&self) -> bool {
        self.position.side() == self.attacker
    }

    pub fn hand(&self, color: Color) -> HandCounts {
        self.position.hand(color).into()
    }

    /// Returns the key of the current position as a child of the last node on the path. Includes the
    /// path if results depend on it.
    pub fn node_key(&self) -> NodeKey {
        let mut board_key = self.position.key_without_hands();
        if self.fourfold == Fourfold::PathDependent {
            board_key ^= self.path.key();
        }
        NodeKey { board_key, hand: self.hand(self.attacker) }
    }

    /// Returns the depth of the last node on the path with the same position, or with the same board
    /// and a superior hand of the attacker.
    pub fn repetition_start(&self, key: &NodeKey) -> Option<u16> {
        // With restricted root moves, a repetition of the root is not equivalent: it has all moves.
        let first = usize::from(!self.root_moves.is_empty());
        let is_repeated = |earlier: &NodeKey| {
            earlier.hand == key.hand
                || self.table.use_dominance && earlier.hand.dominates(&key.hand)
        };
        self.path.find(key, first, is_repeated).map(|depth| depth as u16)
    }

    #[inline]
    pub fn current_children(&self) -> &[Child] {
        &self.children[self.path.current().first_child..]
    }
}

/// Reports of the running search.
impl DfpnSearch<'_> {
    /// Reports the line that is being searched.
    #[cold]
    fn report_progress(&mut self) {
        let children =
            (0..self.path.len()).map(|depth| &self.children[self.path.entry(depth).current_child]);
        // After an interposition that does not count, the attacker's hand is not that of the game.
        let line = children.take_while(|child| child.plies > 0).map(|child| child.mv).collect();
        let ProofNumbers { proof, disproof } = self.root_numbers();
        (self.report)(&Progress {
            line,
            max_depth: self.max_depth,
            proof,
            disproof,
            nodes: self.budget.nodes(),
            time: self.budget.elapsed(),
            permille_full: self.table.permille_full(),
        });
    }

    fn root_numbers(&self) -> ProofNumbers {
        let end = match self.path.len() {
            1 => self.children.len(),
            _ => self.path.entry(1).first_child,
        };
        Summary::new(&self.children[..end], true).unsolved_numbers(true)
    }
}

/// The df-pn recursion.
impl DfpnSearch<'_> {
    /// Puts the current position on the path and expands it. Its children stay on the stack until
    /// [`leave`](Self::leave). `interposition` is the last move if this is an interposition node.
    pub fn enter(
        &mut self,
        key: NodeKey,
        interposition: Option<Move>,
        plies: Plies,
        sum_mask: u64,
        is_first_visit: bool,
    ) {
        self.path.push(key, plies, self.children.len());
        self.path.current_mut().interposition = interposition;
        self.expand(sum_mask, is_first_visit);
    }

    pub fn leave(&mut self) {
        self.children.truncate(self.path.current().first_child);
        self.path.pop();
    }

    /// Computes the current node's result from those of its children: φ is the minimum of the
    /// children's, δ a mixture of their sum and their maximum.
    pub fn current_result(&self) -> (NodeResult, Summary) {
        let is_or_node = self.is_or_node();
        let children = self.current_children();
        let summary = Summary::new(children, is_or_node);
        if let Some(result) = self.path.current().leaf_result {
            return (result, summary);
        }
        let result = match (is_or_node, summary.phi == 0, summary.delta == 0) {
            (true, true, _) => self.or_node_proof(children),
            (false, _, true) => self.and_node_proof(children),
            (false, true, _) => self.and_node_disproof(children),
            (true, _, true) => self.or_node_disproof(children),
            _ => NodeResult::unsolved(summary.unsolved_numbers(is_or_node)),
        };
        (result, summary)
    }

    /// Searches the current node, which has been entered, until it is solved, it reaches one of its
    /// thresholds, or the budget is exhausted: the best child repeatedly, each time until another node
    /// becomes more promising. The literature calls this multiple iterative deepening (MID).
    ///
    /// `extensions` counts nodes whose numbers come from a search at a smaller depth. They could be
    /// above their thresholds forever without being searched, so thresholds are extended until as many
    /// new nodes have been expanded: the threshold controlling algorithm (Kishimoto, 2010).
    pub fn search(&mut self, node_thresholds: ProofNumbers, extensions: &mut u32) -> NodeResult {
        let extensions_before = *extensions;
        let is_or_node = self.is_or_node();
        // 5. Combine the numbers of the children.
        let (mut result, mut summary) = self.current_result();
        if result.numbers.is_solved() {
            return result;
        }
        // 6. Count nodes with two ways from an ancestor once.
        self.resolve_double_count(self.path.current().first_child + summary.best);
        // 7. Extend the thresholds while there are nodes with old numbers.
        *extensions += u32::from(self.path.current().has_old_child);
        loop {
            let thresholds = match *extensions {
                0 => node_thresholds,
                _ => node_thresholds.max(result.numbers.plus_one()),
            };
            if result.numbers.reaches(thresholds)
                || result.numbers.is_solved()
                || self.budget.is_exhausted()
            {
                break;
            }
            // 8. Search the best child.
            let child = self.path.current().first_child + summary.best;
            let entry = self.path.current_mut();
            entry.current_child = child;
            entry.delta_beyond_child = summary.delta
                - self.children[child].result.numbers.delta(is_or_node).min(summary.delta);
            self.search_child(child, summary.child_thresholds(thresholds, is_or_node), extensions);
            (result, summary) = self.current_result();
            if *extensions == 0 && extensions_before > 0 {
                break;
            }
        }
        *extensions = extensions_before.min(*extensions);
        result
    }

    /// Searches a child of the current node and stores the result.
    fn search_child(&mut self, index: usize, thresholds: ProofNumbers, extensions: &mut u32) {
        let child = self.children[index];
        let Child { key, sum_mask: mask, is_new, .. } = child;
        let depth = self.path.len();
        if depth >= MAX_PATH {
            self.reached_max_path = true;
            self.children[index].result = NodeResult::disproven_since(0, UNLIMITED, key.hand);
            return self.activate_delayed(index);
        }
        if !self.budget.count_node() {
            return;
        }
        self.max_depth = self.max_depth.max(depth);
        if self.budget.take_progress() {
            self.report_progress();
        }
        let nodes_before = self.budget.nodes();
        let plies = plies_after_move(self.path.current().plies, child.plies);
        let interposition = self.interposition_of(&child);
        self.make_child_move(&child);
        self.enter(key, interposition, plies, mask, is_new);
        let result = if is_new {
            *extensions = extensions.saturating_sub(1);
            let (result, _) = self.current_result();
            if result.numbers.is_solved() || result.numbers.reaches(thresholds) {
                result
            } else {
                self.search(thresholds, extensions)
            }
        } else {
            self.search(thresholds, extensions)
        };
        // 9. Store its result.
        let mask = sum_mask(self.current_children());
        self.leave();
        self.undo_child_move(&child);
        let effort = u32::try_from(self.budget.nodes() - nodes_before + 1).unwrap_or(u32::MAX);
        self.finish_child(index, result, mask, effort);
    }

    /// Stores the result of a child and updates the child.
    fn finish_child(&mut self, index: usize, result: NodeResult, sum_mask: u64, effort: u32) {
        let is_or_node = self.is_or_node();
        let depth = self.path.len();
        let key = self.children[index].key;
        // For the child and its parent, whose indices must not change in between.
        self.table.reserve(2);
        let mut table_entry = NO_ENTRY;
        if result.numbers.is_disproven() && usize::from(result.repetition_start) < depth {
            self.path_disproofs.store(self.path.path_key_after(&key), &result);
            self.table.mark_path_disproof(&key, effort);
        } else {
            let is_solved = result.numbers.is_solved();
            let parent = if is_solved { NO_ENTRY } else { self.current_table_entry() };
            // Repetitions that start at this node or below it do not depend on the path above.
            let stored = NodeResult { repetition_start: NO_REPETITION, ..result };
            let depth = depth as u16;
            let record = Record { result: stored, depth, effort, sum_mask, parent };
            table_entry = self.table.store(&key, &record);
        }
        let child = &mut self.children[index];
        child.result = result;
        if usize::from(result.repetition_start) >= depth {
            child.result.repetition_start = NO_REPETITION;
        }
        child.is_new = false;
        child.sum_mask = sum_mask;
        child.effort = child.effort.saturating_add(effort);
        child.table_entry = table_entry;
        child.update_sum_membership(is_or_node);
        if result.numbers.is_solved() {
            self.activate_delayed(index);
        }
    }

    /// Lets the search continue with the children that were delayed until this one was solved.
    pub fn activate_delayed(&mut self, index: usize) {
        let first_child = self.path.current().first_child;
        let mut index = index;
        while self.children[index].result.numbers.is_solved() {
            let next = usize::from(self.children[index].next_delayed);
            if next == 0 {
                return;
            }
            index = first_child + next;
            self.children[index].is_delayed = false;
        }
    }

    /// Returns the table entry of the current node, which is created if there is none.
    fn current_table_entry(&mut self) -> EntryIndex {
        let depth = self.path.len() as u16 - 1;
        let current = self.path.current();
        let entry = self.table.entry_of(&current.key, depth, current.table_entry);
        self.path.current_mut().table_entry = entry;
        entry
    }
}
