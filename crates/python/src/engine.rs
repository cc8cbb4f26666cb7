//! `Engine`: searches and mate searches in threads of their own, while Python runs on.

use crate::arguments::{MoveArguments, Number, file_error};
use crate::error;
use crate::moves::Move;
use crate::position::Position;
use eval::{EvalFile, EvalSource};
use mate::{MateLimits, MateSolver};
use platform::files::read_file;
use platform::{MAX_HASH, MAX_THREADS, lock};
use pyo3::prelude::*;
use search::{Bound as ScoreBound, Control, Limits, Reporter, SearchInfo};
use session::player::{MAX_MULTI_PV, legal_prefix, nodes_per_second};
use std::collections::VecDeque;
use std::mem;
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often a thread that waits for a search looks for Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// The game engine. It runs one search at a time.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Engine {
    engine: Arc<Mutex<search::Engine>>,
    solver: Arc<Mutex<Option<MateSolver>>>,
    /// The control of the last search. It is stopped when that ends.
    last_search: Mutex<Option<Control>>,
    threads: usize,
    hash: usize,
    eval: EvalChoice,
    /// The evaluation of the last search, and its game.
    last_eval: Mutex<Option<(&'static rules::Rules, EvalSource)>>,
    /// The process that has the engine's threads. A forked one has none.
    process: u32,
}

#[derive(Debug)]
enum EvalChoice {
    OfGame,
    Linear,
    /// A file's name and content, which is parsed for each game.
    File(PathBuf, Vec<u8>),
}

impl EvalChoice {
    /// Reads a file. It must be valid for a game, though maybe for one that is loaded later.
    fn read(path: PathBuf) -> PyResult<Self> {
        let bytes = read_file(&path).map_err(|error| file_error(&path, error))?;
        let parsed: Vec<_> =
            games::all().map(|rules| EvalFile::parse(rules, &bytes).map(drop)).collect();
        if parsed.iter().all(Result::is_err)
            && let Some(reason) =
                parsed.into_iter().filter_map(Result::err).find(|reason| !reason.is_other_game())
        {
            return Err(error(format!("{}: {reason}", path.display())));
        }
        Ok(Self::File(path, bytes))
    }

    fn source(&self, rules: &'static rules::Rules) -> PyResult<EvalSource> {
        Ok(match self {
            Self::OfGame => EvalSource::OfGame,
            Self::Linear => EvalSource::Linear,
            Self::File(path, bytes) => {
                let file = EvalFile::parse(rules, bytes)
                    .map_err(|reason| error(format!("{}: {reason}", path.display())))?;
                EvalSource::File(Arc::new(file))
            }
        })
    }
}

