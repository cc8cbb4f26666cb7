//! The engine of one table of the board. It runs in its own web worker and does one job at a time. A job asks its
//! host every few milliseconds whether to stop. A host that cannot answer meanwhile ends the worker instead.

use crate::page;
use board::job::{Job, JobReport, JobResult};
use board::searcher::Searcher;
use search::Control;
use serde::Deserialize;
use std::cell::RefCell;
use std::time::Duration;

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
    /// Stops the job that runs.
    static CONTROL: RefCell<Option<Control>> = const { RefCell::new(None) };
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
    platform::on_poll(|wait| page::poll(wait, stop_if_told));
    CONTROL.set(Some(job.control.clone()));
    let result = SEARCHER.with_borrow_mut(|searcher| {
        let searcher = searcher.as_mut().expect("the engine was set up");
        searcher.run(&job, &mut |report| page::send(&report))
    });
    CONTROL.set(None);
    RESULT.set(Some(result));
}

/// Stops the job that runs, if the host says so. The host cannot be asked while the engine is set up.
fn stop_if_told(wait: Duration) {
    let control = CONTROL.with_borrow(Clone::clone);
    if let Some(control) = control.filter(|_| page::receive(wait).is_some()) {
        control.stop();
    }
}

/// Gives the host the last report on the job.
#[unsafe(no_mangle)]
pub extern "C" fn engine_finish() {
    page::send(&JobReport::Finished(RESULT.take().expect("the job is done")));
}
