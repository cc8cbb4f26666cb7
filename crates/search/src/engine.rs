//! [`Engine`], which runs searches on several threads and keeps their data from one to the next.

use crate::limits::{Control, Limits};
use crate::rule_options::RuleOptions;
use crate::search_info::{Reporter, SearchResult};
use crate::threads::{Threads, ThreadsError};
use crate::time::{TimeManager, TimeOptions};
use crate::transposition_table::{TableError, TranspositionTable};
use crate::worker::{RootMove, SearchRoot, Shared};
use eval::{EvalIdentity, EvalSource};
use rules::{Move, Position, RootHistory, Rules};
use std::io;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// A search engine: a hash table, its threads with their histories, and its options.
#[derive(Debug)]
pub struct Engine {
    /// Shared with the threads during a search, and after its end with late helpers.
    table: Arc<TranspositionTable>,
    threads: Threads,
    /// The game and the evaluation that the hash table and the histories are of. None while they are empty.
    searched: Option<Searched>,
    /// Whether to look for a mate by consecutive checks before the main search.
    pub use_mate_presearch: bool,
    pub time_options: TimeOptions,
    /// Options for draws, the maximum game length and impasse.
    pub rule_options: RuleOptions,
    pub eval_source: EvalSource,
}

/// The game and the evaluation of searches.
#[derive(Debug)]
struct Searched {
    rules: &'static Rules,
    evaluation: EvalIdentity,
    /// Keeps the evaluation, so that no other gets its identity.
    _source: EvalSource,
}

/// The size of a new engine's hash table in mebibytes.
pub const DEFAULT_HASH: usize = 16;

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// Creates an engine with one thread and a hash table of [`DEFAULT_HASH`].
    ///
    /// # Panics
    /// If there is not enough memory: see [`try_new`](Self::try_new).
    pub fn new() -> Self {
        Self::try_new().expect("memory for an engine")
    }

    /// Creates an engine with one thread and a hash table of [`DEFAULT_HASH`]. Fails if there is not enough memory.
    pub fn try_new() -> io::Result<Self> {
        Self::with_threads(Threads::new)
    }

    /// Creates an engine that searches on the calling thread, whose stack must have room for a call for
    /// every ply. This saves short searches the time to wake a thread. Fails if there is not enough memory.
    pub fn on_calling_thread() -> io::Result<Self> {
        Self::with_threads(Threads::on_calling_thread)
    }

    fn with_threads(start: impl FnOnce() -> Option<Threads>) -> io::Result<Self> {
        let no_memory =
            || io::Error::new(io::ErrorKind::OutOfMemory, "not enough memory for the engine");
        let table = TranspositionTable::new(DEFAULT_HASH).map_err(|_| no_memory())?;
        Ok(Self {
            table: Arc::new(table),
            threads: start().ok_or_else(no_memory)?,
            searched: None,
            use_mate_presearch: true,
            time_options: TimeOptions::default(),
            rule_options: RuleOptions::default(),
            eval_source: EvalSource::default(),
        })
    }

    /// Returns the engine with a hash table of this size, or with its present one if there is not enough
    /// memory.
    pub fn with_hash(mut self, mebibytes: usize) -> Self {
        let _ = self.resize_hash(mebibytes);
        self
    }

    /// Sets the number of search threads, at least one. If not all can be started, keeps those there are.
    pub fn set_threads(&mut self, count: usize) -> Result<(), ThreadsError> {
        self.threads.set_len(count)
    }

    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// Replaces the hash table with an empty one of this size. If there is not enough memory, the old
    /// table stays.
    pub fn resize_hash(&mut self, mebibytes: usize) -> Result<(), TableError> {
        self.table = Arc::new(TranspositionTable::new(mebibytes.max(1))?);
        Ok(())
    }

    /// Clears the hash table and the histories for a new game. Returns at once if no search has run
    /// since the last call.
    pub fn clear(&mut self) {
        if self.searched.take().is_some() {
            self.threads.clear();
            Arc::get_mut(&mut self.table).expect("no thread searches").clear();
        }
    }

    /// Searches a position and reports scores and variations to `reporter`. Other threads can stop the
    /// search through `control`. An infinite search returns only when stopped, a pondering one only
    /// when stopped or after a ponder hit. If the game or the evaluation is not that of the last search,
    /// clears the engine first.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let rules = position.rules();
        self.prepare_for(rules);
        if self.searched.is_none() {
            let evaluation = self.eval_source.identity(rules);
            self.searched = Some(Searched { rules, evaluation, _source: self.eval_source.clone() });
        }
        let shared = Arc::new(self.shared(position, limits, control));
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            wait_for_stop(&shared);
            let score = shared.outcome_score(position.outcome(), position.side(), 0);
            return SearchResult { score, ..SearchResult::default() };
        }
        self.table.increment_generation();
        let root = SearchRoot { position: position.clone(), moves: root_moves };
        let results = self.threads.search(&shared, &root, reporter);
        wait_for_stop(&shared);
        // With several lines, the result is the first of those that were reported.
        let best = if limits.multi_pv > 1 { results.first() } else { vote(&results) };
        let best = best.expect("no search thread has panicked");
        let depth = results.iter().map(|result| result.depth).max().unwrap_or_default();
        SearchResult { nodes: shared.total_nodes(), depth, ..best.clone() }
    }

    /// Clears what was learned in another game, whose positions can have the same keys, or with another evaluation. A
    /// search does so first, unless it is done before.
    pub fn prepare_for(&mut self, rules: &'static Rules) {
        let evaluation = self.eval_source.identity(rules);
        let is_other =
            |last: &Searched| !ptr::eq(last.rules, rules) || last.evaluation != evaluation;
        if self.searched.as_ref().is_some_and(is_other) {
            self.clear();
        }
    }

    /// Returns the data that the threads of a search share.
    fn shared(&self, position: &Position, limits: &Limits, control: &Control) -> Shared {
        Shared {
            table: Arc::clone(&self.table),
            limits: limits.clone(),
            control: control.clone(),
            time: TimeManager::new(limits, &self.time_options),
            node_limit: limits.nodes.unwrap_or(u64::MAX).max(1),
            use_mate_presearch: self.use_mate_presearch,
            rule_options: self.rule_options,
            root_side: position.side(),
            key_salt: self.rule_options.key_salt(position.side()),
            eval_source: self.eval_source.clone(),
            before_root: RootHistory::new(position, position.ply()),
            thread_nodes: (0..self.threads()).map(|_| AtomicU64::new(0)).collect(),
            is_finished: AtomicBool::new(false),
        }
    }
}

