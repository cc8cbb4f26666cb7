//! [`Engine`], which runs searches on several threads and keeps their data from one to the next.

use crate::cancel::Cancel;
use crate::helpers::Helpers;
use crate::limits::{Control, Limits};
use crate::mate_presearch::MatePresearch;
use crate::rule_options::RuleOptions;
use crate::score::{MAX_PLY, Score};
use crate::search_info::{Pv, Reporter, SearchInfo};
use crate::time::{TimeManager, TimeOptions};
use crate::transposition_table::{TableError, TranspositionTable};
use crate::worker::{Histories, RootMove, SearchRoot, Shared, Worker};
use eval::EvalSource;
use rules::spec::Stalemate;
use rules::{Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// A search engine: a hash table, the histories of its threads, and its options.
#[derive(Debug)]
pub struct Engine {
    /// Shared with the threads of a search, and after its end with late helpers.
    table: Arc<TranspositionTable>,
    /// The histories of the first thread.
    histories: Histories,
    /// The other threads.
    helpers: Helpers,
    /// Whether a search has started since the histories were last cleared.
    are_histories_used: bool,
    mate_presearch: MatePresearch,
    /// Whether to look for a mate by consecutive checks before the main search.
    pub use_mate_presearch: bool,
    /// Options of time management.
    pub time_options: TimeOptions,
    /// Options for draws, the maximum game length and impasse.
    pub rule_options: RuleOptions,
    /// Which evaluation to use.
    pub eval_source: EvalSource,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The best move. None if there is no legal move, or none that the limits allow.
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder_move: Option<Move>,
    /// The score from the side to move's point of view.
    pub score: Score,
    /// The principal variation, starting with the best move.
    pub pv: Pv,
    /// The nodes searched.
    pub nodes: u64,
    /// The last depth completed.
    pub depth: u32,
}

impl From<SearchInfo> for SearchResult {
    fn from(SearchInfo { depth, score, nodes, pv, .. }: SearchInfo) -> Self {
        let (best_move, ponder_move) = (pv.first().copied(), pv.get(1).copied());
        Self { best_move, ponder_move, score, pv, nodes, depth }
    }
}

/// The size of a new engine's hash table in mebibytes.
pub const DEFAULT_HASH: usize = 16;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// Creates an engine with one thread and a small hash table.
    pub fn new() -> Self {
        let table = TranspositionTable::new(DEFAULT_HASH, &Cancel::never()).ok().flatten();
        Self {
            table: Arc::new(table.expect("memory for a small table")),
            histories: Histories::new(),
            helpers: Helpers::new(),
            are_histories_used: false,
            mate_presearch: MatePresearch::default(),
            use_mate_presearch: true,
            time_options: TimeOptions::default(),
            rule_options: RuleOptions::default(),
            eval_source: EvalSource::default(),
        }
    }

    /// Sets the number of search threads, at least one. Returns false if cancelled, with fewer threads
    /// than requested. Allocating the histories of hundreds of threads takes seconds.
    pub fn set_threads(&mut self, count: usize, cancel: &Cancel<'_>) -> bool {
        self.helpers.set_len(count.saturating_sub(1), cancel)
    }

    /// Returns the number of search threads.
    pub fn threads(&self) -> usize {
        1 + self.helpers.len()
    }

    /// Replaces the hash table with an empty one of this size. A large table takes seconds. Returns
    /// `Ok(false)` if cancelled. If cancelled or short of memory, the old table stays.
    pub fn resize_hash(
        &mut self,
        mebibytes: usize,
        cancel: &Cancel<'_>,
    ) -> Result<bool, TableError> {
        let table = TranspositionTable::new(mebibytes.max(1), cancel)?;
        let replace = |table| match Arc::get_mut(&mut self.table) {
            Some(old) => old.replace(table),
            // A late helper frees the old table.
            None => self.table = Arc::new(table),
        };
        Ok(table.map(replace).is_some())
    }

    /// Clears the hash table and the histories for a new game. Returns false if cancelled; the next
    /// call clears the rest. Returns at once if no search has run since the last call.
    pub fn clear(&mut self, cancel: &Cancel<'_>) -> bool {
        if self.are_histories_used {
            if cancel.is_cancelled() || !self.helpers.clear(cancel) {
                return false;
            }
            self.histories.clear();
            self.are_histories_used = false;
        }
        loop {
            match Arc::get_mut(&mut self.table) {
                Some(table) => return table.clear(cancel),
                // A late helper still uses the table, although the number of threads was reduced.
                None if cancel.is_cancelled() => return false,
                None => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Searches a position and reports scores and variations to `reporter`. Other threads can stop the
    /// search through `control`. An infinite search returns only when stopped, a pondering one only
    /// when stopped or after a ponder hit.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let time = TimeManager::new(limits, &self.time_options);
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            wait_for_stop(limits, control, &time);
            let stalemate_loses = position.rules().stalemate() == Stalemate::Loses;
            let is_lost = match position.goal_winner() {
                Some(winner) => winner != position.side(),
                None => !position.has_legal_move() && (position.in_check() || stalemate_loses),
            };
            let score = if is_lost { Score::mated_in(0) } else { Score::ZERO };
            return SearchResult { score, ..SearchResult::default() };
        }
        let (mate, presearch_nodes) = match self.use_mate_presearch {
            true => self.mate_presearch.search(position, limits, control, &time),
            false => (None, 0),
        };
        let is_within_game_length = |mate: &SearchInfo| {
            let last_move = position.move_number().saturating_add(mate.depth - 1);
            self.rule_options.max_moves.is_none_or(|max| last_move <= max)
        };
        if let Some(mate) = mate.filter(is_within_game_length) {
            reporter.info(&mate);
            wait_for_stop(limits, control, &time);
            return mate.into();
        }
        self.table.increment_generation();
        self.are_histories_used = true;
        let max_ply = MAX_PLY as u32;
        let shared = Arc::new(Shared {
            table: Arc::clone(&self.table),
            time,
            presearch_nodes,
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            soft_node_limit: limits.soft_nodes.unwrap_or(u64::MAX),
            depth_limit: limits.depth.map_or(max_ply, |depth| depth.clamp(1, max_ply)) as i32,
            mate_limit: limits.mate,
            multi_pv: limits.multi_pv.max(1),
            infinite: limits.infinite,
            all_root_moves: limits.search_moves.is_empty(),
            rule_options: self.rule_options,
            key_salt: self.rule_options.key_salt(position.side()),
            eval_source: self.eval_source.clone(),
            thread_nodes: (0..self.threads()).map(|_| AtomicU64::new(0)).collect(),
            is_finished: AtomicBool::new(false),
        });
        let root = SearchRoot { position: position.clone(), moves: root_moves };
        let results = self.run_threads(&shared, control, &root, reporter);
        wait_for_stop(limits, control, &time);
        let nodes = shared.total_nodes();
        let Some(best) = vote(&results) else {
            reporter.warning("every search thread failed; the move is an arbitrary legal one");
            let best_move = Some(root.moves[0].mv);
            return SearchResult { best_move, nodes, ..SearchResult::default() };
        };
        SearchResult {
            best_move: Some(best.mv),
            ponder_move: best.pv.get(1).copied(),
            score: best.score,
            pv: best.pv.clone(),
            nodes,
            depth: results.iter().map(|result| result.depth).max().unwrap_or_default(),
        }
    }

    /// Runs all threads until the first one ends the search. A thread that panics has no result and
    /// causes a warning.
    fn run_threads(
        &mut self,
        shared: &Arc<Shared>,
        control: &Control,
        root: &SearchRoot,
        reporter: &mut dyn Reporter,
    ) -> Vec<ThreadResult> {
        let all_started = self.helpers.start(shared, control, root);
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::new(0, shared, control, root.clone(), &mut self.histories);
            worker.iterative_deepening(reporter);
            worker.result()
        }));
        shared.is_finished.store(true, Ordering::Relaxed);
        // Without a result of the first thread, those of the others are worth waiting for.
        let (helper_results, has_failed) = self.helpers.finish(outcome.is_err());
        if outcome.is_err() || has_failed || !all_started {
            reporter.warning("a search thread failed");
        }
        outcome.into_iter().chain(helper_results).collect()
    }
}

