//! Finds positions in which only one line wins, though it does not mate soon.

use super::mate::without_history;
use super::puzzle::{Puzzle, PuzzleKind};
use rules::{Move, Outcome, Position};
use search::{Bound, Control, Engine, Limits, Pv, Reporter, SearchInfo, centipawns};

/// The size of the search's transposition table in MiB.
const HASH_MIB: usize = 4;
/// The share of the nodes of a search that a short search has.
const SHORT_SEARCH_DIVISOR: u64 = 16;
/// How many centipawns the best move must be ahead in a short search.
const MIN_LEAD: i32 = 100;
/// Nodes of the checking search, as a multiple of [`WinOptions::nodes`].
const CHECK_FACTOR: u64 = 4;

/// Which advantages are puzzles.
#[derive(Clone, Copy, Debug)]
pub struct WinOptions {
    /// The smallest winning score in centipawns.
    pub min_score: i32,
    /// The largest score in centipawns of any other move.
    pub max_other_score: i32,
    /// The nodes of each search.
    pub nodes: u64,
    /// The largest number of moves of the solution, not counting the opponent's.
    pub max_moves: usize,
}

impl Default for WinOptions {
    fn default() -> Self {
        Self { min_score: 600, max_other_score: 150, nodes: 200_000, max_moves: 4 }
    }
}

/// Finds puzzles with a unique winning line. They are as certain as two searches, the second of which is longer, and
/// not proven.
#[derive(Debug)]
pub struct WinFinder {
    engine: Engine,
    options: WinOptions,
    control: Control,
}

impl WinFinder {
    /// Creates a finder that finds nothing more once the control is stopped.
    pub fn new(options: WinOptions, control: Control) -> Self {
        Self { engine: Engine::new().with_hash(HASH_MIB), options, control }
    }

    /// Returns the puzzle in a position, if there is one. Of its history only the last move counts: a recapture is not
    /// a puzzle.
    pub fn find(&mut self, position: &Position) -> Option<Puzzle> {
        if position.outcome() != Outcome::Ongoing {
            return None;
        }
        let start = without_history(position)?;
        // In most positions several moves are about equal, which a short search sees.
        let short = self.search(&start, self.options.nodes / SHORT_SEARCH_DIVISOR)?;
        if short.lead() < MIN_LEAD || short.second() > self.options.max_other_score {
            return None;
        }
        let (mut found, nodes) = self.only_win(&start, self.options.nodes)?;
        let last_capture = position.last_move().filter(|_| position.last_capture().is_some());
        if last_capture.is_some_and(|last| found.first().is_some_and(|mv| mv.to() == last.to())) {
            return None;
        }
        // What holds in a longer search, too, is not only the view of this one.
        let (checked, _) =
            self.only_win(&start, self.options.nodes.saturating_mul(CHECK_FACTOR))?;
        if checked.first() != found.first() {
            return None;
        }
        let (mut position, mut line) = (start.clone(), Vec::new());
        while let &[win, ref rest @ ..] = &found[..] {
            line.push(win);
            if line.len().div_ceil(2) >= self.options.max_moves {
                break;
            }
            position.do_move(win);
            let Some(&reply) = rest.first() else { break };
            position.do_move(reply);
            match self.only_win(&position, self.options.nodes) {
                Some((next, _)) => {
                    line.push(reply);
                    found = next;
                }
                None => break,
            }
        }
        // A line that ends where the search was stopped may be too short.
        if self.control.is_stopped() {
            return None;
        }
        Some(Puzzle { position: start, kind: PuzzleKind::Win, line, nodes: Some(nodes) })
    }

    /// Returns the winning line if only its first move wins, and the nodes after which the search kept to that move.
    fn only_win(&mut self, position: &Position, nodes: u64) -> Option<(Pv, u64)> {
        let reports = self.search(position, nodes)?;
        let [best, _] = reports.lines.as_ref()?;
        let is_win = centipawns(best.score) >= self.options.min_score;
        let is_only = reports.second() <= self.options.max_other_score;
        // Mates have puzzles of another kind.
        let is_mate = best.score.mate_plies().is_some();
        (is_win && is_only && !is_mate).then(|| (best.pv.clone(), reports.found_at))
    }

    /// Searches the two best moves. Returns `None` if there are not two.
    fn search(&mut self, position: &Position, nodes: u64) -> Option<Reports> {
        self.engine.clear();
        let limits = Limits { nodes: Some(nodes.max(1)), multi_pv: 2, ..Limits::default() };
        let mut reports = Reports::default();
        self.engine.search(position, &limits, &self.control, &mut reports);
        reports.lines.is_some().then_some(reports)
    }
}

/// The lines of the last complete iteration, and when the first move of the best was found.
#[derive(Default)]
struct Reports {
    lines: Option<[SearchInfo; 2]>,
    /// The best line of the current iteration.
    best: Option<SearchInfo>,
    best_move: Option<Move>,
    /// The nodes.
    found_at: u64,
}

impl Reports {
    /// Returns the score of the second line in centipawns.
    fn second(&self) -> i32 {
        self.lines.as_ref().map_or(i32::MAX, |[_, second]| centipawns(second.score))
    }

    /// Returns how many centipawns the best line is ahead.
    fn lead(&self) -> i32 {
        self.lines.as_ref().map_or(0, |[best, _]| centipawns(best.score) - self.second())
    }
}

impl Reporter for Reports {
    fn info(&mut self, info: &SearchInfo) {
        if info.bound != Bound::Exact {
            return;
        }
        if info.multipv == 1 {
            self.best = Some(info.clone());
        } else if let Some(best) = self.best.take_if(|best| best.depth == info.depth) {
            if self.best_move != best.pv.first().copied() {
                self.best_move = best.pv.first().copied();
                self.found_at = best.nodes;
            }
            self.lines = Some([best, info.clone()]);
        }
    }
}
