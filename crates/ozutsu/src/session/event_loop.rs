//! The state of a session and its main loop, which waits for lines, finished jobs and Ctrl-C.

use super::engine_thread::{self, Job, JobDone};
use super::options::Options;
use super::output::{Output, WriterEnded};
use super::protocol::Protocol;
use crate::cli_error::CliError;
use crossbeam_channel::{Receiver, Sender, bounded, never, select, tick};
use rules::{Color, Position, Rules};
use search::Control;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Interval of the blank lines that show a client waiting for `readyok` that the engine is alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(3);
/// Longest wait at the end of the session for the answers of stopped searches.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);
/// Longest wait for the answer of a stopped search before the next command is handled.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);
/// Number of lines read ahead.
const LINE_BUFFER: usize = 1024;

/// Runs a session on stdin and stdout until `quit` or the end of the input.
pub fn run(variant: &'static Rules) -> Result<(), CliError> {
    let (output, writer_ended) = Output::start(io::stdout());
    let (jobs, done) = engine_thread::start(output.clone())?;
    let session = Session::new(variant, output, jobs, done);
    session.run(&read_lines(), &writer_ended, &interrupts());
    Ok(())
}

/// Starts the thread that reads lines from stdin. The channel is disconnected at the end of the input.
fn read_lines() -> Receiver<String> {
    let (sender, lines) = bounded(LINE_BUFFER);
    thread::spawn(move || {
        for line in vampirc_usi::Lines::new(io::stdin().lock()) {
            let Ok(line) = line else { break };
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Returns a channel that receives Ctrl-C if stdin is a terminal. Otherwise Ctrl-C ends the process
/// as usual.
fn interrupts() -> Receiver<()> {
    let (sender, interrupts) = bounded(1);
    let handler = move || {
        let _ = sender.try_send(());
    };
    if io::stdin().is_terminal() && ctrlc::set_handler(handler).is_ok() {
        eprintln!("Ozutsu {}. Type 'help' for a list of commands.", env!("CARGO_PKG_VERSION"));
        return interrupts;
    }
    never()
}

/// State of a session.
pub(super) struct Session {
    pub protocol: Protocol,
    pub options: Options,
    pub position: Position,
    /// Whether `gameover` was received and no search started since.
    pub is_game_over: bool,
    /// Default value of `UCI_Variant` in the list of options.
    pub default_variant: &'static Rules,
    pub output: Output,
    jobs: Sender<Job>,
    done: Receiver<JobDone>,
    /// Unfinished jobs, oldest first.
    pub pending_jobs: VecDeque<PendingJob>,
    keep_alive_interval: Duration,
    /// Ticks while a client waits for `readyok`.
    keep_alive: Receiver<Instant>,
}

/// Unfinished job, with the control that stops it.
#[derive(Debug)]
pub(super) struct PendingJob {
    pub kind: JobKind,
    pub control: Arc<Control>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JobKind {
    /// A search, perft or bench, started with this side to move.
    Search { side: Color },
    /// The setup of the engine for `isready`; the client waits for `readyok`.
    IsReady,
    /// A setup or a new game, for which no client waits.
    BackgroundSetup,
}

impl PendingJob {
    pub fn is_search(&self) -> bool {
        matches!(self.kind, JobKind::Search { .. })
    }
}

/// Whether the session continues.
#[derive(PartialEq, Eq)]
pub(super) enum Flow {
    Continue,
    Exit,
}

impl Session {
    fn new(
        variant: &'static Rules,
        output: Output,
        jobs: Sender<Job>,
        done: Receiver<JobDone>,
    ) -> Self {
        Self {
            protocol: Protocol::default(),
            options: Options::new(variant),
            position: Position::start(variant),
            is_game_over: false,
            default_variant: variant,
            output,
            jobs,
            done,
            pending_jobs: VecDeque::new(),
            keep_alive_interval: KEEP_ALIVE_INTERVAL,
            keep_alive: never(),
        }
    }

    fn run(
        mut self,
        lines: &Receiver<String>,
        writer_ended: &WriterEnded,
        interrupts: &Receiver<()>,
    ) {
        loop {
            let flow = select! {
                recv(lines) -> line => line.map_or(Flow::Exit, |line| self.handle_line(&line)),
                recv(self.done) -> done => match done {
                    Ok(done) => {
                        self.finish_job(&done);
                        Flow::Continue
                    }
                    Err(_) => Flow::Exit,
                },
                recv(writer_ended) -> _ => Flow::Exit,
                recv(interrupts) -> _ => self.handle_interrupt(),
                recv(self.keep_alive) -> _ => {
                    self.output.print("");
                    Flow::Continue
                }
            };
            if flow == Flow::Exit {
                break;
            }
        }
        for job in &self.pending_jobs {
            job.control.stop();
        }
        // Dropping the senders of jobs and output ends the other threads.
        drop(self);
        let _ = writer_ended.recv_timeout(EXIT_TIMEOUT);
    }

    /// Handles Ctrl-C: stops the search, or ends the session if there is none.
    fn handle_interrupt(&self) -> Flow {
        if !self.is_searching() {
            return Flow::Exit;
        }
        self.stop_searches();
        Flow::Continue
    }

    /// Returns whether a search is running or queued.
    pub fn is_searching(&self) -> bool {
        self.pending_jobs.iter().any(PendingJob::is_search)
    }

    /// Returns whether a client waits for `readyok`.
    fn is_client_waiting(&self) -> bool {
        self.pending_jobs.iter().any(|job| job.kind == JobKind::IsReady)
    }

    /// Stops all searches, which still print their answers. Does nothing if there are none.
    pub fn stop_searches(&self) {
        for job in self.pending_jobs.iter().filter(|job| job.is_search()) {
            job.control.stop();
        }
        if self.is_searching() {
            self.cancel_setups();
        }
    }

    /// Cancels all setups, so that a search queued behind them starts at once. They are finished when
    /// the engine is idle.
    pub fn cancel_setups(&self) {
        for job in self.pending_jobs.iter().filter(|job| !job.is_search()) {
            job.control.stop();
        }
    }

    /// Stops all searches and waits for their answers.
    pub fn finish_searches(&mut self) {
        self.stop_searches();
        while self.is_searching()
            && let Ok(done) = self.done.recv_timeout(STOP_TIMEOUT)
        {
            self.finish_job(&done);
        }
    }

    /// Queues a search, perft or bench. One that is running is stopped first.
    pub fn start_search(&mut self, control: Arc<Control>, job: Job) {
        self.finish_searches();
        let kind = JobKind::Search { side: self.position.side() };
        self.queue(PendingJob { kind, control }, job);
    }

    /// Queues the setup of the engine with the current options.
    pub fn queue_setup(&mut self, kind: JobKind) {
        let control = Arc::new(Control::default());
        let job = Job::Setup {
            options: Box::new(self.options.clone()),
            control: Arc::clone(&control),
            prints_readyok: kind == JobKind::IsReady,
        };
        self.queue(PendingJob { kind, control }, job);
    }

    /// Queues a job that clears what was learned from earlier searches.
    pub fn queue_new_game(&mut self) {
        let control = Arc::new(Control::default());
        let job = Job::NewGame { control: Arc::clone(&control) };
        self.queue(PendingJob { kind: JobKind::BackgroundSetup, control }, job);
    }

    fn queue(&mut self, pending: PendingJob, job: Job) {
        if pending.kind == JobKind::IsReady && !self.is_client_waiting() {
            self.keep_alive = tick(self.keep_alive_interval);
        }
        self.pending_jobs.push_back(pending);
        // Fails only if the engine thread has ended; then `run` ends too.
        let _ = self.jobs.send(job);
    }

    /// Removes the oldest job, which has ended. When the engine is idle, queues the rest of a cancelled
    /// setup.
    fn finish_job(&mut self, done: &JobDone) {
        self.pending_jobs.pop_front();
        if !self.is_client_waiting() {
            self.keep_alive = never();
        }
        if done.setup_pending && self.pending_jobs.is_empty() {
            self.queue_setup(JobKind::BackgroundSetup);
        }
    }
}

#[cfg(test)]
mod tests;