/// Returns the legal root moves that the limits allow, without results.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let is_allowed = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    let moves = position.legal_moves().into_iter().filter(is_allowed);
    moves.map(RootMove::new).collect()
}

/// Returns the result to play. Threads vote for their best moves with weights from depth and score.
fn vote(results: &[SearchResult]) -> Option<&SearchResult> {
    let lowest = results.iter().map(|result| result.score.raw()).min()?;
    let weight = |result: &SearchResult| {
        i64::from(result.score.raw() - lowest + 10) * i64::from(result.depth)
    };
    let votes = |result: &SearchResult| -> i64 {
        let same_move = |other: &&SearchResult| other.best_move() == result.best_move();
        results.iter().filter(same_move).map(weight).sum()
    };
    // The shortest win takes precedence over votes.
    let key = |result: &&SearchResult| {
        let score = result.score;
        (if score.is_win() { score.raw() } else { 0 }, votes(result), weight(result))
    };
    results.iter().rev().max_by_key(key)
}

/// Waits until the search may return: until it is stopped or its minimum time is over. An infinite or
/// pondering search waits regardless of time.
fn wait_for_stop(Shared { limits, control, time, .. }: &Shared) {
    let is_too_early = || {
        let deadlines = time.deadlines(control);
        deadlines.is_some_and(|deadlines| time.elapsed() < deadlines.minimum)
    };
    control.wait_while(|| limits.infinite || control.is_pondering() || is_too_early());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::transposition_table::Bound;
    use crate::worker::{Histories, RootLine, Worker};
    use eval::set_eval_of_game;
    use std::thread;
    use std::time::Duration;

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
        let options = engine.rule_options;
        for other in [
            RuleOptions { max_moves: Some(300), ..options },
            RuleOptions { declare_wins: false, ..options },
        ] {
            assert!(!is_stored(other.key_salt(black)), "{other:?}");
        }
    }

    #[test]
    fn failed_hash_allocation_keeps_the_old_table() {
        let (mut engine, start, limits) = set_up(1);
        engine.resize_hash(1).unwrap();
        engine.search(&start, &limits, &Control::default(), &mut ());
        let stored = engine.table.probe(start.table_key());
        assert!(stored.is_some());
        let error = engine.resize_hash(usize::MAX).unwrap_err();
        assert_eq!(error, TableError { mebibytes: usize::MAX });
        assert_eq!(engine.table.probe(start.table_key()), stored);
        engine.resize_hash(2).unwrap();
        assert_eq!(engine.table.probe(start.table_key()), None);
    }

    /// Returns an engine with this number of threads, a position and limits.
    fn set_up(threads: usize) -> (Engine, Position, Limits) {
        let mut engine = Engine::new();
        engine.set_threads(threads).unwrap();
        let start = Position::start(games::by_name("shogi").unwrap());
        (engine, start, Limits { depth: Some(3), ..Limits::default() })
    }

    #[test]
    fn clear_empties_the_table_if_a_search_has_run() {
        let (mut engine, start, limits) = set_up(1);
        for _ in 0..2 {
            engine.search(&start, &limits, &Control::default(), &mut ());
            let stored = engine.table.probe(start.table_key()).unwrap();
            for _ in 0..2 {
                engine.clear();
                assert_eq!(engine.table.probe(start.table_key()), None);
            }
            // An entry stored without a search stays.
            engine.table.store(7, stored);
            engine.clear();
            assert!(engine.table.probe(7).is_some());
        }
    }

    /// The positions of these games have the same keys.
    #[test]
    fn a_search_is_not_misled_by_another_game_or_evaluation() {
        let starts =
            ["shosu", "shosucourier"].map(|name| Position::start(games::by_name(name).unwrap()));
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let constructors: [fn() -> io::Result<Engine>; 2] =
            [Engine::try_new, Engine::on_calling_thread];
        for constructor in constructors {
            let new_engine = || constructor().unwrap();
            let search = |engine: &mut Engine, start, eval_source| {
                engine.eval_source = eval_source;
                let result = engine.search(start, &limits, &Control::default(), &mut ());
                (result.nodes, result.score, result.pv)
            };
            let mut engine = new_engine();
            for start in [&starts[0], &starts[1], &starts[0]] {
                for eval_source in [EvalSource::OfGame, EvalSource::Linear] {
                    let alone = search(&mut new_engine(), start, eval_source.clone());
                    assert_eq!(search(&mut engine, start, eval_source), alone);
                }
            }
            // The evaluation of the game is replaced.
            let shosu = starts[0].rules();
            let other = games::source("shosu").unwrap().replace("\"shosu\"", "\"other\"");
            let game = games::parse(&other).games[0].rules;
            let start = Position::start(game);
            for eval_source in [EvalSource::OfGame, EvalSource::Linear] {
                set_eval_of_game(game, eval_source.to_file(shosu));
                let alone = search(&mut new_engine(), &start, EvalSource::OfGame);
                assert_eq!(search(&mut engine, &start, EvalSource::OfGame), alone);
            }
            search(&mut engine, &starts[0], EvalSource::Linear);
            // The same game goes on with what was learned.
            let again = search(&mut engine, &starts[0], EvalSource::Linear);
            assert!(again.0 < search(&mut new_engine(), &starts[0], EvalSource::Linear).0);
        }
    }

    #[test]
    fn an_engine_can_be_cleared_before_a_search_with_another_game_or_evaluation() {
        let (mut engine, start, limits) = set_up(1);
        let (shogi, shosu) = (start.rules(), games::by_name("shosu").unwrap());
        let others = [(shosu, EvalSource::OfGame), (shogi, EvalSource::Linear)];
        for (rules, eval_source) in others {
            engine.eval_source = EvalSource::OfGame;
            engine.search(&start, &limits, &Control::default(), &mut ());
            engine.prepare_for(shogi);
            assert!(engine.table.probe(start.table_key()).is_some());
            engine.eval_source = eval_source;
            engine.prepare_for(rules);
            assert_eq!(engine.table.probe(start.table_key()), None);
        }
    }

    #[test]
    fn a_late_helper_delays_no_search() {
        let (mut engine, start, limits) = set_up(3);
        let late = engine.threads.suspend(1);
        for _ in 0..2 {
            let result = engine.search(&start, &limits, &Control::default(), &mut ());
            assert_eq!(result.depth, 3);
        }
        drop(late);
        engine.clear();
        assert_eq!(engine.table.probe(start.table_key()), None);
        let result = engine.search(&start, &limits, &Control::default(), &mut ());
        assert_eq!(result.depth, 3);
    }

    /// As if the system had suspended it: a helper notices the time, and its result is taken.
    #[test]
    fn a_late_first_thread_delays_no_search() {
        let (mut engine, start, _) = set_up(3);
        let move_time = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        let late = engine.threads.suspend(0);
        for limits in [move_time, Limits { infinite: true, ..Limits::default() }] {
            // On a busy machine the helpers may be late, too.
            let has_depth = (0..20).any(|_| {
                let control = Control::default();
                let result = thread::scope(|scope| {
                    scope.spawn(|| {
                        thread::sleep(Duration::from_millis(200));
                        control.stop();
                    });
                    engine.search(&start, &limits, &control, &mut ())
                });
                assert!(start.legal_moves().contains(&result.pv[0]));
                result.depth > 0
            });
            assert!(has_depth);
        }
        drop(late);
        engine.clear();
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let result = engine.search(&start, &limits, &Control::default(), &mut ());
        assert_eq!(result.depth, 3);
    }

    #[test]
    fn nodes_of_the_presearch_do_not_lower_the_best_moves_share() {
        let (engine, start, limits) = set_up(1);
        let shared = engine.shared(&start, &limits, &Control::default());
        let root = SearchRoot { moves: root_moves(&start, &limits), position: start };
        let mut histories = Histories::new().unwrap();
        let mut worker = Worker::new(0, &shared, root, &mut histories);
        worker.nodes = 1_000;
        (worker.root_moves[0].nodes, worker.root_moves[1].nodes) = (30, 10);
        assert_eq!(worker.best_move_share(), 0.75);
    }

    #[test]
    fn lines_of_the_last_iteration_follow_the_complete_ones() {
        let (engine, start, limits) = set_up(1);
        let shared = engine.shared(&start, &limits, &Control::default());
        let root = SearchRoot { moves: root_moves(&start, &limits), position: start };
        let mut histories = Histories::new().unwrap();
        let mut worker = Worker::new(0, &shared, root, &mut histories);
        let line = |score, depth| {
            let (bound, seldepth, pv) = (Bound::Exact, 0, Vec::new());
            RootLine { score, bound, depth, seldepth, pv }
        };
        let moves = [0, 1, 2].map(|index| worker.root_moves[index].mv);
        for new in [[45, 30].map(Score::from_eval), [4, 2].map(Score::mated_in)] {
            // The best move of the last iteration has failed low twice.
            for (index, old) in [50, 40, 60].into_iter().enumerate() {
                let root = &mut worker.root_moves[index];
                root.previous = line(Score::from_eval(old), 4);
                let complete = new.get(index).map(|&score| line(score, 5));
                root.line = complete.unwrap_or_else(|| RootLine::unsearched(root.mv));
            }
            worker.restore_lines(moves[2], 2);
            let lines = worker.root_moves[..3].iter();
            let lines = lines.map(|root| (root.mv, root.line.score, root.line.depth));
            let expected = [(moves[0], new[0], 5), (moves[1], new[1], 5), (moves[2], new[1], 4)];
            assert_eq!(Vec::from_iter(lines), expected);
        }
    }
}
