//! The line of a proven mate, and shorter mates.

use crate::child::Child;
use crate::dfpn::DfpnSearch;
use crate::interface::MateLength;
use crate::proof_number::{NodeResult, Plies, ProofNumbers, plies_after_move};
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
        let mut interposition = None;
        let is_mate = loop {
            let key = match interposition {
                Some(drop) => Self::interposition_key(self.node_key(), drop),
                None => self.node_key(),
            };
            self.enter(key, interposition, plies, u64::MAX, false);
            let result = self.search(ProofNumbers::NO_THRESHOLD, &mut 0);
            if !result.numbers.is_proven() {
                break false;
            }
            if result.plies == 0 && interposition.is_none() {
                break self.position.outcome() == Outcome::Mate || self.may_be_futile();
            }
            let Some(child) = self.next_line_child(is_shortest) else { break false };
            interposition = self.interposition_of(&child);
            line.push(child.mv);
            plies = child.result.plies;
            self.position.do_move(child.mv);
        };
        while self.path.len() > 0 {
            self.leave();
        }
        while self.position.ply() > root_ply {
            self.position.undo_move();
        }
        is_mate.then_some(line)
    }

    /// Returns the child of the current node that continues the mating line.
    fn next_line_child(&mut self, is_shortest: bool) -> Option<Child> {
        let children = self.current_children().iter();
        let mut proven: Vec<Child> =
            children.filter(|child| child.result.numbers.is_proven()).copied().collect();
        // Of equally long replies, an interposition is the last choice.
        proven.sort_by_key(|child| (child.plies_with_move(), child.plies));
        if self.is_or_node() {
            return proven.first().copied();
        }
        let plies = self.path.current().plies;
        let longest = proven.iter().rev().find(|child| {
            let needed = plies_after_move(plies, child.plies);
            is_shortest && child.result.plies >= needed && self.takes_all(child, needed)
        });
        longest.or(proven.last()).copied()
    }

    /// Returns whether the attacker needs all of `plies` to mate after a reply.
    fn takes_all(&mut self, reply: &Child, plies: Plies) -> bool {
        let Some(fewer) = plies.checked_sub(2) else { return true };
        let interposition = self.interposition_of(reply);
        self.position.do_move(reply.mv);
        self.enter(reply.key, interposition, fewer, u64::MAX, false);
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
