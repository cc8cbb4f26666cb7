//! The engine of a table, on a thread of its own.

use crate::Options;
use crate::engine_jobs::{JobKey, JobResult};
use crate::messages::{LineView, SearchPurpose};
use crate::table::Table;
use crate::view::score_view;
use crossbeam_channel::{Sender, unbounded};
use rules::{Move, Position, Rules, format_western};
use search::{
    Cancel, Control, DEFAULT_HASH, Engine, Limits, MateLimits, MateSolver, Reporter, STACK_SIZE,
    SearchInfo,
};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// The most moves of a line that are shown.
const MAX_LINE: usize = 20;

/// A search to run.
#[derive(Debug)]
pub struct Job {
    /// The number of the job at the table.
    pub id: u64,
    pub key: JobKey,
    pub position: Position,
    pub limits: Limits,
    /// Whether the engine plays below full strength.
    pub is_weakened: bool,
    /// The least time to take, so that people can follow a game of the engine against itself.
    pub min_time: Duration,
    pub control: Arc<Control>,
}

/// Starts the thread. It ends when the sender of the jobs is dropped.
pub fn start(table: Weak<Table>, options: Options) -> io::Result<Sender<Job>> {
    let (sender, jobs) = unbounded::<Job>();
    let run_jobs = move || {
        let mut searcher = Searcher::new(options);
        for job in jobs {
            if job.control.is_stopped() {
                continue;
            }
            let result = catch_unwind(AssertUnwindSafe(|| searcher.run(&job, &table)));
            let result = result.unwrap_or_else(|_| {
                searcher = Searcher::new(options);
                JobResult::Failed
            });
            let Some(table) = table.upgrade() else { return };
            table.update(|state| state.finish_job(job.id, result));
        }
    };
    thread::Builder::new().name("engine".into()).stack_size(STACK_SIZE).spawn(run_jobs)?;
    Ok(sender)
}

/// The engine and the mate solver of a table.
struct Searcher {
    engine: Engine,
    mate_solver: Option<MateSolver>,
    /// The game of the last search.
    rules: Option<&'static Rules>,
}

impl Searcher {
    fn new(options: Options) -> Self {
        let mut engine = Engine::new();
        // Without memory for the hash table, the small one of a new engine stays.
        let _ = engine.resize_hash(options.hash, &Cancel::never());
        engine.set_threads(options.threads, &Cancel::never());
        Self { engine, mate_solver: None, rules: None }
    }

    fn run(&mut self, job: &Job, table: &Weak<Table>) -> JobResult {
        let start = Instant::now();
        let rules = job.position.rules();
        if self.rules.is_some_and(|last| !std::ptr::eq(last, rules)) {
            self.engine.clear(&Cancel::never());
        }
        self.rules = Some(rules);
        if job.key.purpose == SearchPurpose::Mate {
            return self.run_mate_search(job);
        }
        self.engine.use_mate_presearch = !job.is_weakened && job.limits.multi_pv <= 1;
        let mut reporter = LineReporter { job, table };
        let result = self.engine.search(&job.position, &job.limits, &job.control, &mut reporter);
        while start.elapsed() < job.min_time && !job.control.is_stopped() {
            thread::sleep(Duration::from_millis(10));
        }
        JobResult::Searched(Box::new(result))
    }

    fn run_mate_search(&mut self, job: &Job) -> JobResult {
        let solver = match &mut self.mate_solver {
            Some(solver) => solver,
            None => match MateSolver::new(DEFAULT_HASH) {
                Ok(solver) => self.mate_solver.insert(solver),
                Err(_) => return JobResult::Failed,
            },
        };
        let result = solver.solve(&job.position, &MateLimits::default(), &job.control);
        JobResult::MateSearched(result)
    }
}

/// Passes the lines of a search to the table.
struct LineReporter<'a> {
    job: &'a Job,
    table: &'a Weak<Table>,
}

impl Reporter for LineReporter<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let Some(table) = self.table.upgrade() else { return self.job.control.stop() };
        let score = score_view(info.score, self.job.position.side());
        let (moves, texts) = line_texts(&self.job.position, &info.pv);
        let line = LineView {
            pv: info.multipv,
            depth: info.depth,
            score,
            nodes: info.nodes,
            time: info.time.as_millis() as u64,
            moves,
            texts,
        };
        table.update_quietly(|state| state.add_line(self.job.id, line));
    }
}

/// Formats the moves of a line in USI and in western notation. Stops at an illegal move.
pub fn line_texts(position: &Position, line: &[Move]) -> (Vec<String>, Vec<String>) {
    let mut position = position.clone();
    let texts = line.iter().take(MAX_LINE).map_while(|&mv| {
        position.validate_move(mv).ok()?;
        let texts = (position.rules().usi(mv).to_string(), format_western(&position, mv));
        position.do_move(mv);
        Some(texts)
    });
    texts.unzip()
}
