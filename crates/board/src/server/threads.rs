//! The board's backend: pages behind sockets, engines on threads, work on the pool of blocking threads.

use super::access::{AccessRules, Admission};
use super::key::random_key;
use super::page_channel::PageSender;
use super::rules_files::RulesFiles;
use super::share_view;
use super::storage::Storage;
use crate::board::{Backend, PageId, TableId, Ticket};
use crate::engine_choices::{EngineChoices, EngineSize};
use crate::job::{Job, JobReport, JobResult};
use crate::messages::{Problem, Settings, ShareView};
use crate::saved_table::SavedTable;
use crate::searcher::Searcher;
use crate::step::{Finished, Work};
use crate::user_data::Change;
use crossbeam_channel::{Receiver, Sender, unbounded};
use search::Control;
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::UnboundedSender;

/// What the board is told.
pub enum Event {
    /// A page has connected and asks for a table, or for the seat of its pass.
    Opened { page: PageId, table: String, admission: Admission, sender: PageSender },
    /// How long a message to a page and its answer take.
    Lag { page: PageId, lag: Duration },
    /// A page has sent a request, which takes up room until it is handled.
    Received { page: PageId, text: String, at: Instant, room: OwnedSemaphorePermit },
    /// A page has gone and was last heard of at a time.
    Closed { page: PageId, heard: Instant },
    /// A job of a table has something to report.
    Report { table: TableId, job: u64, report: JobReport, at: Instant },
    /// Work is done, or has crashed.
    Finished { ticket: Ticket, finished: Option<Finished> },
    /// An error in the user's data has occurred or is gone.
    Problem { problem: Option<Problem> },
}

/// The threads and sockets of a server.
#[derive(Debug)]
pub struct Threads {
    events: UnboundedSender<Event>,
    pages: HashMap<PageId, PageSender>,
    /// Pages that do not read their messages, or are refused.
    cut_off: Vec<PageId>,
    engines: HashMap<TableId, EngineThread>,
    /// The sizes from which the person can choose, those of the command line first.
    choices: EngineChoices,
    /// The size of each engine.
    engine_size: EngineSize,
    /// Which pages are admitted.
    access: Arc<AccessRules>,
    pub storage: Option<Storage>,
    pub rules_files: RulesFiles,
    /// The number of games that are being written for the list of recent games.
    pub unwritten_games: usize,
}

/// The thread of an engine. It ends when this is dropped and its last job is stopped.
#[derive(Debug)]
struct EngineThread {
    jobs: Sender<(Job, EngineSize)>,
    /// Stops the last job.
    control: Control,
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.control.stop();
    }
}

impl Threads {
    pub fn new(
        events: UnboundedSender<Event>,
        choices: EngineChoices,
        access: Arc<AccessRules>,
    ) -> Self {
        Self {
            events,
            pages: HashMap::new(),
            cut_off: Vec::new(),
            engines: HashMap::new(),
            engine_size: EngineSize { threads: choices.threads[0], hash: choices.hash[0] },
            choices,
            access,
            storage: None,
            rules_files: RulesFiles::of_games(),
            unwritten_games: 0,
        }
    }

    /// Adds the socket of a page.
    pub fn add_page(&mut self, page: PageId, sender: PageSender) {
        self.pages.insert(page, sender);
    }

    /// Removes the socket of a page, which closes it.
    pub fn remove_page(&mut self, page: PageId) {
        self.pages.remove(&page);
    }

    /// Returns the pages that do not read their messages or are refused. They are to be closed.
    pub fn take_cut_off(&mut self) -> Vec<PageId> {
        std::mem::take(&mut self.cut_off)
    }

    /// Gives the engines the size that settings choose, from their next jobs on.
    pub fn adopt_settings(&mut self, changes: &Settings) {
        self.engine_size = self.choices.size(self.engine_size, changes);
    }