#[pymethods]
impl Engine {
    /// Creates an engine with threads and a hash table in MiB. The evaluation is that of the game, "linear", or a
    /// file with a network or parameters.
    #[new]
    #[pyo3(
        signature = (
            threads = Number::new(1), hash = Number::new(search::DEFAULT_HASH as u64), eval = None
        ),
        text_signature = "(threads=1, hash=16, eval=None)"
    )]
    fn new(py: Python<'_>, threads: Number, hash: Number, eval: Option<PathBuf>) -> PyResult<Self> {
        let threads = threads.in_range("threads", 1..=MAX_THREADS as u64)? as usize;
        let hash = hash.in_range("hash", 1..=MAX_HASH as u64)? as usize;
        let eval = match eval {
            None => EvalChoice::OfGame,
            Some(path) if path.as_os_str() == "linear" => EvalChoice::Linear,
            Some(path) => py.detach(|| EvalChoice::read(path))?,
        };
        let engine = py.detach(|| {
            let mut engine = search::Engine::try_new().map_err(error)?;
            engine.resize_hash(hash).map_err(error)?;
            engine.set_threads(threads).map_err(error)?;
            PyResult::Ok(engine)
        })?;
        Ok(Self {
            engine: Arc::new(Mutex::new(engine)),
            solver: Arc::default(),
            last_search: Mutex::default(),
            threads,
            hash,
            eval,
            last_eval: Mutex::default(),
            process: std::process::id(),
        })
    }

    #[getter]
    fn threads(&self) -> usize {
        self.threads
    }

    #[getter]
    fn hash(&self) -> usize {
        self.hash
    }

    /// Starts a search. Without limits it runs until it is stopped. The time is in milliseconds.
    #[pyo3(
        signature = (
            position, *, depth = None, nodes = None, movetime = None, multipv = Number::new(1), searchmoves = None
        ),
        text_signature = "($self, position, *, depth=None, nodes=None, movetime=None, multipv=1, searchmoves=None)"
    )]
    fn search(
        &self,
        position: &Bound<'_, Position>,
        depth: Option<Number>,
        nodes: Option<Number>,
        movetime: Option<Number>,
        multipv: Number,
        searchmoves: Option<MoveArguments<'_>>,
    ) -> PyResult<Search> {
        check_process(self.process)?;
        let py = position.py();
        let position = position.get().snapshot();
        let search_moves = searchmoves.unwrap_or_default().0;
        let search_moves =
            search_moves.iter().map(|mv| mv.legal_in(&position)).collect::<PyResult<_>>()?;
        let limits = Limits {
            depth: limit("depth", depth, u32::MAX.into())?.map(|depth| depth as u32),
            nodes: limit("nodes", nodes, u64::MAX)?,
            move_time: limit("movetime", movetime, u64::MAX)?.map(Duration::from_millis),
            search_moves,
            multi_pv: multipv.in_range("multipv", 1..=MAX_MULTI_PV as u64)? as usize,
            ..Limits::default()
        };
        let eval_source = py.detach(|| self.eval_source(position.rules()))?;
        let control = self.new_control()?;

        let reports = Arc::<Reports>::default();
        let (engine, searched) = (Arc::clone(&self.engine), position.clone());
        let end = EndOnDrop { control: control.clone(), reports: Arc::clone(&reports) };
        let run = move || {
            // Waits for the end of a search that has been stopped.
            let mut engine = lock(&engine);
            engine.eval_source = eval_source;
            let mut reporter = &*end.reports;
            let result = engine.search(&searched, &limits, &end.control, &mut reporter);
            drop(engine);
            end.reports.update(|received| received.result = Some(result));
            drop(end);
        };
        thread::Builder::new().name("search".into()).spawn(run)?;
        Ok(Search { position, control, reports, process: self.process })
    }

    /// Looks for a mate by consecutive checks until it is found or disproved, or a limit is reached. The time is in
    /// milliseconds.
    #[pyo3(signature = (position, *, nodes = None, movetime = None, plies = None))]
    fn mate(
        &self,
        py: Python<'_>,
        position: &Position,
        nodes: Option<Number>,
        movetime: Option<Number>,
        plies: Option<Number>,
    ) -> PyResult<MateResult> {
        check_process(self.process)?;
        let position = position.snapshot();
        let rules = position.rules();
        let limits = MateLimits {
            time: limit("movetime", movetime, u64::MAX)?.map(Duration::from_millis),
            nodes: limit("nodes", nodes, u64::MAX)?,
            plies: limit("plies", plies, u32::MAX.into())?.map(|plies| plies as u32),
            ..MateLimits::default()
        };
        let (sender, results) = channel();
        let control = Control::default();
        let (solver, hash) = (Arc::clone(&self.solver), self.hash);
        // An exception stops the solver.
        let stopped = StopOnDrop(control.clone());
        let run = move || {
            let mut solver = lock(&solver);
            let solved = match &mut *solver {
                Some(solver) => Ok(solver),
                none => MateSolver::new(hash).map(|new| none.insert(new)),
            };
            let solved = solved.map(|solver| {
                let result =
                    solver.solve_until(&position, &limits, control.stop_flag(), &mut |_| {});
                (result, solver.nodes(), solver.may_have_longer_mate())
            });
            let _ = sender.send(solved);
        };
        thread::Builder::new().name("mate search".into()).spawn(run)?;
        let results = Mutex::new(results);
        let solved = loop {
            let received = py.detach(|| lock(&results).recv_timeout(SIGNAL_INTERVAL));
            py.check_signals()?;
            match received {
                Ok(solved) => break solved.map_err(error)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(error("the mate search failed")),
            }
        };
        drop(stopped);
        let (result, nodes, may_have_longer_mate) = solved;
        Ok(match result {
            mate::MateResult::Mate(line) => {
                MateResult { status: "mate", line: Some(Move::all(rules, line)), nodes }
            }
            mate::MateResult::NoMate if !may_have_longer_mate => {
                MateResult { status: "no mate", line: None, nodes }
            }
            mate::MateResult::NoMate | mate::MateResult::Unknown => {
                MateResult { status: "unknown", line: None, nodes }
            }
        })
    }

    /// Forgets what earlier searches have found.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        check_process(self.process)?;
        let control = self.new_control()?;
        py.detach(|| lock(&self.engine).clear());
        control.stop();
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("Engine(threads={}, hash={})", self.threads, self.hash)
    }
}

