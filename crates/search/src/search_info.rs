//! Reports of a running search, and its result.

use crate::centipawns::from_centipawns;
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::Bound;
use arrayvec::ArrayVec;
use rules::Move;
use std::time::Duration;

/// A line of moves: a principal variation.
pub type Pv = ArrayVec<Move, MAX_PLY>;

/// A report: a principal variation, its score and the state of the search.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    pub depth: u32,
    /// The selective depth: the length of the longest line of PV nodes, in plies.
    pub seldepth: u32,
    /// The rank of this variation among the best ones, from 1.
    pub multipv: usize,
    pub score: Score,
    pub bound: Bound,
    pub nodes: u64,
    pub time: Duration,
    /// How full the hash table is, in permille.
    pub hashfull: u32,
    pub pv: Pv,
}

impl SearchInfo {
    /// Creates the report of a mate that the mate solver found.
    pub fn mate(pv: &[Move], nodes: u64, time: Duration) -> Self {
        Self {
            depth: pv.len() as u32,
            seldepth: pv.len() as u32,
            multipv: 1,
            // Scores cannot represent longer mates.
            score: Score::mate_in(pv.len().min(MAX_PLY - 1)),
            bound: Bound::Exact,
            nodes,
            time,
            hashfull: 0,
            pv: pv.iter().take(MAX_PLY).copied().collect(),
        }
    }

    /// Creates the report of a running mate search. Its score says whether the mate looks easier to
    /// prove or to disprove.
    pub fn mate_progress(progress: &mate::Progress) -> Self {
        /// Centipawns for each doubling of the ratio of the disproof number to the proof number.
        const CENTIPAWNS_PER_DOUBLING: f64 = 100.0;
        let ratio = progress.disproof.max(1) as f64 / progress.proof.max(1) as f64;
        let centipawns = (ratio.log2() * CENTIPAWNS_PER_DOUBLING).round() as i32;
        Self {
            depth: progress.line.len() as u32,
            seldepth: progress.max_depth as u32,
            multipv: 1,
            score: Score::from_eval(from_centipawns(centipawns)),
            bound: Bound::Exact,
            nodes: progress.nodes,
            time: progress.time,
            hashfull: progress.permille_full,
            pv: progress.line.iter().take(MAX_PLY).copied().collect(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    pub score: Score,
    /// How the score relates to the true one: exact, unless the search was stopped while it searched a
    /// better move again.
    pub bound: Bound,
    /// The principal variation, which starts with the best move. Empty if no move may be played.
    pub pv: Pv,
    pub nodes: u64,
    /// The last depth that some thread completed; the score can be of a smaller one.
    pub depth: u32,
}

impl SearchResult {
    pub fn best_move(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

impl From<&SearchInfo> for SearchResult {
    fn from(info: &SearchInfo) -> Self {
        let SearchInfo { score, bound, nodes, depth, ref pv, .. } = *info;
        Self { score, bound, pv: pv.clone(), nodes, depth }
    }
}

/// Receives the reports of a search.
pub trait Reporter {
    /// Reports a new variation or score.
    fn info(&mut self, info: &SearchInfo);
    /// Reports a failure that does not end the search.
    fn warning(&mut self, _text: &str) {}
}

impl Reporter for () {
    fn info(&mut self, _: &SearchInfo) {}
}
