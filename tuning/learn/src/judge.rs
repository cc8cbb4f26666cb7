//! Judges evaluations by the moves of a stronger engine that searches with them find.

use crate::play::Player;
use crate::workers::collect_in_order;
use eval::EvalSource;
use records::{PositionTextError, read_position};
use rules::{Move, Position, Rules, quoted};
use search::{Control, Engine, Limits};
use std::io;
use thiserror::Error;
use trials::{Estimate, Ratio};

/// Size of the transposition table in MiB.
pub const HASH_MIB: usize = 16;

/// A position and the move of a stronger engine.
#[derive(Clone, Debug)]
pub struct ReferencePosition {
    pub position: Position,
    pub best_move: Move,
}

/// Why a line of a reference file is refused.
#[derive(Debug, Error)]
pub enum ReferenceError {
    #[error("expected tab-separated fields: position, best move, score")]
    Fields,
    #[error(transparent)]
    Position(#[from] PositionTextError),
    #[error("{}: {reason}", quoted(text))]
    Move { text: String, reason: String },
    #[error("invalid score {}", quoted(.0))]
    Score(String),
}

/// Reads reference positions: lines of the arguments of a USI `position` command, the best move, and optionally its
/// score in centipawns, which is not used. Empty lines and those that start with `#` are ignored. The error has the
/// number of its line.
pub fn read_positions(
    rules: &'static Rules,
    text: &str,
) -> Result<Vec<ReferencePosition>, (usize, ReferenceError)> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| parse_line(rules, line).map_err(|error| (number, error))).collect()
}

fn parse_line(rules: &'static Rules, line: &str) -> Result<ReferencePosition, ReferenceError> {
    let fields: Vec<_> = line.split('\t').map(str::trim).collect();
    let (position, text, score) = match fields[..] {
        [position, mv] => (position, mv, None),
        [position, mv, score] => (position, mv, Some(score)),
        _ => return Err(ReferenceError::Fields),
    };
    if let Some(score) = score.filter(|score| score.parse::<i32>().is_err()) {
        return Err(ReferenceError::Score(score.to_owned()));
    }
    let position = read_position(rules, position)?;
    let refused = |reason: String| ReferenceError::Move { text: text.to_owned(), reason };
    let best_move = rules.parse_usi(text).map_err(|error| refused(error.to_string()))?;
    position.clone().try_move(best_move).map_err(|error| refused(error.to_string()))?;
    Ok(ReferencePosition { position, best_move })
}

/// Searches every position with each number of nodes, from an empty table, and returns for each position which of
/// the searches found the move. Calls `on_position` after each.
pub fn find_moves(
    positions: &[ReferencePosition],
    eval_source: &EvalSource,
    nodes: &[u64],
    threads: usize,
    on_position: impl FnMut(),
) -> io::Result<Vec<Vec<bool>>> {
    let player = Player { eval_source: eval_source.clone(), ..Player::default() };
    let new_engine = || player.new_engine(HASH_MIB);
    let search = |engine: &mut Engine, reference: &ReferencePosition| -> Vec<bool> {
        let finds = |&nodes: &u64| {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let result = engine.search(&reference.position, &limits, &Control::default(), &mut ());
            result.best_move() == Some(reference.best_move)
        };
        nodes.iter().map(finds).collect()
    };
    collect_in_order(threads, positions.iter(), new_engine, search, on_position)
}

/// Returns the share of moves that were found.
pub fn share(found: impl Iterator<Item = bool> + Clone) -> Estimate {
    mean(found.map(|found| f64::from(u8::from(found))))
}

/// Returns by how much more of the moves were found than by another in the same positions. Positions in which both or
/// neither found the move have no part in the difference, so its interval is narrower than those of the shares.
pub fn difference(pairs: impl Iterator<Item = (bool, bool)> + Clone) -> Estimate {
    let sign = |(found, other): (bool, bool)| f64::from(i8::from(found) - i8::from(other));
    mean(pairs.map(sign))
}

/// Returns the mean of values that are independent of each other. One value has no bounds.
fn mean(values: impl Iterator<Item = f64> + Clone) -> Estimate {
    let mut mean = Ratio::default();
    values.clone().for_each(|value| mean.add(value, 1.0));
    mean.estimate().unwrap_or_else(|| Estimate::new(values.sum(), f64::INFINITY))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trials::Z_95;

    #[test]
    fn differences_are_paired() {
        // 30 positions of 100 are found by both, 10 by the first alone and 5 by the second alone.
        let pairs = |from: usize, to: usize, pair| (from..to).map(move |_| pair);
        let all = pairs(0, 30, (true, true))
            .chain(pairs(0, 10, (true, false)))
            .chain(pairs(0, 5, (false, true)))
            .chain(pairs(0, 55, (false, false)));
        let share = share(all.clone().map(|(first, _)| first));
        assert!((share.value - 0.4).abs() < 1e-12);
        assert!((share.error() - Z_95 * (0.4 * 0.6 / 99.0_f64).sqrt()).abs() < 1e-12);
        let difference = difference(all);
        assert!((difference.value - 0.05).abs() < 1e-12);
        // As McNemar's test, but with the deviation around the mean: sqrt((10 + 5 - 25 / 100) / (100 * 99)).
        assert!((difference.error() - Z_95 * (14.75 / 9_900.0_f64).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn bad_lines_are_refused_with_their_number() {
        let rules = games::by_name("shogi").unwrap();
        let good = "# comment\n\nstartpos moves 7g7f\t3c3d\t-31\nstartpos\t2g2f\n";
        let positions = read_positions(rules, good).unwrap();
        assert_eq!(positions.len(), 2);
        assert_eq!(rules.usi(positions[0].best_move).to_string(), "3c3d");
        for (line, expected) in [
            ("startpos", "expected tab-separated fields: position, best move, score"),
            ("startpos\t7g7f\t0\t0", "expected tab-separated fields: position, best move, score"),
            ("startpos\t7g7f\tx", "invalid score 'x'"),
            ("startpos\t7g7e\t0", "'7g7e': the piece cannot move there"),
            ("startpos moves 3c3d\t7g7f\t0", "move 1, '3c3d': the piece belongs to the opponent"),
        ] {
            let (number, error) = read_positions(rules, &format!("{good}{line}\n")).unwrap_err();
            assert_eq!((number, error.to_string().as_str()), (5, expected));
        }
    }
}
