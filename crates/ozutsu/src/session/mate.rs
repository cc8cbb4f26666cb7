//! Mates by checks alone, as `go mate` of USI asks for them.

use super::think::Request;
use rules::{Move, Rules};
use search::{
    Bound, DEFAULT_TABLE, Info, Limits, MAX_PLY, MateLimits, MateResult, MateSolver, Reporter,
    Score,
};
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

/// Looks for a mate by checks alone until it is found or ruled out, or the limits are reached.
pub fn solve(request: &Request, reporter: &mut dyn Reporter) -> MateResult {
    let Limits { move_time, nodes, depth, since, .. } = request.limits;
    let overhead = request.options.pace().overhead;
    let late = since.map_or(Duration::ZERO, |since| since.elapsed());
    let net = |time: Duration| time.saturating_sub(overhead.min(time / 2)).saturating_sub(late);
    let limits = MateLimits { time: move_time.map(net), nodes, plies: depth };
    let wanted = request.options.hash.unsigned_abs() as usize;
    prove(request, &limits, wanted, reporter)
}

/// Where a mate in so many moves is asked for: the first moves of one by checks alone, if that is
/// easy to find.
pub fn try_checks(request: &Request, reporter: &mut dyn Reporter) -> Option<(Move, Option<Move>)> {
    let Limits { mate, move_time, infinite, .. } = request.limits;
    let options = &request.options;
    let is_restricted =
        !request.limits.moves.is_empty() || options.multi_pv > 1 || options.skill().is_some();
    if infinite || is_restricted || request.control.is_pondering() {
        return None;
    }
    let time = move_time.map(|time| time / 4);
    let limits = MateLimits { time, nodes: Some(TRIAL), plies: Some(mate?) };
    match prove(request, &limits, DEFAULT_TABLE, reporter) {
        MateResult::Mate(moves) => Some((*moves.first()?, moves.get(1).copied())),
        MateResult::NoMate | MateResult::Unknown => None,
    }
}

/// Asks a solver that lives as long as the question, and tells the mate it finds.
fn prove(
    request: &Request,
    limits: &MateLimits,
    mebibytes: usize,
    reporter: &mut dyn Reporter,
) -> MateResult {
    let begin = Instant::now();
    let solver = MateSolver::new(mebibytes).or_else(|error| {
        reporter.trouble(&error.to_string());
        MateSolver::new(DEFAULT_TABLE)
    });
    let Ok(mut solver) = solver else { return MateResult::Unknown };
    let result = solver.solve(&request.position, limits, &request.control);
    if let MateResult::Mate(moves) = &result {
        let plies = moves.len().min(MAX_PLY - 1);
        reporter.info(&Info {
            depth: plies as u32,
            seldepth: plies as u32,
            multipv: 1,
            score: Score::mates(plies),
            bound: Bound::Exact,
            nodes: solver.nodes(),
            time: begin.elapsed(),
            hashfull: 0,
            line: moves.iter().take(MAX_PLY).copied().collect(),
        });
    }
    result
}
