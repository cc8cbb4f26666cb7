//! The searches of a table as data: what is to be searched, and what the engine reports.

use crate::messages::{LineView, Player, SearchPurpose};
use mate::MateResult;
use platform::Instant;
use records::{GameRecord, NodeId};
use rules::{Move, Position};
use search::{Control, Limits, SearchResult};
use std::sync::Arc;
use std::time::Duration;
use study::puzzles::{Proof, Puzzle};
use study::review::{GameReview, MoveReview, PositionReview, ReviewLimits};

/// A hint, mate search or review that the user has requested.
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
        /// The move.
        mv: Move,
        /// The time for each position in milliseconds.
        move_time: u64,
    },
}

/// Identifies the search that a table needs. A running search continues while its key stays the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JobKey {
    /// The purpose of the search.
    pub purpose: SearchPurpose,
    /// The node that is searched.
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
    pub control: Arc<Control>,
    /// When the engine began to think.
    pub since: Option<Instant>,
}

/// A search to run.
#[derive(Debug)]
pub struct Job {
    /// The number of the job at the table.
    pub id: u64,
    /// The purpose of the search.
    pub purpose: SearchPurpose,
    /// The position to search.
    pub position: Position,
    /// When to stop.
    pub limits: Limits,
    /// Whether the engine plays below full strength.
    pub is_weakened: bool,
    /// The time to wait before the search, so that people can follow the game. It is on no clock.
    pub pause: Duration,
    /// The question to answer.
    pub kind: JobKind,
    /// Stops it.
    pub control: Arc<Control>,
}

/// The question that a job answers.
#[derive(Debug)]
pub enum JobKind {
    /// The best moves.
    Search,
    /// A mate by consecutive checks.
    Mate,
    /// Whether the solution of a puzzle is the only shortest mate.
    Prove(Arc<Puzzle>),
    /// How good the moves of a game are.
    Review { record: Box<GameRecord>, limits: ReviewLimits },
    /// How good a move of the position is.
    Judge { before: Box<PositionReview>, mv: Move, limits: ReviewLimits },
}

/// A report on a job.
#[derive(Debug)]
pub enum JobReport {
    /// The memory is set up and the pause is over: from now on the engine thinks.
    Started(Instant),
    /// A line was found.
    Line(LineView),
    /// The next move of a game was judged.
    Judged(Box<MoveReview>),
    /// The job is done, since a time.
    Finished(JobResult, Instant),
}

/// The result of a search.
#[derive(Debug)]
pub enum JobResult {
    /// A search for the best move.
    Searched(Box<SearchResult>),
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
    Reviewed(Option<Box<GameReview>>),
    /// A move was judged.
    Judged(Box<MoveReview>),
    /// The search crashed.
    Failed,
}
