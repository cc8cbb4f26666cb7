//! The state of a session.

use crate::job::{Job, JobDone};
use crate::output::Output;
use crate::person::kept_games::KeptGames;
use crate::player::{Options, Protocol};
use crate::terminal::piece_glyphs::Script;
use records::GameEnd;
use rules::{Color, Position, Rules};
use search::{Control, Limits};
use std::collections::VecDeque;

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
    /// How the game has ended without a rule that ends it: by a resignation or a declaration.
    pub(crate) end: Option<GameEnd>,
    /// Whether the engine answers a person's moves, by the color that it plays.
    pub(crate) engine_plays: [bool; 2],
    /// Why the client's last position was refused. It then has no position.
    pub(crate) refusal: Option<String>,
    /// Whether `gameover` was received and no search started since.
    pub(crate) is_game_over: bool,
    /// Default value of `UCI_Variant` in the list of options.
    pub(crate) default_variant: &'static Rules,
    /// How a person wants pieces drawn, if that was said.
    pub(crate) script: Option<Script>,
    /// Where the games of a person at a terminal are kept.
    pub(crate) kept_games: Option<KeptGames>,
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
    /// A setup for which no client waits, or a new game.
    Other,
}

/// Unfinished search, perft or bench.
#[derive(Debug)]
pub(crate) struct PendingSearch {
    /// The side to move.
    pub side: Color,
    pub kind: SearchKind,
    purpose: SearchPurpose,
    /// Stops the search.
    pub control: Control,
}

/// What happens with the answer of a search, which is printed in any case unless the search is a quiet one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchPurpose {
    /// Nothing.
    Analysis,
    /// It is played.
    Move,
    /// It is shown to a person.
    Hint,
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
            end: None,
            engine_plays: [false; 2],
            refusal: None,
            input_ended: false,
            is_game_over: false,
            default_variant: variant,
            script: None,
            kept_games: None,
            output,
            jobs,
            pending_jobs: VecDeque::new(),
        }
    }

    /// Handles the end of the input: stops all searches that would not end by themselves.
    pub fn end_input(&mut self) {
        self.input_ended = true;
        self.tell_kept_game();
        for job in &mut self.pending_jobs {
            if let PendingJob::Search(search) = job {
                if search.purpose == SearchPurpose::Move {
                    search.purpose = SearchPurpose::Analysis;
                }
                if !search.is_limited() {
                    search.control.stop();
                }
            }
        }
    }

    /// Returns whether the input has ended and nobody is there to play against.
    pub(crate) fn has_input_ended(&self) -> bool {
        self.input_ended
    }

    /// Returns whether the input and the last search have ended.
    pub fn has_ended(&self) -> bool {
        self.input_ended && !self.is_searching()
    }

    /// Handles Ctrl-C: stops the search. Returns whether there was one.
    pub fn handle_interrupt(&mut self) -> bool {
        let is_searching = self.is_searching();
        self.stop();
        is_searching
    }

    /// Stops all searches. The engine then no longer plays against itself.
    pub(crate) fn stop(&mut self) {
        if self.is_engine_thinking() && self.engine_plays == [true; 2] {
            self.engine_plays = [false; 2];
            self.tell_sides();
        }
        self.stop_searches();
    }

    /// Returns whether a search is under way whose answer will be played.
    pub(crate) fn is_engine_thinking(&self) -> bool {
        self.searches().any(|search| search.purpose == SearchPurpose::Move)
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

    /// Stops all searches and waits for their answers, which are neither played nor shown as hints.
    pub(crate) fn finish_searches(&mut self) {
        self.keep_position_after_searches();
        self.stop_searches();
        while self.is_searching()
            && let Some(done) = self.jobs.wait()
        {
            self.finish_job(done);
        }
    }

    /// Queues a search, perft or bench. One that is running is stopped first.
    pub(crate) fn start_search(
        &mut self,
        control: Control,
        job: Job,
        kind: SearchKind,
        purpose: SearchPurpose,
    ) {
        self.finish_searches();
        let side = self.position.side();
        let search = PendingSearch { side, kind, purpose, control };
        self.queue(PendingJob::Search(search), job);
    }

    /// Does not play the answers of the searches under way, and does not show them as hints.
    pub(crate) fn keep_position_after_searches(&mut self) {
        for job in &mut self.pending_jobs {
            if let PendingJob::Search(search) = job {
                search.purpose = SearchPurpose::Analysis;
            }
        }
    }

    /// Queues the setup of the engine with the current options, for which the client may wait.
    pub(crate) fn queue_setup(&mut self, prints_readyok: bool) {
        let options = Box::new(self.options.clone());
        let pending = if prints_readyok { PendingJob::IsReady } else { PendingJob::Other };
        self.queue(pending, Job::Setup { options, prints_readyok });
    }

    /// Queues a job that clears what was learned from earlier searches.
    pub(crate) fn queue_new_game(&mut self) {
        self.queue(PendingJob::Other, Job::NewGame);
    }

    fn queue(&mut self, pending: PendingJob, job: Job) {
        self.pending_jobs.push_back(pending);
        self.jobs.push(job);
    }

    /// Removes the oldest job, which has ended, and does with its answer what the search was for.
    pub fn finish_job(&mut self, answer: JobDone) {
        let job = self.pending_jobs.pop_front();
        let (Some(PendingJob::Search(search)), Some(answer)) = (job, answer) else { return };
        match search.purpose {
            SearchPurpose::Analysis => {}
            SearchPurpose::Move => self.play_answer(&answer),
            SearchPurpose::Hint => self.show_hint(&answer),
        }
        self.keep_game();
    }
}
