//! A look for a mate by checks alone before a move is searched for: such mates are often longer
//! than what the search can see in its time.

use crate::deepen::SearchInfo;
use crate::limits::{Control, Limits, Timing};
use crate::mate::{MateLimits, MateResult, MateSolver};
use rules::Position;

/// The part of a search's time or nodes that goes into it.
const PART: u32 = 16;
/// With fewer nodes it is not worth beginning.
const FEWEST: u64 = 32;
/// The table in mebibytes: so small a search fills no more.
const TABLE: usize = 4;

/// Looks for mates, with a table that is made when first needed.
#[derive(Debug, Default)]
pub(crate) struct Glimpse {
    solver: Option<MateSolver>,
}

impl Glimpse {
    /// A mate, if one is found, and the nodes that the look took. Only a search for the one move to
    /// play, within a time or a number of nodes, begins so.
    pub fn mate(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        timing: &Timing,
    ) -> (Option<SearchInfo>, u64) {
        let Limits { nodes, depth, mate, infinite, multi_pv, search_moves, .. } = limits;
        let plays = !infinite && *multi_pv <= 1 && depth.or(*mate).is_none();
        let nodes = nodes.map(|nodes| nodes / u64::from(PART));
        let time = timing.planned().map(|deadlines| deadlines.soft / PART);
        if !plays || nodes.is_some_and(|nodes| nodes < FEWEST) || nodes.is_none() && time.is_none()
        {
            return (None, 0);
        }
        if self.solver.is_none() {
            self.solver = MateSolver::new(TABLE).ok();
        }
        let Some(solver) = &mut self.solver else { return (None, 0) };
        let limits = MateLimits { time, nodes, plies: None, search_moves: search_moves.clone() };
        let mate = match solver.solve(position, &limits, control) {
            MateResult::Mate(line) => {
                Some(SearchInfo::mate(&line, solver.nodes(), timing.elapsed()))
            }
            MateResult::NoMate | MateResult::Unknown => None,
        };
        (mate, solver.nodes())
    }
}
