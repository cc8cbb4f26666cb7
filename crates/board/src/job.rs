//! The searches of a table as data: what is to be searched, and what the engine reports.

use crate::messages::{LineView, Player, SearchPurpose};
use mate::MateResult;
use platform::Instant;
use records::{Evaluation, NodeId};
use rules::{Move, Position};
use search::{Control, Limits};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use study::puzzles::{Proof, Puzzle};
use study::review::{MoveReview, PositionReview, ReviewLimits};

/// A hint, mate search, review or judgement that the user has requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Suggest a move at a node.
    Hint(NodeId),
    /// Find a mate at a node.
    Mate(NodeId),
    /// Judge all moves of the main line.
    Review {
        /// The time for each position in milliseconds.
        move_time: u64,
    },
    /// Judge a move that a person tries in place of a mistake.
    Judge {
        /// The node of the mistake.
        node: NodeId,
        mv: Move,
        /// The time for each position in milliseconds.
        move_time: u64,
    },
}

/// Identifies the search that a table needs. A running search continues while its key stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobKey {
    pub purpose: SearchPurpose,
    pub node: NodeId,
    /// The number of lines to find.
    pub line_count: usize,
    /// The revision of the table's game.
    pub revision: u64,
    /// For whom the search plays, if it does.
    pub player: Option<Player>,
    /// The move that is judged, if one is.
    pub judged: Option<Move>,
}

/// A search that runs.
#[derive(Debug)]
pub struct RunningJob {
    /// The number of the job at the table.
    pub id: u64,
    /// Identifies the search.
    pub key: JobKey,
    /// Stops it.
    pub control: Control,
    /// When the engine began to think.
    pub since: Option<Instant>,
    /// The best move that it has found.
    pub best_move: Option<Move>,
}

/// A search to run.
#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// The number of the job at the table.
    pub id: u64,
    /// The position to search, or the start of the game to review.
    #[serde(with = "position_with_history")]
    pub position: Position,
    /// When to stop.
    pub limits: Limits,
    /// The fraction of its time that the engine uses; below 1 if it plays below full strength.
    pub effort: f64,
    /// The time to wait before the search, so that people can follow the game. It is on no clock.
    pub pause: Duration,
    /// The question to answer.
    pub kind: JobKind,
    /// Stops the job. It is not sent with a job to another worker, where a new one takes its place.
    #[serde(skip)]
    pub control: Control,
}

/// The question that a job answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum JobKind {
    /// The best moves.
    Search,
    /// A mate by consecutive checks.
    Mate,
    /// Whether the solution of a puzzle is the only shortest mate.
    Prove(#[serde(with = "puzzle_as_epd")] Arc<Puzzle>),
    /// How good the moves of a game are.
    Review { moves: Vec<Move>, limits: ReviewLimits },
    /// How good a move of the position is.
    Judge { before: Box<PositionReview>, mv: Move, limits: ReviewLimits },
}

/// A report on a job.
#[derive(Debug, Serialize, Deserialize)]
pub enum JobReport {
    /// The memory is set up and the pause is over: from now on the engine thinks.
    Started,
    /// There was no memory for a hash table of the size in MiB that is wanted.
    SmallHash {
        wanted: usize,
    },
    /// A line was found.
    Line(LineView),
    /// The next move of a game was judged.
    Judged(Box<MoveReview>),
    Finished(JobResult),
}

/// The result of a search.
#[derive(Debug, Serialize, Deserialize)]
pub enum JobResult {
    /// A search for the best move.
    Searched {
        /// The best move, if there is a legal one.
        best_move: Option<Move>,
        /// The evaluation of the position, unless the search ended at once.
        evaluation: Option<Evaluation>,
    },
    /// A mate search.
    MateSearched(MateResult),
    /// The solution of a puzzle was checked.
    Proved {
        /// The result of the proof.
        proof: Proof,
        /// The rating, if it was asked for.
        nodes: Option<u64>,
    },
    /// A game was reviewed.
    Reviewed,
    /// A move was judged.
    Judged(Box<MoveReview>),
    /// The search crashed.
    Failed,
}

/// Positions are sent with their history, because repetition counts.
mod position_with_history {
    use rules::{Move, Position};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Sent {
        variant: String,
        start: String,
        moves: Vec<Move>,
    }

    pub fn serialize<S: Serializer>(position: &Position, out: S) -> Result<S::Ok, S::Error> {
        let moves = Vec::from_iter(position.moves());
        let mut start = position.clone();
        moves.iter().for_each(|_| start.undo_move());
        let variant = position.rules().name().into();
        Sent { variant, start: start.sfen().to_string(), moves }.serialize(out)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Position, D::Error> {
        let Sent { variant, start, moves } = Sent::deserialize(input)?;
        let rules = games::by_name(&variant).ok_or_else(|| Error::custom("unknown game"))?;
        let mut position = Position::from_sfen(rules, &start).map_err(Error::custom)?;
        for mv in moves {
            position.try_move(mv).map_err(Error::custom)?;
        }
        Ok(position)
    }
}

/// Puzzles are sent as lines of EPD.
pub mod puzzle_as_epd {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::sync::Arc;
    use study::puzzles::{Puzzle, read_puzzles};

    pub fn serialize<S: Serializer>(puzzle: &Arc<Puzzle>, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(&puzzle.epd(""))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<Arc<Puzzle>, D::Error> {
        let line = String::deserialize(input)?;
        let rules = line.split(' ').next().and_then(games::by_name);
        let puzzles = read_puzzles(&line, rules.ok_or_else(|| Error::custom("unknown game"))?);
        let puzzle = puzzles.ok().and_then(|mut puzzles| puzzles.pop());
        let (puzzle, _) = puzzle.ok_or_else(|| Error::custom("not a puzzle"))?;
        Ok(Arc::new(puzzle))
    }
}
