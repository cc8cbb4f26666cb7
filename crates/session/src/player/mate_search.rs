//! Searches for mates by consecutive checks, for `go mate`.

use super::request::SearchRequest;
use mate::{MateLimits, MateResult, MateSolver};
use platform::Instant;
use rules::Move;
use search::{Clock, DEFAULT_HASH, Limits, Reporter, SearchInfo};
use std::time::Duration;

/// Node limit of the mate solver before a full search for UCI's `go mate`.
const PRESEARCH_NODES: u64 = 100_000;

/// The mate solver of a session. It is created when first needed and kept while the hash size stays
/// the same.
#[derive(Debug, Default)]
pub struct MateSearch {
    solver: Option<MateSolver>,
    /// Value of the option `USI_Hash` for which a solver was last created or tried.
    hash: i64,
}

impl MateSearch {
    /// Searches for a mate by checks alone until it is found or disproved, or a limit is reached
    /// (USI's `go mate`).
    pub fn run(&mut self, request: &SearchRequest, reporter: &mut dyn Reporter) -> MateResult {
        let SearchRequest { limits, control, .. } = request;
        let mate_limits = MateLimits {
            time: available_time(request),
            nodes: limits.nodes,
            plies: limits.depth,
            search_moves: limits.search_moves.clone(),
            length: request.options.mate_length,
            ignore_futile_interpositions: request.options.ignore_futile_interpositions,
            ..MateLimits::default()
        };
        let mut result = self.solve(request, &mate_limits, reporter);
        if self.solver.as_ref().is_some_and(MateSolver::may_have_longer_mate) {
            // The depth limit was reached.
            result = MateResult::Unknown;
        }
        // An infinite or ponder search must not answer before `stop` or `ponderhit`.
        control.wait_while(|| limits.infinite || control.is_pondering());
        result
    }

    /// Searches briefly for a mate by checks alone if the limits ask for a mate (UCI's `go mate N`).
    /// Returns the mating line, empty if none is found, and the nodes searched.
    pub fn presearch(
        &mut self,
        request: &SearchRequest,
        reporter: &mut dyn Reporter,
    ) -> (Vec<Move>, u64) {
        let Limits { mate, nodes, infinite, .. } = request.limits;
        let options = &request.options;
        let is_restricted = options.multi_pv > 1 || options.skill().is_some();
        if mate.is_none() || infinite || is_restricted || request.control.is_pondering() {
            return (Vec::new(), 0);
        }
        let time = available_time(request);
        let limits = MateLimits {
            time: time.map(|time| time / 4),
            line_time: time,
            nodes: Some(nodes.map_or(PRESEARCH_NODES, |nodes| PRESEARCH_NODES.min(nodes / 4))),
            plies: mate,
            search_moves: request.limits.search_moves.clone(),
            length: request.options.mate_length,
            ..MateLimits::default()
        };
        match self.solve(request, &limits, reporter) {
            MateResult::Mate(line) => (line, self.nodes()),
            MateResult::NoMate | MateResult::Unknown => (Vec::new(), self.nodes()),
        }
    }

    /// Returns the nodes of the last search.
    pub fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, MateSolver::nodes)
    }

    /// Runs the solver and reports the mate it finds.
    fn solve(
        &mut self,
        request: &SearchRequest,
        limits: &MateLimits,
        reporter: &mut dyn Reporter,
    ) -> MateResult {
        let start = Instant::now();
        let Some(solver) = self.solver(request.options.hash, reporter) else {
            return MateResult::Unknown;
        };
        let stop = request.control.stop_flag();
        let mut report = |progress: &_| reporter.info(&SearchInfo::mate_progress(progress));
        let result = solver.solve_until(&request.position, limits, stop, &mut report);
        if let MateResult::Mate(line) = &result {
            reporter.info(&SearchInfo::mate(line, solver.nodes(), start.elapsed()));
        }
        result
    }

    /// Returns the solver for a value of `USI_Hash`. If its table cannot be allocated, returns the
    /// previous solver or one of default size.
    fn solver(&mut self, hash: i64, reporter: &mut dyn Reporter) -> Option<&mut MateSolver> {
        if self.solver.is_none() || self.hash != hash {
            self.hash = hash;
            match MateSolver::new(hash.unsigned_abs() as usize) {
                Ok(solver) => self.solver = Some(solver),
                Err(error) => {
                    reporter.warning(&format!("{error}; using the last table or the default size"));
                    self.solver = self.solver.take().or_else(|| MateSolver::new(DEFAULT_HASH).ok());
                }
            }
        }
        self.solver.as_mut()
    }
}

/// Returns the time left for a mate search: the smallest of its limits, minus the move overhead and
/// the time already used.
fn available_time(request: &SearchRequest) -> Option<Duration> {
    let Limits { move_time, clock, clock_start, .. } = request.limits;
    let clock_time =
        clock.map(|Clock { remaining, byoyomi, .. }| remaining.saturating_add(byoyomi));
    let time = move_time.into_iter().chain(clock_time).min()?;
    let overhead = request.options.time_options().move_overhead;
    let used = clock_start.map_or(Duration::ZERO, |start| start.elapsed());
    Some(time.saturating_sub(overhead.min(time / 2)).saturating_sub(used))
}
