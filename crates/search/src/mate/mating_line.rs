//! The line of a proven mate, and shorter mates.

use super::MateLength;
use super::dfpn::DfpnSearch;
use super::proof_number::{NodeResult, Plies, ProofNumbers, plies_after_move};
use super::proof_table::NodeKey;
use rules::{Move, Outcome};

impl DfpnSearch<'_> {
    /// Returns the moves of a mate within `plies` that was proven: the quickest known mate for the
    /// attacker, the longest known resistance for the defender. If `is_shortest`, there is no mate
    /// within fewer plies, and the line has all of them. Searches nodes again whose table entries were
    /// removed.
    pub fn mating_line(&mut self, plies: Plies, is_shortest: bool) -> Option<Vec<Move>> {
        let root_ply = self.position.ply();
        let mut line = Vec::new();
        let mut plies = plies;
        let is_mate = loop {
            self.enter(self.node_key(), plies, u64::MAX, false);
            let result = self.search(ProofNumbers::NO_THRESHOLD, &mut 0);
            if !result.numbers.is_proven() {
                break false;
            }
            let Some((mv, plies_left)) = self.next_line_move(is_shortest) else {
                break !self.is_or_node() && self.position.outcome() == Outcome::Mate;
            };
            line.push(mv);
            plies = plies_left;
            self.position.do_move(mv);
        };
        while self.path.len() > 0 {
            self.leave();
        }
        while self.position.ply() > root_ply {
            self.position.undo_move();
        }
        is_mate.then_some(line)
    }

    /// Returns the move of the current node that continues the mating line, and the plies within which
    /// there is a mate after it.
    fn next_line_move(&mut self, is_shortest: bool) -> Option<(Move, Plies)> {
        let children = self.current_children();
        let mut proven: Vec<_> = children
            .iter()
            .filter(|child| child.result.numbers.is_proven())
            .map(|child| (child.mv, child.result.plies, child.key))
            .collect();
        proven.sort_by_key(|&(_, plies, _)| plies);
        if self.is_or_node() {
            return proven.first().map(|&(mv, plies, _)| (mv, plies));
        }
        let needed = plies_after_move(self.path.current().plies);
        if is_shortest {
            let takes_all = |(mv, plies, key): &&(Move, Plies, NodeKey)| {
                *plies >= needed && self.takes_all(*mv, *key, needed)
            };
            if let Some(&(mv, plies, _)) = proven.iter().rev().find(takes_all) {
                return Some((mv, plies));
            }
        }
        proven.last().map(|&(mv, plies, _)| (mv, plies))
    }

    /// Returns whether the attacker needs all of `plies` to mate after a reply.
    fn takes_all(&mut self, reply: Move, key: NodeKey, plies: Plies) -> bool {
        let Some(fewer) = plies.checked_sub(2).filter(|&fewer| fewer > 0) else { return true };
        self.position.do_move(reply);
        self.enter(key, fewer, u64::MAX, false);
        let result = self.search(ProofNumbers::NO_THRESHOLD, &mut 0);
        self.leave();
        self.position.undo_move();
        result.numbers.is_disproven()
    }

    /// Shortens a mate as far as `length` asks. `line` is a known mating line; `upper_bound` plies
    /// suffice against every defence.
    pub fn shorten(
        &mut self,
        line: Vec<Move>,
        upper_bound: Plies,
        length: MateLength,
    ) -> Vec<Move> {
        match length {
            MateLength::First => return line,
            MateLength::Shorter => self.budget.limit_to_double(),
            MateLength::Shortest => {}
        }
        // The line can be shorter than the shortest mate, because its defence may not be the best one.
        let (mut lower_bound, mut upper_bound, mut plies) = (1, upper_bound, line.len() as Plies);
        let mut best = line;
        while lower_bound < upper_bound {
            let NodeResult { numbers, plies: proven, .. } = self.solve_root(plies);
            if numbers.is_proven() {
                upper_bound = proven.min(plies);
                if best.len() > usize::from(upper_bound) {
                    best = self.mating_line_unlimited(upper_bound, false).unwrap_or(best);
                }
                plies = upper_bound.saturating_sub(2);
            } else if numbers.is_disproven() {
                lower_bound = plies + 2;
                plies += 2;
            } else {
                return best;
            }
        }
        self.mating_line_unlimited(upper_bound, true).unwrap_or(best)
    }

    /// Returns the [`mating_line`](Self::mating_line) even if the budget is exhausted.
    pub fn mating_line_unlimited(&mut self, plies: Plies, is_shortest: bool) -> Option<Vec<Move>> {
        let limits = self.budget.allow_line_extraction();
        let line = self.mating_line(plies, is_shortest);
        self.budget.restore(limits);
        line
    }
}