/// The result of one thread.
#[derive(Clone, Debug)]
pub(crate) struct ThreadResult {
    /// The best move.
    pub mv: Move,
    pub score: Score,
    pub pv: Pv,
    /// The last depth completed.
    pub depth: u32,
}

/// Returns the legal root moves that the limits allow, without results.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let is_allowed = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    let moves = position.legal_moves().into_iter().filter(is_allowed);
    moves
        .map(|mv| RootMove {
            mv,
            score: -Score::INFINITE,
            previous_score: -Score::INFINITE,
            pv: vec![mv],
            nodes: 0,
            seldepth: 0,
        })
        .collect()
}

/// Returns the result to play. Threads vote for their best moves with weights from depth and score.
fn vote(results: &[ThreadResult]) -> Option<&ThreadResult> {
    let lowest = results.iter().map(|result| result.score.raw()).min()?;
    let weight = |result: &ThreadResult| {
        i64::from(result.score.raw() - lowest + 10) * i64::from(result.depth)
    };
    let votes = |result: &ThreadResult| -> i64 {
        let same_move = |other: &&ThreadResult| other.mv == result.mv;
        results.iter().filter(same_move).map(weight).sum()
    };
    // The shortest win takes precedence over votes.
    let key = |result: &&ThreadResult| {
        let score = result.score;
        (if score.is_win() { score.raw() } else { 0 }, votes(result), weight(result))
    };
    results.iter().rev().max_by_key(key)
}

