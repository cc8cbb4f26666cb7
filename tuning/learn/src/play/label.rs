//! Searches whose scores are labels.

use rules::Position;
use search::{Bound, Control, Engine, Limits, Reporter, Score, SearchInfo, SearchResult};

/// Searches a position. Returns the result, and the score of the last completed iteration: that of one that was stopped
/// at a node limit is not exact. A forced win is one in whatever iteration it was found.
pub(crate) fn search_for_label(
    engine: &mut Engine,
    position: &Position,
    limits: &Limits,
) -> (SearchResult, Score) {
    let mut scores = ExactScores(Vec::new());
    let result = engine.search(position, limits, &Control::default(), &mut scores);
    let completed = scores.of_depth(result.depth).filter(|_| !result.score.is_win());
    let score = completed.unwrap_or(result.score);
    (result, score)
}

/// Keeps the depths and scores of all reports of exact scores. The last may be of an iteration that was stopped.
struct ExactScores(Vec<(u32, Score)>);

impl ExactScores {
    fn of_depth(&self, depth: u32) -> Option<Score> {
        self.0.iter().rfind(|(reported, _)| *reported == depth).map(|&(_, score)| score)
    }
}

impl Reporter for ExactScores {
    fn info(&mut self, info: &SearchInfo) {
        if info.bound == Bound::Exact {
            self.0.push((info.depth, info.score));
        }
    }
}
