//! Mates by checks alone, as `go mate` of USI asks for them.

use super::think::{Request, Thinker};
use rules::{Move, Position, Rules};
use search::{MAX_PLY, Reporter};

/// What is known of a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solution {
    /// It can be forced, and this is how.
    Mate(Vec<Move>),
    /// Nothing mates by checks alone.
    None,
    /// It is not known.
    Unknown,
}

impl Solution {
    /// The solution as a line of USI.
    pub fn line(&self, rules: &Rules) -> String {
        match self {
            Self::Mate(moves) => moves
                .iter()
                .fold("checkmate".into(), |line, &mv| format!("{line} {}", rules.usi(mv))),
            Self::None => "checkmate nomate".into(),
            Self::Unknown => "checkmate timeout".into(),
        }
    }
}

impl Thinker {
    /// Looks for a mate until there is one or the limits are reached. Only a line that mates with
    /// checks to its end is a solution.
    pub fn solve(&mut self, request: &Request, reporter: &mut dyn Reporter) -> Solution {
        let position = &request.position;
        let checks = position.legal_moves();
        if !checks.iter().any(|&mv| gives_check(position, mv)) {
            return Solution::None;
        }
        let mut limits = request.limits.clone();
        limits.mate = Some(MAX_PLY as u32);
        let found = self.search(request, &limits, reporter);
        let mates = found.score.is_win() && is_mate(position, &found.line);
        if mates { Solution::Mate(found.line.to_vec()) } else { Solution::Unknown }
    }
}

fn gives_check(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    after.try_move(mv).is_ok() && after.is_check()
}

/// Whether a line gives check with every other move and mates with its last.
fn is_mate(position: &Position, line: &[Move]) -> bool {
    let mut after = position.clone();
    let forces = line
        .iter()
        .enumerate()
        .all(|(ply, &mv)| after.try_move(mv).is_ok() && (ply % 2 == 1 || after.is_check()));
    forces && line.len() % 2 == 1 && !after.has_legal_move()
}
