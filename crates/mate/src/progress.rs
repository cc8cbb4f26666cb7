//! Reports of a running search.

use crate::child::Summary;
use crate::dfpn::DfpnSearch;
use crate::proof_number::ProofNumbers;
use rules::Move;
use std::time::Duration;

/// What a running search reports.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The moves from the root to the node that is being searched.
    pub line: Vec<Move>,
    /// The length of the longest line searched, in plies.
    pub max_depth: usize,
    /// The root's proof number: how hard the mate looks to prove.
    pub proof: u64,
    /// The root's disproof number: how hard the mate looks to disprove.
    pub disproof: u64,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The time since the start.
    pub time: Duration,
    /// How full the transposition table is, in permille.
    pub permille_full: u32,
}

impl DfpnSearch<'_> {
    /// Reports the line that is being searched.
    #[cold]
    pub(crate) fn report_progress(&mut self) {
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

    /// Returns the present numbers of the root.
    fn root_numbers(&self) -> ProofNumbers {
        let end = match self.path.len() {
            1 => self.children.len(),
            _ => self.path.entry(1).first_child,
        };
        Summary::new(&self.children[..end], true).unsolved_numbers(true)
    }
}
