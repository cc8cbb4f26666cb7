//! Mates by checks alone, as `go mate` of USI asks for them.

use super::think::Request;
use rules::{Move, Rules};
use search::{
    Clock, DEFAULT_HASH, Limits, MateLimits, MateResult, MateSolver, Reporter, SearchInfo,
};
use std::thread;
use std::time::{Duration, Instant};

/// What is known of a mate as a line of USI.
pub fn line(result: &MateResult, rules: &Rules) -> String {
    match result {
        MateResult::Mate(moves) => {
            moves.iter().fold("checkmate".into(), |line, &mv| format!("{line} {}", rules.usi(mv)))
        }
        MateResult::NoMate => "checkmate nomate".into(),
        MateResult::Unknown => "checkmate timeout".into(),
    }
}

/// The nodes that a search for a mate in so many moves leaves to checks alone before it tries all.
const TRIAL: u64 = 100_000;

/// Who is asked for mates: a solver that is made when first needed, and kept as long as its size
/// is right.
#[derive(Debug, Default)]
pub struct Prover {
    solver: Option<MateSolver>,
    /// The size asked for last.
    hash: i64,
}

impl Prover {
    /// Looks for a mate by checks alone until it is found or ruled out, or the limits are reached.
    pub fn solve(&mut self, request: &Request, reporter: &mut dyn Reporter) -> MateResult {
        let Request { limits, control, .. } = request;
        let Limits { nodes, depth: plies, .. } = *limits;
        let (time, search_moves) = (time(request), limits.search_moves.clone());
        let result =
            self.prove(request, &MateLimits { time, nodes, plies, search_moves }, reporter);
        while (limits.infinite || control.is_pondering()) && !control.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        result
    }

    /// Where a mate in so many moves is asked for: the first moves of one by checks alone, if that
    /// is easy to find; else the nodes that it took to see that it is not.
    pub fn try_checks(
        &mut self,
        request: &Request,
        reporter: &mut dyn Reporter,
    ) -> Result<(Move, Option<Move>), u64> {
        let Limits { mate, nodes, infinite, .. } = request.limits;
        let options = &request.options;
        let is_restricted = options.multi_pv > 1 || options.skill().is_some();
        if mate.is_none() || infinite || is_restricted || request.control.is_pondering() {
            return Err(0);
        }
        let limits = MateLimits {
            time: time(request).map(|time| time / 4),
            nodes: Some(nodes.map_or(TRIAL, |nodes| TRIAL.min(nodes / 4))),
            plies: mate,
            search_moves: request.limits.search_moves.clone(),
        };
        match self.prove(request, &limits, reporter) {
            MateResult::Mate(moves) if !moves.is_empty() => Ok((moves[0], moves.get(1).copied())),
            _ => Err(self.nodes()),
        }
    }

    /// The nodes that the last problem took.
    pub fn nodes(&self) -> u64 {
        self.solver.as_ref().map_or(0, MateSolver::nodes)
    }

    /// Asks the solver, and tells the mate it finds.
    fn prove(
        &mut self,
        request: &Request,
        limits: &MateLimits,
        reporter: &mut dyn Reporter,
    ) -> MateResult {
        let begin = Instant::now();
        let Some(solver) = self.solver(request.options.hash, reporter) else {
            return MateResult::Unknown;
        };
        let result = solver.solve(&request.position, limits, &request.control);
        if let MateResult::Mate(moves) = &result {
            reporter.info(&SearchInfo::mate(moves, solver.nodes(), begin.elapsed()));
        }
        result
    }

    /// A solver for a size of table, or else the one there was, or one of the usual size.
    fn solver(&mut self, hash: i64, reporter: &mut dyn Reporter) -> Option<&mut MateSolver> {
        if self.solver.is_none() || self.hash != hash {
            self.hash = hash;
            match MateSolver::new(share(hash)) {
                Ok(solver) => self.solver = Some(solver),
                Err(error) => {
                    reporter.warning(&error.to_string());
                    self.solver = self.solver.take().or_else(|| MateSolver::new(DEFAULT_HASH).ok());
                }
            }
        }
        self.solver.as_mut()
    }
}

/// The mebibytes for mates beside a table of so many for everything else: a quarter, but that is
/// too little of a small one.
fn share(hash: i64) -> usize {
    let hash = hash.unsigned_abs() as usize;
    (hash / 4).max(DEFAULT_HASH).min(hash)
}

/// The time for a problem: what is asked for, and no more than any clock has, less what is lost on
/// the way.
fn time(request: &Request) -> Option<Duration> {
    let Limits { move_time, clock, clock_start: since, .. } = request.limits;
    let left = clock.map(|Clock { remaining: left, byoyomi, .. }| left.saturating_add(byoyomi));
    let time = move_time.into_iter().chain(left).min()?;
    let overhead = request.options.pace().move_overhead;
    let late = since.map_or(Duration::ZERO, |since| since.elapsed());
    Some(time.saturating_sub(overhead.min(time / 2)).saturating_sub(late))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_take_a_part_of_the_memory() {
        assert_eq!([1, 16, 64, 1_024].map(share), [1, 16, 16, 256]);
    }
}
