//! The engine as programs use it.

use crate::cancel::Cancel;
use crate::deepen::{Reporter, SearchInfo};
use crate::glimpse::Glimpse;
use crate::limits::{Control, Limits, TimeOptions, Timing};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::{TableError, TranspositionTable};
use crate::worker::{Memory, Pv, RootMove, RuleOptions, Shared, Worker};
use eval::Parameters;
use eval::network::Network;
use rules::{Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// An engine: a table, and threads that remember what they learnt.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    memories: Vec<Memory>,
    /// Whether the memories hold anything.
    has_learnt: bool,
    glimpse: Glimpse,
    /// Whether a search for a move to play begins with a short look for a mate by checks alone.
    pub mate_presearch: bool,
    /// How time is spent.
    pub time_options: TimeOptions,
    /// How results by rule are seen.
    pub rule_options: RuleOptions,
    /// What positions are judged by, if not by the parameters of their game.
    pub eval_parameters: Option<&'static Parameters>,
    /// Network to evaluate with. A search in a game that it is not for ignores it.
    pub network: Option<Arc<Network>>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The best move; none if there is no legal one.
    pub best_move: Option<Move>,
    /// The reply it expects.
    pub ponder_move: Option<Move>,
    /// What the best move is worth.
    pub score: Score,
    /// The line it expects, the best move first.
    pub pv: Pv,
    /// The moves made in the search.
    pub nodes: u64,
    /// The depth completed.
    pub depth: u32,
}

impl From<SearchInfo> for SearchResult {
    fn from(SearchInfo { depth, score, nodes, pv: line, .. }: SearchInfo) -> Self {
        let (best, ponder) = (line.first().copied(), line.get(1).copied());
        Self { best_move: best, ponder_move: ponder, score, pv: line, nodes, depth }
    }
}

/// The size of a new engine's table in mebibytes.
pub const DEFAULT_HASH: usize = 16;

/// What a thread that searches needs of stack, also one that calls [`Engine::search`]: its frames
/// are on the heap, but a node is large.
pub const STACK_SIZE: usize = 64 << 20;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with one thread and a small table.
    pub fn new() -> Self {
        let table = TranspositionTable::new(DEFAULT_HASH, &Cancel::never()).ok().flatten();
        let table = table.expect("memory for a small table");
        let memories = vec![Memory::new()];
        Self {
            table,
            memories,
            has_learnt: false,
            glimpse: Glimpse::default(),
            mate_presearch: true,
            time_options: TimeOptions::default(),
            rule_options: RuleOptions::default(),
            eval_parameters: None,
            network: None,
        }
    }

    /// Sets the number of search threads. Returns false if cancelled, with fewer than asked for:
    /// hundreds take seconds.
    pub fn set_threads(&mut self, count: usize, cancel: &Cancel<'_>) -> bool {
        let count = count.max(1);
        self.memories.truncate(count);
        while self.memories.len() < count && !cancel.is_cancelled() {
            self.memories.push(Memory::new());
        }
        self.memories.len() == count
    }

    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Replaces the hash table with an empty one of this size. Returns false if cancelled: a large
    /// table takes seconds. The old table stays if cancelled or if there is not enough memory.
    pub fn resize_hash(
        &mut self,
        mebibytes: usize,
        cancel: &Cancel<'_>,
    ) -> Result<bool, TableError> {
        let table = TranspositionTable::new(mebibytes.max(1), cancel)?;
        Ok(table.map(|table| self.table.replace(table)).is_some())
    }

    /// Forgets everything learnt, for a new game. Returns false if cancelled: then call it again to
    /// forget the rest. Returns at once if nothing was learnt.
    pub fn clear(&mut self, cancel: &Cancel<'_>) -> bool {
        if self.has_learnt {
            for memory in &mut self.memories {
                if cancel.is_cancelled() {
                    return false;
                }
                memory.clear();
            }
            self.has_learnt = false;
        }
        self.table.clear(cancel)
    }

    /// Searches a position. Others may speak to the search through its control; it reports as it
    /// goes. With the limit `infinite`, or while pondering, it returns only when it is stopped.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let timing = Timing::new(limits, &self.time_options);
        let root = root_moves(position, limits);
        if root.is_empty() {
            wait_if_asked(limits, control, &timing);
            let is_lost = !position.has_legal_move();
            let score = if is_lost { Score::mated_in(0) } else { Score::ZERO };
            return SearchResult { score, ..SearchResult::default() };
        }
        let (mate, spent) = if self.mate_presearch {
            self.glimpse.mate(position, limits, control, &timing)
        } else {
            (None, 0)
        };
        let in_time = |mate: &SearchInfo| {
            let last = position.move_number().saturating_add(mate.depth - 1);
            self.rule_options.max_moves.is_none_or(|most| last <= most)
        };
        if let Some(mate) = mate.filter(in_time) {
            reporter.info(&mate);
            wait_if_asked(limits, control, &timing);
            return mate.into();
        }
        self.table.increment_generation();
        self.has_learnt = true;
        let nodes: Vec<AtomicU64> = self.memories.iter().map(|_| AtomicU64::new(0)).collect();
        let ended = AtomicBool::new(false);
        let shared = Shared {
            table: &self.table,
            control,
            timing,
            most_nodes: limits.nodes.unwrap_or(u64::MAX).max(1),
            spent,
            soft_nodes: limits.soft_nodes.unwrap_or(u64::MAX),
            depth: limits
                .depth
                .map_or(MAX_PLY as i32, |depth| depth.clamp(1, MAX_PLY as u32) as i32),
            mate: limits.mate,
            infinite: limits.infinite,
            whole: limits.search_moves.is_empty(),
            settings: self.rule_options,
            salt: self.rule_options.salt(position.side()),
            parameters: self
                .eval_parameters
                .unwrap_or_else(|| Parameters::shared(position.rules())),
            network: self.network.as_deref().filter(|network| network.fits(position.rules())),
            nodes: &nodes,
            ended: &ended,
        };
        let fallback = root[0].mv;
        let results =
            run(&shared, position, &root, &mut self.memories, limits.multi_pv.max(1), reporter);
        wait_if_asked(limits, control, &timing);
        let nodes = shared.visited();
        let Some(result) = vote(&results) else {
            reporter.warning("every search thread failed; this is just a legal move");
            return SearchResult { best_move: Some(fallback), nodes, ..SearchResult::default() };
        };
        SearchResult {
            best_move: Some(result.root.mv),
            ponder_move: result.root.line.get(1).copied(),
            score: result.root.score,
            pv: result.root.line.clone(),
            nodes,
            depth: results.iter().map(|result| result.depth).max().unwrap_or_default(),
        }
    }
}

