//! The mate presearch: a short search for a mate by consecutive checks before the main search, which
//! often cannot find such long mates in its time.

use crate::search_info::SearchInfo;
use crate::worker::Shared;
use mate::{MateLimits, MateResult, MateSolver};
use rules::{Move, Position};

/// The presearch takes at most 1/16 of the time or nodes.
const BUDGET_DIVISOR: u32 = 16;
/// The smallest node budget for which there is a presearch.
const MIN_NODES: u64 = 32;
/// The size of the solver's table in mebibytes. When it is full, old entries make room.
const TABLE_SIZE: usize = 4;

/// The mate solver of the presearch, allocated on first use.
#[derive(Debug, Default)]
pub(crate) struct MatePresearch {
    solver: Option<MateSolver>,
}

impl MatePresearch {
    /// Returns a mate, if it finds one, and the nodes searched. Searches only if the main search is for
    /// a single best move within a time or a number of nodes.
    pub fn search(&mut self, position: &Position, shared: &Shared) -> (Option<SearchInfo>, u64) {
        let Shared { limits, time, .. } = shared;
        let is_for_best_move =
            !limits.infinite && limits.multi_pv <= 1 && limits.depth.or(limits.mate).is_none();
        let nodes = limits.nodes.map(|nodes| nodes / u64::from(BUDGET_DIVISOR));
        let deadlines = time.initial_deadlines();
        let time_budget = deadlines.map(|deadlines| deadlines.soft / BUDGET_DIVISOR);
        let is_too_short = nodes.map_or(time_budget.is_none(), |nodes| nodes < MIN_NODES);
        if !is_for_best_move || is_too_short {
            return (None, 0);
        }
        if self.solver.is_none() {
            self.solver = MateSolver::new(TABLE_SIZE).ok();
        }
        let Some(solver) = &mut self.solver else { return (None, 0) };
        let limits = MateLimits {
            time: time_budget,
            line_time: deadlines.map(|deadlines| deadlines.hard.saturating_sub(time.elapsed())),
            nodes,
            search_moves: limits.search_moves.clone(),
            ..MateLimits::default()
        };
        let stop = shared.control.stop_flag();
        let result = solver.solve_on_calling_thread(position, &limits, stop, &mut |_| {});
        let is_within_game_length = |mate: &[Move]| {
            let last_move = position.move_number().saturating_add(mate.len() as u32 - 1);
            shared.rule_options.max_moves.is_none_or(|max| last_move <= max)
        };
        let mate = match result {
            MateResult::Mate(pv) if is_within_game_length(&pv) => {
                Some(SearchInfo::mate(&pv, solver.nodes(), time.elapsed()))
            }
            _ => None,
        };
        (mate, solver.nodes())
    }
}
