//! The thread that runs the searches of a table.

use crate::job::{Job, JobReport, JobResult};
use crate::line_view::{line_texts, score_view};
use crate::messages::{LineView, SearchPurpose};
use crate::options::Options;
use crossbeam_channel::{Sender, unbounded};
use mate::{MateLimits, MateSolver};
use rules::Rules;
use search::{DEFAULT_HASH, Engine, Reporter, STACK_SIZE, SearchInfo};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use study::puzzles::{MateFinder, MateOptions, Puzzle};

/// The time after which the proof of a puzzle is given up.
const PROOF_TIME: Duration = Duration::from_secs(3);

/// Starts the thread. It ends when the sender of the jobs is dropped, or when `report` returns false
/// because nobody waits for the reports. `report` gets the number of the job.
pub fn start(
    options: Options,
    mut report: impl FnMut(u64, JobReport) -> bool + Send + 'static,
) -> io::Result<Sender<Job>> {
    let (sender, jobs) = unbounded::<Job>();
    let run_jobs = move || {
        let mut searcher = Searcher::new(options);
        for job in jobs {
            if job.control.is_stopped() {
                continue;
            }
            let result = catch_unwind(AssertUnwindSafe(|| searcher.run(&job, &mut report)));
            let result = result.unwrap_or_else(|_| {
                searcher = Searcher::new(options);
                JobResult::Failed
            });
            if !report(job.id, JobReport::Finished(result)) {
                return;
            }
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
        let _ = engine.resize_hash(options.hash);
        // If not all threads can be started, there are fewer.
        let _ = engine.set_threads(options.threads);
        Self { engine, mate_solver: None, rules: None }
    }

    fn run(&mut self, job: &Job, report: &mut impl FnMut(u64, JobReport) -> bool) -> JobResult {
        let start = Instant::now();
        let rules = job.position.rules();
        if self.rules.is_some_and(|last| !std::ptr::eq(last, rules)) {
            self.engine.clear();
        }
        self.rules = Some(rules);
        if let Some(puzzle) = &job.puzzle {
            return prove(puzzle, job);
        }
        if job.purpose == SearchPurpose::Mate {
            return self.run_mate_search(job);
        }
        self.engine.use_mate_presearch = !job.is_weakened && job.limits.multi_pv <= 1;
        let mut reporter = LineReporter { job, report };
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
        let result =
            solver.solve_until(&job.position, &MateLimits::default(), job.control.stop_flag());
        JobResult::MateSearched(result)
    }
}

/// Checks the solution of a puzzle, and rates the puzzle if it is not rated.
fn prove(puzzle: &Puzzle, job: &Job) -> JobResult {
    let control = Arc::clone(&job.control);
    let Ok(mut finder) = MateFinder::with_control(MateOptions::default(), control) else {
        return JobResult::Failed;
    };
    let proof = finder.prove(puzzle, Some(PROOF_TIME));
    let nodes = puzzle.nodes.is_none().then(|| finder.rate(&puzzle.position));
    JobResult::Proved { proof, nodes }
}

/// Reports the lines of a search.
struct LineReporter<'a, F> {
    job: &'a Job,
    report: &'a mut F,
}

impl<F: FnMut(u64, JobReport) -> bool> Reporter for LineReporter<'_, F> {
    fn info(&mut self, info: &SearchInfo) {
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
        if !(self.report)(self.job.id, JobReport::Line(line)) {
            self.job.control.stop();
        }
    }
}
