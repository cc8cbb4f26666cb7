//! Reports of a running mate search.

use super::child::Summary;
use super::dfpn::DfpnSearch;
use super::proof_number::ProofNumbers;
use crate::centipawns::from_centipawns;
use crate::score::Score;
use crate::search_info::{Pv, SearchInfo};
use crate::transposition_table::Bound;

/// Centipawns for each doubling of the ratio of the root's disproof number to its proof number.
const CENTIPAWNS_PER_DOUBLING: f64 = 100.0;

impl DfpnSearch<'_> {
    /// Reports the line that is being searched. The score says whether a mate looks easier to prove or
    /// to disprove.
    #[cold]
    pub(super) fn report_progress(&mut self) {
        let depth = self.path.len();
        let children = (0..depth).map(|depth| &self.children[self.path.entry(depth).current_child]);
        // After an interposition that does not count, the attacker's hand is not that of the game.
        let moves = children.take_while(|child| child.plies > 0).map(|child| child.mv);
        let ProofNumbers { proof, disproof } = self.root_numbers();
        let doublings = (disproof.max(1) as f64 / proof.max(1) as f64).log2();
        let centipawns = (doublings * CENTIPAWNS_PER_DOUBLING).round() as i32;
        let info = SearchInfo {
            depth: depth as u32,
            seldepth: self.max_depth as u32,
            multipv: 1,
            score: Score::from_eval(from_centipawns(centipawns)),
            bound: Bound::Exact,
            nodes: self.budget.nodes(),
            time: self.budget.elapsed(),
            hashfull: self.table.permille_full(),
            pv: moves.take(Pv::new().capacity()).collect(),
        };
        self.reporter.info(&info);
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
