//! The state of a session.

use crate::job::{Job, JobDone};
use crate::output::Output;
use crate::player::{Options, Protocol};
use rules::{Color, Position, Rules};
use search::{Control, Limits};
use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

/// Number of unfinished jobs after which none is added of a kind that is among them, except searches.
pub const MAX_PENDING_JOBS: usize = 64;

/// Carries jobs from a session to the program that runs them, one after the other.
pub trait JobQueue: Send {
    /// Adds a job.
    fn push(&mut self, job: Job);

    /// Waits until a job has ended, but not long. Returns None if none has.
    fn wait(&mut self) -> Option<JobDone>;
}

/// State of a session.
#[expect(missing_debug_implementations, reason = "output and jobs are the program's")]
pub struct Session {
    pub(crate) protocol: Protocol,
    /// Whether `usi` or `uci` was received. Until then a person is assumed to type the commands.
    pub(crate) is_client: bool,
    pub(crate) options: Options,
    /// The last position that was set up.
    pub(crate) position: Position,
    /// Why the client's last position was refused. It then has no position.
    pub(crate) refusal: Option<String>,
    /// Whether `gameover` was received and no search started since.
    pub(crate) is_game_over: bool,
    /// Default value of `UCI_Variant` in the list of options.
    pub(crate) default_variant: &'static Rules,
    pub(crate) output: Box<dyn Output>,
    jobs: Box<dyn JobQueue>,
    /// Unfinished jobs, oldest first.
    pub(crate) pending_jobs: VecDeque<PendingJob>,
    /// Whether the input has ended. The session then ends with the last search.
    input_ended: bool,
}

/// Unfinished job.
#[derive(Debug)]
pub(crate) enum PendingJob {
    Search(PendingSearch),
    /// The setup of the engine for `isready`; the client waits for `readyok`.
    IsReady,
    /// A setup for which no client waits.
    BackgroundSetup,
    NewGame,
}

/// Unfinished search, perft or bench.
#[derive(Debug)]
pub(crate) struct PendingSearch {
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
pub(crate) enum SearchKind {
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
#[derive(PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Exit,
}

impl Session {
    /// Creates a session that plays this game until the client chooses another.
    pub fn new(variant: &'static Rules, output: Box<dyn Output>, jobs: Box<dyn JobQueue>) -> Self {
        Self {
            protocol: Protocol::default(),
            is_client: false,
            options: Options::new(variant),
            position: Position::start(variant),
            refusal: None,
            input_ended: false,
            is_game_over: false,
            default_variant: variant,
            output,
            jobs,
            pending_jobs: VecDeque::new(),
        }
    }

    /// Handles the end of the input: stops all searches that would not end by themselves.
    pub fn end_input(&mut self) {
        self.input_ended = true;
        self.keep_position_after_searches();
        for search in self.searches().filter(|search| !search.is_limited()) {
            search.control.stop();
        }
    }

    /// Returns whether the input and the last search have ended.
    pub fn has_ended(&self) -> bool {
        self.input_ended && !self.is_searching()
    }

    /// Handles Ctrl-C: stops the search, or ends the session if there is none.
    pub fn handle_interrupt(&self) -> Flow {
        if !self.is_searching() {
            return Flow::Exit;
        }
        self.stop_searches();
        Flow::Continue
    }

    /// Returns the searches that are running or queued, the newest first.
    pub(crate) fn searches(&self) -> impl Iterator<Item = &PendingSearch> {
        self.pending_jobs.iter().rev().filter_map(|job| match job {
            PendingJob::Search(search) => Some(search),
            _ => None,
        })
    }

    /// Returns whether a search is running or queued.
    pub(crate) fn is_searching(&self) -> bool {
        self.searches().next().is_some()
    }

    /// Returns whether a client waits for `readyok`.
    pub fn is_client_waiting(&self) -> bool {
        self.pending_jobs.iter().any(|job| matches!(job, PendingJob::IsReady))
    }

    /// Stops all searches, which still print their answers. Does nothing if there are none.
    pub fn stop_searches(&self) {
        self.searches().for_each(|search| search.control.stop());
    }

    /// Stops all searches and waits for their answers, which are not played.
    pub(crate) fn finish_searches(&mut self) {
        self.keep_position_after_searches();
        self.stop_searches();
        while self.is_searching()
            && let Some(done) = self.jobs.wait()
        {
            self.finish_job(done);
        }
    }

    /// Queues a search, perft or bench. One that is running is stopped first. `is_played` says whether to
    /// play the best move when it has ended.
    pub(crate) fn start_search(
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
    pub(crate) fn keep_position_after_searches(&mut self) {
        for job in &mut self.pending_jobs {
            if let PendingJob::Search(search) = job {
                search.is_played = false;
            }
        }
    }

    /// Queues the setup of the engine with the current options, for which the client may wait.
    pub(crate) fn queue_setup(&mut self, prints_readyok: bool) {
        let options = Box::new(self.options.clone());
        let job = Job::Setup { options, prints_readyok };
        if prints_readyok {
            self.queue(PendingJob::IsReady, job)
        } else {
            self.queue(PendingJob::BackgroundSetup, job)
        }
    }

    /// Queues a job that clears what was learned from earlier searches.
    pub(crate) fn queue_new_game(&mut self) {
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
        self.pending_jobs.push_back(pending);
        self.jobs.push(job);
    }

    /// Removes the oldest job, which has ended, and plays its move if it is to be played.
    pub fn finish_job(&mut self, best_move: JobDone) {
        let job = self.pending_jobs.pop_front();
        if let Some(PendingJob::Search(PendingSearch { is_played: true, .. })) = job
            && let Some(best) = best_move
        {
            self.play_answer(best);
        }
    }
}