    fn start_engine(&self, table: TableId) -> io::Result<Sender<(Job, EngineSize)>> {
        let (sender, jobs) = unbounded();
        let events = self.events.clone();
        let run = move || run_engine(table, &jobs, &events);
        thread::Builder::new().name("engine".into()).spawn(run)?;
        Ok(sender)
    }
}

impl Backend for Threads {
    const HAS_GUESTS: bool = true;

    fn new_pass(&mut self) -> Option<String> {
        random_key().ok()
    }

    fn admit(&mut self, passes: Vec<String>) {
        self.access.admit(passes);
    }

    fn share_view(&self, address: &str) -> Option<ShareView> {
        share_view(address).ok()
    }

    fn send(&mut self, page: PageId, json: &Arc<str>) {
        if self.pages.get(&page).is_some_and(|sender| !sender.send(json)) {
            self.cut_off.push(page);
        }
    }

    fn cut_off(&mut self, page: PageId) {
        self.cut_off.push(page);
    }

    fn keep_tables(&mut self, save: &dyn Fn() -> Vec<SavedTable>) {
        if let Some(storage) = &self.storage {
            storage.keep_tables(save());
        }
    }

    fn search(&mut self, table: TableId, job: Job) {
        let (id, control) = (job.id, job.control.clone());
        let engine = match self.engines.get(&table) {
            Some(engine) => Ok(engine.jobs.clone()),
            None => self.start_engine(table),
        };
        match engine {
            Ok(jobs) => {
                // The thread ends only after its sender is dropped.
                let _ = jobs.send((job, self.engine_size));
                self.engines
                    .entry(table)
                    .or_insert_with(|| EngineThread { jobs, control: Control::default() })
                    .control = control;
            }
            Err(_) => report(&self.events, table, id, JobReport::Finished(JobResult::Failed)),
        }
    }

    fn free_engine(&mut self, table: TableId) {
        self.engines.remove(&table);
    }

    fn work(&mut self, ticket: Ticket, work: Work) {
        self.unwritten_games += usize::from(ticket.is_for_game());
        let events = self.events.clone();
        tokio::task::spawn_blocking(move || {
            let finished = catch_unwind(AssertUnwindSafe(work)).ok();
            let _ = events.send(Event::Finished { ticket, finished });
        });
    }

    fn load_rules(&mut self) -> Box<dyn FnOnce() -> Result<(), String> + Send> {
        Box::new(self.rules_files.load())
    }

    fn save(&mut self, change: &Change) {
        if let Change::Settings(changes) = change {
            self.adopt_settings(changes);
        }
        if let Some(storage) = &self.storage {
            storage.save(change.clone());
        }
    }

    fn unix_time(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
    }
}

/// Reports on a job. Without the board nobody waits for the report.
fn report(events: &UnboundedSender<Event>, table: TableId, job: u64, report: JobReport) {
    let _ = events.send(Event::Report { table, job, report, at: Instant::now() });
}

/// Does the jobs of a table until no more can come.
fn run_engine(table: TableId, jobs: &Receiver<(Job, EngineSize)>, events: &UnboundedSender<Event>) {
    let (mut searcher, mut searcher_size) = (None, None);
    for (job, size) in jobs {
        if job.control.is_stopped() {
            continue;
        }
        if searcher_size.replace(size) != Some(size) {
            // First, so that there is not memory for both.
            searcher = None;
        }
        let run = || {
            let start = Instant::now();
            let searcher = searcher.get_or_insert_with(|| Searcher::new(size.threads, size.hash));
            searcher.set_up(&job);
            while start.elapsed() < job.pause && !job.control.is_stopped() {
                thread::sleep(Duration::from_millis(10));
            }
            searcher.run(&job, &mut |found| report(events, table, job.id, found))
        };
        let result = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
            searcher = None;
            JobResult::Failed
        });
        report(events, table, job.id, JobReport::Finished(result));
    }
    drop(searcher);
    platform::return_freed_memory();
}
