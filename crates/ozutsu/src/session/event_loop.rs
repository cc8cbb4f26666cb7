//! The state of a session and its main loop, which waits for lines, finished jobs and Ctrl-C.

use super::engine_thread::{self, Job, JobDone};
use super::input::{InputLine, read_lines};
use super::output::{EXIT_TIMEOUT, Output, WriterEnded};
use crate::cli_error::CliError;
use crate::player::{Options, Protocol};
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, never, select, tick};
use rules::{Color, Position, Rules};
use search::{Control, Limits};
use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Interval of the blank lines that show a client waiting for `readyok` that the engine is alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(3);
/// Longest wait for the answer of a stopped search before the next command is handled.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);
/// Number of unfinished jobs after which none is added of a kind that is among them, except searches.
const MAX_PENDING_JOBS: usize = 64;

/// Runs a session on stdin and stdout until `quit` or the end of the input.
pub fn run(variant: &'static Rules) -> Result<(), CliError> {
    let shows_tables = io::stdout().is_terminal();
    let (output, writer_ended) =
        if shows_tables { Output::start(anstream::stdout()) } else { Output::start(io::stdout()) };
    let (jobs, done) = engine_thread::start(output.clone())?;
    let lines = read_lines(output.clone());
    let mut session = Session::new(variant, output, jobs, done);
    session.shows_tables = shows_tables;
    if io::stdin().is_terminal() {
        // Unlike `eprintln!`, this does not panic if stderr is closed.
        let _ = writeln!(io::stderr(), "{}", greeting(variant));
    }
    session.run(&lines, &writer_ended, &interrupts());
    Ok(())
}

/// Returns what a person needs to know to play.
fn greeting(variant: &'static Rules) -> String {
    let start = Position::start(variant);
    let example = start.legal_moves().first().map(|&mv| variant.usi(mv).to_string());
    format!(
        "Ozutsu {}, playing {}. Type a move such as {} to play it, 'go' to let the engine move, \
        'undo' to take a move back,\n'new GAME' to play another game, or 'help' for all commands.",
        env!("CARGO_PKG_VERSION"),
        variant.title(),
        example.unwrap_or_default(),
    )
}

/// Returns a channel that receives Ctrl-C if stdin is a terminal. Otherwise Ctrl-C ends the process
/// as usual.
fn interrupts() -> Receiver<()> {
    let (sender, interrupts) = bounded(1);
    let handler = move || {
        let _ = sender.try_send(());
    };
    if io::stdin().is_terminal() && ctrlc::set_handler(handler).is_ok() {
        return interrupts;
    }
    never()
}

/// State of a session.
pub(super) struct Session {
    pub protocol: Protocol,
    /// Whether `usi` or `uci` was received. Until then a person is assumed to type the commands.
    pub is_client: bool,
    pub options: Options,
    /// The last position that was set up.
    pub position: Position,
    /// Why the client's last position was refused. It then has no position.
    pub refusal: Option<String>,
    /// Whether stdout is a terminal, on which a person sees searches as tables.
    pub shows_tables: bool,
    /// Whether `gameover` was received and no search started since.
    pub is_game_over: bool,
    /// Default value of `UCI_Variant` in the list of options.
    pub default_variant: &'static Rules,
    pub output: Output,
    jobs: Sender<Job>,
    done: Receiver<JobDone>,
    /// Unfinished jobs, oldest first.
    pub pending_jobs: VecDeque<PendingJob>,
    /// Whether the input has ended. The session then ends with the last search.
    input_ended: bool,
    keep_alive_interval: Duration,
    /// Ticks while a client waits for `readyok`.
    keep_alive: Receiver<Instant>,
}

/// Unfinished job.
#[derive(Debug)]
pub(super) enum PendingJob {
    Search(PendingSearch),
    /// The setup of the engine for `isready`; the client waits for `readyok`.
    IsReady,
    /// A setup for which no client waits.
    BackgroundSetup,
    NewGame,
}