/// What one thread found.
struct ThreadResult {
    root: RootMove,
    depth: u32,
}

fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let wanted = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    let legal = position.legal_moves().into_iter().filter(wanted);
    legal
        .map(|mv| RootMove {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            line: Pv::from_iter([mv]),
            nodes: 0,
            seldepth: 0,
        })
        .collect()
}

/// Runs every thread to its end. What a thread that fails had found is lost, and told.
fn run(
    shared: &Shared<'_>,
    position: &Position,
    root: &[RootMove],
    memories: &mut [Memory],
    lines: usize,
    reporter: &mut dyn Reporter,
) -> Vec<ThreadResult> {
    let work = |id: usize, memory: &mut Memory, reporter: Option<&mut dyn Reporter>| {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::new(id, shared, position.clone(), memory, root.to_vec());
            worker.deepen(reporter, lines);
            ThreadResult { root: worker.root[0].clone(), depth: worker.completed as u32 }
        }));
        if id == 0 {
            shared.ended.store(true, Ordering::Relaxed);
        }
        outcome.ok()
    };
    let (threads, mut results) = (memories.len(), Vec::new());
    thread::scope(|scope| {
        let Some((first, others)) = memories.split_first_mut() else { return };
        let mut handles = Vec::new();
        for (id, memory) in (1..).zip(others) {
            let builder = thread::Builder::new().stack_size(STACK_SIZE);
            handles.push(builder.spawn_scoped(scope, move || work(id, memory, None)));
        }
        results.extend(work(0, first, Some(reporter)));
        for handle in handles {
            if let Ok(Ok(found)) = handle.map(|handle| handle.join()) {
                results.extend(found);
            }
        }
    });
    if results.len() < threads {
        reporter.warning("a search thread failed");
    }
    results
}

/// The threads' choice: each votes for its move with the weight of its depth and score.
fn vote(results: &[ThreadResult]) -> Option<&ThreadResult> {
    let worst = results.iter().map(|result| result.root.score.raw()).min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.root.score.raw() - worst + 10) * i64::from(result.depth)
    };
    let votes = |result: &ThreadResult| -> i64 {
        results.iter().filter(|other| other.root.mv == result.root.mv).map(weight).sum()
    };
    // A proven win is taken, the nearest first.
    let key = |result: &&ThreadResult| {
        let won = if result.root.score.is_win() { result.root.score.raw() } else { 0 };
        (won, votes(result), weight(result))
    };
    results.iter().rev().max_by_key(key)
}

/// A search that may not end by itself waits to be told, and one that is to think at least so long
/// does so even if there is nothing to think about.
fn wait_if_asked(limits: &Limits, control: &Control, timing: &Timing) {
    let too_early = || {
        let deadlines = timing.deadlines(control);
        deadlines.is_some_and(|deadlines| timing.elapsed() < deadlines.least)
    };
    while (limits.infinite || control.is_pondering() || too_early()) && !control.is_stopped() {
        thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests;
