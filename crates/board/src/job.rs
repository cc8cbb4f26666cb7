//! The searches of a table as data: what is to be searched, and what the engine reports.

use crate::messages::{LineView, Player, SearchPurpose};
use mate::MateResult;
use records::NodeId;
use rules::Position;
use search::{Control, Limits, SearchResult};
use std::sync::Arc;
use std::time::Duration;
use study::puzzles::{Proof, Puzzle};

/// A hint, mate search or review that the user has requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Suggest a move at a node.
    Hint(NodeId),
    /// Find a mate at a node.
    Mate(NodeId),
    /// Evaluate all nodes of the main line, from this one on.
    Review {
        /// The node to evaluate next.
        node: NodeId,
        /// The time for each node in milliseconds.
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
    /// The revision of the table's record.
    pub revision: u64,
    /// For whom the search plays, if it does.
    pub player: Option<Player>,
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
    /// The least time to take, so that people can follow a game of the engine against itself.
    pub min_time: Duration,
    /// The puzzle to prove.
    pub puzzle: Option<Arc<Puzzle>>,
    /// Stops it.
    pub control: Arc<Control>,
}

/// A report of the engine thread on a job.
#[derive(Debug)]
pub enum JobReport {
    /// A line was found.
    Line(LineView),
    /// The job is done.
    Finished(JobResult),
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
    /// The search crashed.
    Failed,
}
