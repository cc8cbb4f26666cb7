//! Makes a book: searches the positions that are most probable in games.

use super::game_moves::GameMoves;
use crate::search_lines::search_lines;
use crate::workers::{available_threads, collect_in_order};
use records::book::{BookMove, BookTable};
use rules::{Outcome, Position, Rules};
use search::{Engine, SearchInfo, centipawns};
use std::collections::{BTreeSet, BinaryHeap};
use std::io;

/// The number of positions that are searched before their moves lead to others. The book does not depend on
/// the number of threads.
const BATCH: usize = 16;
/// How many times less probable than the first a position of a batch may be. Less probable ones wait for the
/// positions that the batch leads to.
const MAX_PROBABILITY_RATIO: f64 = 4.0;
/// The size of a search's transposition table in MiB.
const HASH_MIB: usize = 16;
/// The score in centipawns beyond which a game is decided, and a book of no more use.
const DECIDED_SCORE: i32 = 1_500;

/// The settings of a book.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct MakeOptions {
    /// Number of positions in the complete book.
    #[arg(long, default_value_t = 1_000)]
    pub positions: usize,
    /// Number of plies from the start position that the book covers.
    #[arg(long, default_value_t = 30)]
    pub plies: u32,
    /// Number of games that must have a position, to search it.
    #[arg(long, default_value_t = 2)]
    pub min_games: u32,
    /// Nodes of each search.
    #[arg(long, default_value_t = 200_000)]
    pub nodes: u64,
    /// Number of moves that each search compares.
    #[arg(long, default_value_t = 4)]
    pub lines: usize,
    /// Largest number of centipawns below the best move that a book move may be.
    #[arg(long, default_value_t = 50)]
    pub within: i32,
    /// Number of games with which a compared move is a book move, however much worse it is [default: none is].
    #[arg(long)]
    pub played: Option<u32>,
    /// Number of threads; the book does not depend on it.
    #[arg(long, default_value_t = available_threads())]
    pub threads: usize,
}

/// Searches positions in the order of their probability: the share of the games that have them, or the
/// probability of the position before, divided among its book moves.
#[derive(Debug)]
pub struct BookMaker<'a> {
    options: MakeOptions,
    games: &'a GameMoves,
    queue: BinaryHeap<Candidate>,
    /// The positions that are or were in the queue, by key.
    known: BTreeSet<u64>,
}

/// A position to search.
#[derive(Debug)]
struct Candidate {
    probability: f64,
    position: Position,
}

impl<'a> BookMaker<'a> {
    /// Creates a maker that begins at the start position and the common positions of games.
    pub fn new(rules: &'static Rules, games: &'a GameMoves, options: MakeOptions) -> Self {
        let (queue, known) = (BinaryHeap::new(), BTreeSet::new());
        let mut maker = Self { options, games, queue, known };
        maker.push(Position::start(rules), 1.0);
        for (position, share) in games.common_positions(rules, options.min_games) {
            maker.push(position, share);
        }
        maker
    }

    /// Adds the most probable positions to the book. Positions that are in the book already are not
    /// searched again. Returns whether there may be more.
    pub fn add_batch(&mut self, book: &mut BookTable) -> io::Result<bool> {
        let mut batch: Vec<Candidate> = Vec::new();
        let missing = self.options.positions.saturating_sub(book.iter().len());
        while batch.len() < BATCH.min(missing) {
            let is_probable = |candidate: &Candidate| {
                let first = batch.first().map_or(0.0, |first| first.probability);
                candidate.probability * MAX_PROBABILITY_RATIO >= first
            };
            if !self.queue.peek().is_some_and(is_probable) {
                break;
            }
            let Some(candidate) = self.queue.pop() else { break };
            match book.moves(&candidate.position).map(<[BookMove]>::to_vec) {
                Some(moves) => self.push_children(&candidate, &moves),
                None => batch.push(candidate),
            }
        }
        let MakeOptions { nodes, lines, threads, .. } = self.options;
        let positions = batch.iter().map(|candidate| &candidate.position);
        let new_engine = || Engine::on_calling_thread().map(|engine| engine.with_hash(HASH_MIB));
        // Each position as if it were the only one.
        let search = |engine: &mut Engine, position| {
            engine.clear();
            search_lines(engine, position, nodes, lines).iter().filter_map(book_move).collect()
        };
        let found: Vec<Vec<_>> =
            collect_in_order(threads.min(batch.len()), positions, new_engine, search, || ())?;
        for (candidate, moves) in batch.iter().zip(found) {
            let moves = self.book_moves(&candidate.position, moves);
            book.add(&candidate.position, &moves);
            self.push_children(candidate, &moves);
        }
        Ok(!batch.is_empty())
    }

    /// Returns those of the moves of a search that are good enough, with their counts.
    fn book_moves(&self, position: &Position, mut moves: Vec<BookMove>) -> Vec<BookMove> {
        let best = moves.iter().map(|book_move| book_move.score).max().unwrap_or_default();
        for book_move in &mut moves {
            book_move.count = self.games.count(position, book_move.mv);
        }
        let least = best.saturating_sub(self.options.within);
        let is_played = |count| self.options.played.is_some_and(|played| count >= played);
        moves.retain(|book_move| book_move.score >= least || is_played(book_move.count));
        moves
    }

    /// Queues the positions after book moves.
    fn push_children(&mut self, candidate: &Candidate, moves: &[BookMove]) {
        let Candidate { position, probability } = candidate;
        let is_decided = moves.iter().all(|book_move| book_move.score.abs() > DECIDED_SCORE);
        if is_decided || position.move_number() >= self.options.plies {
            return;
        }
        // One more than played, so that moves without games have a share.
        let weight = |book_move: &BookMove| f64::from(book_move.count) + 1.0;
        let total: f64 = moves.iter().map(weight).sum();
        for book_move in moves {
            let mut after = position.clone();
            after.do_move(book_move.mv);
            self.push(after, probability * weight(book_move) / total);
        }
    }

    fn push(&mut self, position: Position, probability: f64) {
        let is_in_time = position.move_number() <= self.options.plies;
        if is_in_time && position.outcome() == Outcome::Ongoing && self.known.insert(position.key())
        {
            self.queue.push(Candidate { probability, position });
        }
    }
}

fn book_move(info: &SearchInfo) -> Option<BookMove> {
    Some(BookMove {
        mv: *info.pv.first()?,
        reply: info.pv.get(1).copied(),
        score: centipawns(info.score),
        depth: info.depth,
        count: 0,
    })
}

/// Candidates are ordered by probability, and equal ones by key, so that every run is the same.
impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_key = || self.position.key().cmp(&other.position.key());
        self.probability.total_cmp(&other.probability).then_with(by_key)
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}
