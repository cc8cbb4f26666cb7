//! The engine of a table, in a worker of its own. It does one job after another and hears nothing meanwhile:
//! a job is stopped by ending the worker.

use crate::page;
use board::job::{Job, JobReport, JobResult};
use board::searcher::Searcher;
use serde::Deserialize;
use std::cell::RefCell;

/// The message that starts a job.
#[derive(Deserialize)]
struct NewJob {
    job: Job,
    /// The size of the hash table in MiB.
    hash: usize,
}

thread_local! {
    static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };
    static JOB: RefCell<Option<Job>> = const { RefCell::new(None) };
    static RESULT: RefCell<Option<JobResult>> = const { RefCell::new(None) };
}

/// Makes ready for a job. Returns the milliseconds to wait before it is done.
#[unsafe(no_mangle)]
pub extern "C" fn engine_set_up() -> f64 {
    page::report_panics();
    let NewJob { job, hash } = serde_json::from_slice(&page::take_input()).expect("a job");
    SEARCHER.with_borrow_mut(|searcher| {
        searcher.get_or_insert_with(|| Searcher::new(1, hash)).set_up(&job);
    });
    let pause = job.pause;
    JOB.set(Some(job));
    pause.as_secs_f64() * 1_000.0
}

/// Does the job, and gives the host its reports but the last.
#[unsafe(no_mangle)]
pub extern "C" fn engine_run() {
    let job = JOB.take().expect("the engine was set up");
    let result = SEARCHER.with_borrow_mut(|searcher| {
        let searcher = searcher.as_mut().expect("the engine was set up");
        searcher.run(&job, &mut |report| page::send(&report))
    });
    RESULT.set(Some(result));
}

/// Gives the host the last report on the job.
#[unsafe(no_mangle)]
pub extern "C" fn engine_finish() {
    page::send(&JobReport::Finished(RESULT.take().expect("the job is done")));
}