/// A forked process has the engine without its threads, and could not wait for their end.
impl Drop for Engine {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            mem::forget(Arc::clone(&self.engine));
        }
    }
}

impl Engine {
    /// Returns the evaluation for a game. A file is parsed once.
    fn eval_source(&self, rules: &'static rules::Rules) -> PyResult<EvalSource> {
        let mut last = lock(&self.last_eval);
        if let Some((_, source)) = last.as_ref().filter(|(game, _)| std::ptr::eq(*game, rules)) {
            return Ok(source.clone());
        }
        let source = self.eval.source(rules)?;
        Ok(last.insert((rules, source)).1.clone())
    }

    /// Returns the control of a new search. Refuses it while another one runs.
    fn new_control(&self) -> PyResult<Control> {
        let mut last = lock(&self.last_search);
        if last.as_ref().is_some_and(|last| !last.is_stopped()) {
            return Err(error("the engine is searching: stop the search or wait for its result"));
        }
        Ok(last.insert(Control::default()).clone())
    }
}

/// Refuses to work in another process than the one that has the engine's threads.
fn check_process(process: u32) -> PyResult<()> {
    if process == std::process::id() {
        return Ok(());
    }
    Err(error("the engine belongs to the process that has created it; create one in each process"))
}

fn limit(name: &str, value: Option<Number>, max: u64) -> PyResult<Option<u64>> {
    value.map(|value| value.in_range(name, 0..=max)).transpose()
}

/// Stops a mate search, also when an exception ends the wait for it.
struct StopOnDrop(Control);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Ends a search, also when its thread panics.
struct EndOnDrop {
    control: Control,
    reports: Arc<Reports>,
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        self.control.stop();
        self.reports.update(|received| received.has_ended = true);
    }
}

/// The reports of a search, for the threads that wait for them.
#[derive(Debug, Default)]
struct Reports {
    received: Mutex<Received>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Received {
    /// The lines that have not been iterated over.
    lines: VecDeque<SearchInfo>,
    result: Option<search::SearchResult>,
    has_ended: bool,
}

impl Reports {
    fn update(&self, change: impl FnOnce(&mut Received)) {
        change(&mut lock(&self.received));
        self.changed.notify_all();
    }
}

impl Reporter for &Reports {
    fn info(&mut self, info: &SearchInfo) {
        self.update(|received| received.lines.push_back(info.clone()));
    }
}

/// A running search: an iterator over the lines that it reports.
#[pyclass(frozen, module = "ozutsu")]
#[derive(Debug)]
pub struct Search {
    position: rules::Position,
    control: Control,
    reports: Arc<Reports>,
    /// The process that has the thread of the search.
    process: u32,
}

impl Search {
    /// Waits until what was received meets a condition. An exception stops the search.
    fn wait_until(&self, py: Python<'_>, is_met: fn(&Received) -> bool) -> PyResult<()> {
        loop {
            let is_over = py.detach(|| {
                let Reports { received, changed } = &*self.reports;
                let must_wait = |received: &mut Received| !is_met(received);
                let waited = changed.wait_timeout_while(lock(received), SIGNAL_INTERVAL, must_wait);
                let (received, _) = waited.unwrap_or_else(PoisonError::into_inner);
                is_met(&received)
            });
            py.check_signals().inspect_err(|_| self.control.stop())?;
            if is_over {
                return Ok(());
            }
            check_process(self.process)?;
        }
    }

    fn line(&self, info: &SearchInfo) -> Line {
        let rules = self.position.rules();
        Line {
            depth: info.depth,
            seldepth: info.seldepth,
            multipv: info.multipv,
            score: Score { score: info.score },
            bound: match info.bound {
                ScoreBound::Lower => Some("lower"),
                ScoreBound::Upper => Some("upper"),
                ScoreBound::None | ScoreBound::Exact => None,
            },
            nodes: info.nodes,
            nps: nodes_per_second(info.nodes, info.time),
            time: info.time.as_millis() as u64,
            hashfull: info.hashfull,
            pv: Move::all(rules, legal_prefix(&self.position, &info.pv)),
        }
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        loop {
            self.wait_until(py, |received| received.has_ended || !received.lines.is_empty())?;
            let mut received = lock(&self.reports.received);
            let (line, has_ended) = (received.lines.pop_front(), received.has_ended);
            drop(received);
            // Another thread may have taken the line.
            if line.is_some() || has_ended {
                return Ok(line.map(|line| self.line(&line)));
            }
        }
    }

