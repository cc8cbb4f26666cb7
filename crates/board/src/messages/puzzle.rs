//! A puzzle on the board, and the progress in solving it.

use super::{Difficulty, PuzzleSource};
use crate::notation::MoveText;
use rules::Color;
use serde::{Deserialize, Serialize};
use study::puzzles::{Proof, PuzzleKind};
#[cfg(test)]
use ts_rs::TS;

/// A puzzle on the board, and the progress in solving it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleView {
    /// Where the puzzle is from.
    pub source: PuzzleSource,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The number of puzzles of the game or the text.
    pub count: usize,
    /// The name in the text; empty for stored puzzles.
    pub name: String,
    #[cfg_attr(test, ts(type = r#""mate" | "win""#))]
    pub goal: PuzzleKind,
    /// Whether the solution is proven.
    #[cfg_attr(
        test,
        ts(
            type = r#""pending" | "not_applicable" | "proven" | "no_mate" | "shorter" | "second_solution" | "unknown""#
        )
    )]
    pub proof: ProofView,
    /// The side that mates or wins.
    pub attacker: Color,
    /// The attacker's moves in the solution.
    pub moves: usize,
    /// The difficulty, if the nodes are known.
    pub difficulty: Option<Difficulty>,
    /// The nodes that the mate solver needs, or a search for a win, if they are known.
    pub nodes: Option<u64>,
    /// The rating, if the nodes are known.
    pub rating: Option<f64>,
    /// Whether the puzzle is being solved.
    pub progress: PuzzleProgress,
    /// The streak of which it is one, if it is.
    pub streak: Option<StreakView>,
    pub wrong_moves: usize,
    pub has_used_hint: bool,
    /// The verdict on the last move tried.
    pub verdict: Option<Verdict>,
    /// The hint for the next move, if the person asked for one.
    pub hint: Option<PuzzleHint>,
    /// The solution, once the puzzle is over.
    pub solution: Option<Vec<MoveText>>,
}

/// Puzzles that are solved one after the other, at the first try and without help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StreakView {
    /// The number of those solved.
    pub solved: usize,
    /// Whether it has ended: the one on the board was not solved in this way.
    pub is_over: bool,
}

/// Whether the solution of a puzzle is proven to be the only shortest mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProofView {
    /// The mate solver is about to prove it.
    Pending,
    /// Only mates can be proven; this puzzle is a win.
    NotApplicable,
    /// The result of the mate solver.
    #[serde(untagged)]
    Done(Proof),
}

/// How far a puzzle is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum PuzzleProgress {
    Solving,
    Solved,
    /// It was given up: the solution was shown or the position analysed.
    GivenUp,
}

/// The verdict on a move in a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Verdict {
    /// The move is part of the solution.
    Right {
        /// The move as people write it.
        text: MoveText,
    },
    /// The move is not part of the solution. It was not played.
    Wrong {
        #[serde(rename = "move")]
        mv: String,
        /// The move as people write it.
        text: MoveText,
        /// Why it is wrong; absent while the mate solver looks for a reply.
        refutation: Option<Refutation>,
    },
}

/// Why a move in a puzzle is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Refutation {
    /// It does not give check.
    NoCheck,
    /// The defender has a reply.
    Reply {
        /// The reply as people write it.
        text: MoveText,
    },
    /// No reply was found in a short time.
    Unknown,
    /// It is not known whether it fails, but it is not the move of the solution.
    NotTheSolution,
}

/// A hint for the next move of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleHint {
    /// The square of the piece to move, or the letter of the piece to drop with a `*`.
    pub origin: String,
    /// The move, once the person has asked again.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The same move as people write it.
    pub text: Option<MoveText>,
}