/// Unfinished search, perft or bench.
#[derive(Debug)]
pub(super) struct PendingSearch {
    /// The side to move.
    pub side: Color,
    pub kind: SearchKind,
    /// Whether to play the best move when the search has ended.
    is_played: bool,
    /// Stops the search.
    pub control: Arc<Control>,
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SearchKind {
    /// A limit, such as a depth or a clock.
    Limited,
    /// Its result, which may never come: a mate search, or a ponder search without clocks.
    Unlimited,
    /// Only `stop`.
    Infinite,
}

impl SearchKind {
    pub fn new(limits: &Limits) -> Self {
        if limits.infinite {
            Self::Infinite
        } else if limits.has_limit() {
            Self::Limited
        } else {
            Self::Unlimited
        }
    }
}

impl PendingSearch {
    /// Returns whether the search ends without further commands.
    fn is_limited(&self) -> bool {
        self.kind == SearchKind::Limited && !self.control.is_pondering()
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
            is_client: false,
            options: Options::new(variant),
            position: Position::start(variant),
            refusal: None,
            input_ended: false,
            shows_tables: false,
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
        lines: &Receiver<InputLine>,
        writer_ended: &WriterEnded,
        interrupts: &Receiver<()>,
    ) {
        let mut lines = lines.clone();
        loop {
            let flow = select! {
                recv(lines) -> line => self.handle_input(line.ok(), &mut lines),
                recv(self.done) -> done => match done {
                    Ok(done) => {
                        // At the end of the input nobody is there to play against.
                        let next_line = lines.try_recv();
                        if next_line == Err(TryRecvError::Disconnected) {
                            self.end_input(&mut lines);
                        }
                        self.finish_job(done);
                        match next_line {
                            Ok(line) => self.handle_input_line(&line),
                            Err(_) => Flow::Continue,
                        }
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
            if flow == Flow::Exit || (self.input_ended && !self.is_searching()) {
                break;
            }
        }
        self.stop_searches();
        // Dropping the senders of jobs and output ends the other threads.
        drop(self);
        let _ = writer_ended.recv_timeout(EXIT_TIMEOUT);
    }

    /// Handles a line, or the end of the input.
    fn handle_input(&mut self, line: Option<InputLine>, lines: &mut Receiver<InputLine>) -> Flow {
        // Searches that ended before the line was sent have played their moves.
        while let Ok(done) = self.done.try_recv() {
            self.finish_job(done);
        }
        match line {
            Some(line) => self.handle_input_line(&line),
            None => {
                self.end_input(lines);
                Flow::Continue
            }
        }
    }

    fn handle_input_line(&mut self, line: &InputLine) -> Flow {
        match line {
            InputLine::Complete(line) => self.handle_line(line),
            InputLine::TooLong(start) => {
                self.refuse_long_line(start);
                Flow::Continue
            }
        }
    }

    /// Handles the end of the input: stops all searches that would not end by themselves.
    fn end_input(&mut self, lines: &mut Receiver<InputLine>) {
        *lines = never();
        self.input_ended = true;
        self.keep_position_after_searches();
        for search in self.searches().filter(|search| !search.is_limited()) {
            search.control.stop();
        }
    }

    /// Handles Ctrl-C: stops the search, or ends the session if there is none.
    fn handle_interrupt(&self) -> Flow {
        if !self.is_searching() {
            return Flow::Exit;
        }
        self.stop_searches();
        Flow::Continue
    }

    /// Returns the searches that are running or queued, the newest first.
    pub fn searches(&self) -> impl Iterator<Item = &PendingSearch> {
        self.pending_jobs.iter().rev().filter_map(|job| match job {
            PendingJob::Search(search) => Some(search),
            _ => None,
        })
    }

    /// Returns whether a search is running or queued.
    pub fn is_searching(&self) -> bool {
        self.searches().next().is_some()
    }

    /// Returns whether a client waits for `readyok`.
    fn is_client_waiting(&self) -> bool {
        self.pending_jobs.iter().any(|job| matches!(job, PendingJob::IsReady))
    }

    /// Stops all searches, which still print their answers. Does nothing if there are none.
    pub fn stop_searches(&self) {
        self.searches().for_each(|search| search.control.stop());
    }

    /// Stops all searches and waits for their answers, which are not played.
    pub fn finish_searches(&mut self) {
        self.keep_position_after_searches();
        self.stop_searches();
        while self.is_searching()
            && let Ok(done) = self.done.recv_timeout(STOP_TIMEOUT)
        {
            self.finish_job(done);
        }
    }

    /// Queues a search, perft or bench. One that is running is stopped first. `is_played` says whether to
    /// play the best move when it has ended.
    pub fn start_search(
        &mut self,
        control: Arc<Control>,
        job: Job,
        kind: SearchKind,
        is_played: bool,
    ) {
        self.finish_searches();
        let side = self.position.side();
        let search = PendingSearch { side, kind, is_played, control };
        self.queue(PendingJob::Search(search), job);
    }

    /// Does not play the best moves of the searches under way.
    pub fn keep_position_after_searches(&mut self) {
        for job in &mut self.pending_jobs {
            if let PendingJob::Search(search) = job {
                search.is_played = false;
            }
        }
    }

    /// Queues the setup of the engine with the current options, for which the client may wait.
    pub fn queue_setup(&mut self, prints_readyok: bool) {
        let options = Box::new(self.options.clone());
        let job = Job::Setup { options, prints_readyok };
        if prints_readyok {
            self.queue(PendingJob::IsReady, job)
        } else {
            self.queue(PendingJob::BackgroundSetup, job)
        }
    }

    /// Queues a job that clears what was learned from earlier searches.
    pub fn queue_new_game(&mut self) {
        self.queue(PendingJob::NewGame, Job::NewGame);
    }

    fn queue(&mut self, pending: PendingJob, job: Job) {
        let is_searching = matches!(pending, PendingJob::Search(_));
        let is_client_waiting = matches!(pending, PendingJob::IsReady);
        let kind = mem::discriminant(&pending);
        if self.pending_jobs.len() >= MAX_PENDING_JOBS
            && !is_searching
            && self.pending_jobs.iter().any(|job| mem::discriminant(job) == kind)
        {
            if is_client_waiting {
                self.output.print("readyok");
            }
            return;
        }
        if is_client_waiting && !self.is_client_waiting() {
            self.keep_alive = tick(self.keep_alive_interval);
        }
        self.pending_jobs.push_back(pending);
        // Fails only if the engine thread has ended; then `run` ends too.
        let _ = self.jobs.send(job);
    }

    /// Removes the oldest job, which has ended, and plays its move if it is to be played.
    fn finish_job(&mut self, best_move: JobDone) {
        let job = self.pending_jobs.pop_front();
        if let Some(PendingJob::Search(PendingSearch { is_played: true, .. })) = job
            && let Some(best) = best_move
        {
            self.play_answer(best);
        }
        if !self.is_client_waiting() {
            self.keep_alive = never();
        }
    }
}

#[cfg(test)]
mod tests;