    /// Stops the search, which then has a result.
    fn stop(&self) {
        self.control.stop();
    }

    /// The result. Waits for the end of the search.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        self.wait_until(py, |received| received.has_ended)?;
        let result = lock(&self.reports.received).result.clone();
        let result = result.ok_or_else(|| error("the search failed"))?;
        let pv = Move::all(self.position.rules(), legal_prefix(&self.position, &result.pv));
        Ok(SearchResult {
            best_move: pv.first().cloned(),
            ponder_move: pv.get(1).cloned(),
            score: Score { score: result.score },
            pv,
            nodes: result.nodes,
            depth: result.depth,
        })
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }
}

/// A search that nobody can ask for its result any more need not go on.
impl Drop for Search {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// A report of a search: a line of moves, its score, and the state of the search.
#[pyclass(frozen, get_all, module = "ozutsu")]
#[derive(Clone, Debug)]
pub struct Line {
    depth: u32,
    seldepth: u32,
    /// The rank of the line among the best ones, from 1.
    multipv: usize,
    score: Score,
    /// "lower" or "upper" if the score is only a bound.
    bound: Option<&'static str>,
    nodes: u64,
    /// The nodes per second.
    nps: u64,
    /// The time since the start in milliseconds.
    time: u64,
    /// How full the hash table is, in permille.
    hashfull: u32,
    pv: Vec<Move>,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        let Self { depth, multipv, score, nodes, pv, .. } = self;
        let score = score.__str__();
        format!(
            "<Line: depth {depth} multipv {multipv} score {score} nodes {nodes} pv {}>",
            usi_line(pv)
        )
    }
}

fn usi_line(pv: &[Move]) -> String {
    pv.iter().map(|mv| mv.rules.usi(mv.mv).to_string()).collect::<Vec<_>>().join(" ")
}

/// A score from the view of the side to move.
#[pyclass(frozen, eq, ord, hash, module = "ozutsu")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score {
    score: search::Score,
}

#[pymethods]
impl Score {
    /// Centipawns, as USI programs count them. Those of a decided game are very many.
    #[getter]
    fn cp(&self) -> i32 {
        search::centipawns(self.score)
    }

    /// The plies until mate, negative if the side to move is mated; None if there is no mate.
    #[getter]
    fn mate(&self) -> Option<i32> {
        self.score.mate_plies()
    }

    /// Whether the side to move wins, by mate or by rule.
    #[getter]
    fn is_win(&self) -> bool {
        self.score.is_win()
    }

    /// Whether the side to move loses, by mate or by rule.
    #[getter]
    fn is_loss(&self) -> bool {
        self.score.is_loss()
    }

    /// The chance to win, from 0 to 1.
    #[getter]
    fn winning_chance(&self) -> f64 {
        search::winning_chance(self.cp())
    }

    fn __str__(&self) -> String {
        match self.score.mate_plies() {
            Some(plies) => format!("mate {plies}"),
            None => format!("cp {}", self.cp()),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Score: {}>", self.__str__())
    }
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "ozutsu")]
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// None if there is no legal move.
    best_move: Option<Move>,
    /// The expected reply.
    ponder_move: Option<Move>,
    score: Score,
    pv: Vec<Move>,
    nodes: u64,
    /// The last depth completed.
    depth: u32,
}

#[pymethods]
impl SearchResult {
    fn __repr__(&self) -> String {
        let Self { depth, score, nodes, pv, .. } = self;
        format!(
            "<SearchResult: depth {depth} score {} nodes {nodes} pv {}>",
            score.__str__(),
            usi_line(pv)
        )
    }
}

/// The result of a mate search.
#[pyclass(frozen, get_all, module = "ozutsu")]
#[derive(Clone, Debug)]
pub struct MateResult {
    /// "mate", "no mate" or "unknown", if a limit was reached.
    status: &'static str,
    /// The line that mates, or None.
    line: Option<Vec<Move>>,
    nodes: u64,
}

#[pymethods]
impl MateResult {
    /// Whether there is a mate.
    fn __bool__(&self) -> bool {
        self.line.is_some()
    }

    fn __repr__(&self) -> String {
        match &self.line {
            Some(line) => format!("<MateResult: mate {}>", usi_line(line)),
            None => format!("<MateResult: {}>", self.status),
        }
    }
}
