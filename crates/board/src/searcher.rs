//! The engine and the mate solver of a table, which do its jobs. The caller decides on which thread.

use crate::job::{Job, JobKind, JobReport, JobResult};
use crate::line_view::{MAX_LINE, line_texts, score_view};
use crate::messages::LineView;
use mate::{MateLimits, MateSolver};
use platform::Instant;
use records::GameRecord;
use rules::Rules;
use search::{Control, DEFAULT_HASH, Engine, Limits, Reporter, SearchInfo, TimeOptions};
use std::time::Duration;
use study::puzzles::{MateFinder, MateOptions, Puzzle};
use study::review::{MoveReview, ReviewLimits, Reviewer, evaluation};

/// The time after which the proof of a puzzle is given up.
const PROOF_TIME: Duration = Duration::from_secs(3);

/// The nodes of the first search of a game.
const WARM_UP_NODES: u64 = 200;

/// Returns the time of a move that the engine leaves unused. A board runs beside a browser and other programs,
/// and a game lost on time is worse than a move found a little earlier.
fn move_overhead(limits: &Limits) -> Duration {
    let Some(clock) = limits.clock else { return TimeOptions::default().move_overhead };
    // Most of a short main time stays for the moves to come.
    let main = (clock.remaining * 3 / 4).min(Duration::from_millis(1_500));
    let of_move = (clock.increment / 4 + clock.byoyomi / 2).min(Duration::from_millis(400));
    (main + of_move).max(Duration::from_millis(30))
}

/// The engine and the mate solver of a table.
#[derive(Debug)]
pub struct Searcher {
    engine: Engine,
    /// The size in MiB for which there was no memory, until it was reported. The small table of a new engine
    /// stays.
    refused_hash: Option<usize>,
    mate_solver: Option<MateSolver>,
    /// The game of the last search.
    rules: Option<&'static Rules>,
}

impl Searcher {
    /// Creates an engine with a number of threads and a hash table of a size in MiB.
    pub fn new(threads: usize, hash: usize) -> Self {
        let mut engine = Engine::new();
        let refused_hash = engine.resize_hash(hash).is_err().then_some(hash);
        // If not all threads can be started, there are fewer.
        let _ = engine.set_threads(threads);
        Self { engine, refused_hash, mate_solver: None, rules: None }
    }

    /// Makes ready for a job, so that its search can start at once.
    pub fn set_up(&mut self, job: &Job) {
        let rules = job.position.rules();
        if self.rules.is_some_and(|last| std::ptr::eq(last, rules)) {
            return;
        }
        self.rules = Some(rules);
        // The first search of a game loads its evaluation and makes memory ready, which takes time that
        // no clock should be charged for.
        let limits = Limits { nodes: Some(WARM_UP_NODES), ..Limits::default() };
        self.engine.search(&job.position, &limits, &Control::default(), &mut ());
    }

    /// Does a job and reports on it.
    pub fn run(&mut self, job: &Job, report: &mut dyn FnMut(JobReport)) -> JobResult {
        let start = Instant::now();
        if let Some(wanted) = self.refused_hash.take() {
            report(JobReport::SmallHash { wanted });
        }
        report(JobReport::Started);
        match &job.kind {
            JobKind::Search => {}
            JobKind::Mate => return self.run_mate_search(job),
            JobKind::Prove(puzzle) => return prove(puzzle, job),
            JobKind::Review { moves, limits } => {
                let mut record = GameRecord::new(&job.position);
                let mut cursor = record.cursor();
                for &mv in moves {
                    cursor.play(mv).expect("moves of a game are legal");
                }
                let Some(mut reviewer) = self.reviewer(job, *limits) else {
                    return JobResult::Failed;
                };
                let on_move = |_: &_, judged: &_| {
                    report(JobReport::Judged(Box::new(MoveReview::clone(judged))))
                };
                reviewer.review_game(&record, on_move);
                return JobResult::Reviewed;
            }
            JobKind::Judge { before, mv, limits } => {
                let Some(mut reviewer) = self.reviewer(job, *limits) else {
                    return JobResult::Failed;
                };
                let judged = reviewer.judge_move(&job.position, (**before).clone(), *mv);
                return JobResult::Judged(Box::new(judged));
            }
        }
        self.engine.use_mate_presearch = job.effort >= 1.0 && job.limits.multi_pv <= 1;
        let limits = Limits { clock_start: Some(start), ..job.limits.clone() };
        self.engine.time_options.move_overhead = move_overhead(&limits);
        self.engine.time_options.factor = job.effort;
        let mut reporter = LineReporter { job, report };
        let result = self.engine.search(&job.position, &limits, &job.control, &mut reporter);
        // A search that is stopped at once has a move without an evaluation.
        let is_evaluated = result.pv.is_empty() || result.depth > 0;
        let evaluation = evaluation(result.score, job.position.side(), result.depth);
        let evaluation = is_evaluated.then_some(evaluation);
        JobResult::Searched { best_move: result.best_move(), evaluation }
    }

    /// Returns the mate solver, unless there is not enough memory.
    fn mate_solver(&mut self) -> Option<&mut MateSolver> {
        if self.mate_solver.is_none() {
            self.mate_solver = MateSolver::new(DEFAULT_HASH).ok();
        }
        self.mate_solver.as_mut()
    }

    fn run_mate_search(&mut self, job: &Job) -> JobResult {
        let Some(solver) = self.mate_solver() else { return JobResult::Failed };
        let limits = MateLimits::default();
        JobResult::MateSearched(solver.solve_until(
            &job.position,
            &limits,
            job.control.stop_flag(),
            &mut |_| {},
        ))
    }

    fn reviewer<'a>(&'a mut self, job: &'a Job, limits: ReviewLimits) -> Option<Reviewer<'a>> {
        self.mate_solver()?;
        let Self { engine, mate_solver, .. } = self;
        let solver = mate_solver.as_mut()?;
        engine.use_mate_presearch = true;
        Some(Reviewer { engine, solver, limits, control: &job.control })
    }
}

/// Checks the solution of a puzzle, and rates the puzzle if it is not rated.
fn prove(puzzle: &Puzzle, job: &Job) -> JobResult {
    let control = job.control.clone();
    let Ok(mut finder) = MateFinder::with_control(MateOptions::default(), control) else {
        return JobResult::Failed;
    };
    let proof = finder.prove(puzzle, Some(PROOF_TIME));
    let nodes = puzzle.nodes.is_none().then(|| finder.rate(&puzzle.position));
    JobResult::Proved { proof, nodes }
}

/// Reports the lines of a search.
struct LineReporter<'a> {
    job: &'a Job,
    report: &'a mut dyn FnMut(JobReport),
}

impl Reporter for LineReporter<'_> {
    fn info(&mut self, info: &SearchInfo) {
        let score = score_view(info.score, info.bound, self.job.position.side());
        let (moves, texts) = line_texts(&self.job.position, info.pv.iter().take(MAX_LINE));
        (self.report)(JobReport::Line(LineView {
            pv: info.multipv,
            depth: info.depth,
            score,
            nodes: info.nodes,
            time: info.time.as_millis() as u64,
            moves,
            texts,
        }));
    }
}