/// Waits until the search may return: until it is stopped or its minimum time is over. An infinite or
/// pondering search waits regardless of time.
fn wait_for_stop(limits: &Limits, control: &Control, time: &TimeManager) {
    let is_too_early = || {
        let deadlines = time.deadlines(control);
        deadlines.is_some_and(|deadlines| time.elapsed() < deadlines.minimum)
    };
    while (limits.infinite || control.is_pondering() || is_too_early()) && !control.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_by_rule_are_not_stored() {
        let shogi = games::by_name("shogi").unwrap();
        let mut position = Position::from_sfen(shogi, "4k4/9/9/9/9/R8/9/9/8K b - 1").unwrap();
        let chase = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
        for text in chase.split(' ') {
            position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
        }
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut engine = Engine::new();
        let found = engine.search(&position, &limits, &Control::default(), &mut ());
        assert_eq!((found.score.decided_plies(), found.score.mate_plies()), (Some(1), None));
        // Without the preceding moves, the position is not decided.
        let stored = engine.table.probe(position.table_key());
        assert!(stored.is_none_or(|entry| !entry.score.is_decided()), "{stored:?}");
    }

    #[test]
    fn table_entries_depend_on_the_rule_options() {
        let start = Position::start(games::by_name("shogi").unwrap());
        let (black, white) = (start.side(), !start.side());
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let mut engine = Engine::new();
        let salts = [0, 100, -100].map(|draw| {
            engine.rule_options.draw_score = draw;
            (engine.rule_options.key_salt(black), engine.rule_options.key_salt(white))
        });
        let [(none, same), (plus, minus), reversed] = salts;
        assert!((none, same) == (0, 0) && plus != minus && reversed == (minus, plus));
        engine.rule_options.draw_score = 100;
        engine.search(&start, &limits, &Control::default(), &mut ());
        let is_stored = |salt: u64| engine.table.probe(start.table_key() ^ salt).is_some();
        assert!(is_stored(plus) && !is_stored(minus) && !is_stored(none));
        engine.rule_options.declare_wins = false;
        assert!(!is_stored(engine.rule_options.key_salt(black)));
    }

    #[test]
    fn failed_hash_allocation_keeps_the_old_table() {
        let mut engine = Engine::new();
        engine.resize_hash(1, &Cancel::never()).unwrap();
        let start = Position::start(games::by_name("shogi").unwrap());
        let limits = Limits { depth: Some(3), ..Limits::default() };
        engine.search(&start, &limits, &Control::default(), &mut ());
        let stored = engine.table.probe(start.table_key());
        assert!(stored.is_some());
        let error = engine.resize_hash(usize::MAX, &Cancel::never()).unwrap_err();
        assert_eq!(error, TableError { mebibytes: usize::MAX });
        assert_eq!(engine.table.probe(start.table_key()), stored);
        engine.resize_hash(2, &Cancel::never()).unwrap();
        assert_eq!(engine.table.probe(start.table_key()), None);
    }

    #[test]
    fn next_call_finishes_cancelled_setup() {
        let stopped = Control::default();
        stopped.stop();
        let cancelled = Cancel::on_stop(&stopped);
        let mut engine = Engine::new();
        assert!(!engine.set_threads(3, &cancelled));
        assert_eq!(engine.threads(), 1);
        let calls_left = std::sync::atomic::AtomicUsize::new(1);
        assert!(!engine.set_threads(3, &Cancel::after_calls(&calls_left)));
        assert_eq!(engine.threads(), 2);
        assert!(engine.set_threads(3, &Cancel::never()) && engine.set_threads(1, &cancelled));
        // There is nothing to clear, so it cannot be cancelled.
        assert!(engine.clear(&cancelled));
        let start = Position::start(games::by_name("shogi").unwrap());
        let limits = Limits { depth: Some(3), ..Limits::default() };
        engine.search(&start, &limits, &Control::default(), &mut ());
        assert!(!engine.clear(&cancelled));
        assert!(engine.clear(&Cancel::never()) && engine.clear(&cancelled));
        assert_eq!(engine.table.probe(start.table_key()), None);
    }

    /// Returns an engine with three threads, a position, limits and a control that was stopped.
    fn set_up_helpers() -> (Engine, Position, Limits, Control) {
        let mut engine = Engine::new();
        engine.set_threads(3, &Cancel::never());
        let start = Position::start(games::by_name("shogi").unwrap());
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let stopped = Control::default();
        stopped.stop();
        (engine, start, limits, stopped)
    }

    #[test]
    fn late_helpers_do_not_delay_a_search() {
        let (mut engine, start, limits, stopped) = set_up_helpers();
        for _ in 0..2 {
            let end_helper = engine.helpers.suspend(1);
            let result = engine.search(&start, &limits, &Control::default(), &mut ());
            assert_eq!(result.depth, 3);
            assert!(!engine.clear(&Cancel::on_stop(&stopped)), "clearing needs the histories");
            end_helper();
            // Its results and failures are those of an earlier search.
            let result = engine.search(&start, &limits, &Control::default(), &mut ());
            assert_eq!(result.depth, 3);
            assert!(engine.clear(&Cancel::never()));
        }
        // A smaller number of threads does not wait for a late one.
        let end_helper = engine.helpers.suspend(1);
        assert!(engine.set_threads(1, &Cancel::on_stop(&stopped)));
        assert!(engine.clear(&Cancel::never()));
        end_helper();
        assert!(engine.search(&start, &limits, &Control::default(), &mut ()).best_move.is_some());
    }

    #[test]
    fn a_late_helper_does_not_stand_in_for_the_new_one_with_its_index() {
        let (mut engine, start, limits, stopped) = set_up_helpers();
        let end_old_helper = engine.helpers.suspend(1);
        engine.set_threads(1, &Cancel::never());
        engine.set_threads(3, &Cancel::never());
        engine.search(&start, &limits, &Control::default(), &mut ());
        assert!(engine.clear(&Cancel::never()));
        let end_new_helper = engine.helpers.suspend(1);
        end_old_helper();
        engine.search(&start, &limits, &Control::default(), &mut ());
        assert!(!engine.clear(&Cancel::on_stop(&stopped)), "the new helper has its histories");
        end_new_helper();
        assert!(engine.clear(&Cancel::never()));
    }
}
