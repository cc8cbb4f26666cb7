//! A table: a game in progress or an analysis, with the pages that show it and its engine.

use crate::clock::GameClock;
use crate::engine_thread;
use crate::event_stream::{EventSender, EventStream};
use crate::game_info::game_info;
use crate::job::{Job, JobReport, JobResult};
use crate::messages::{Command, Message, Reply};
use crate::options::Options;
use crate::state::TableState;
use crate::view;
use crossbeam_channel::Sender;
use records::{EndReason, GameResult};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// The interval of pings that show whether a page is still there.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// A table. Commands, reports of the engine thread and ticks of the clock lock it in turn.
#[derive(Debug)]
pub struct Table {
    name: String,
    inner: Mutex<TableInner>,
}

#[derive(Debug)]
struct TableInner {
    /// The table itself, for its engine thread.
    table: Weak<Table>,
    options: Options,
    state: TableState,
    /// Sends jobs to the engine thread, which is started with the first job.
    engine: Option<Sender<Job>>,
    /// The pages with their numbers.
    pages: Vec<(u64, EventSender)>,
    next_page_id: u64,
    /// When the last page left, or the table was created.
    left_since: Instant,
    last_ping: Instant,
}

impl Table {
    /// Creates a table with a game between a person and the engine at the start position.
    pub fn new(name: String, options: Options) -> Arc<Self> {
        Arc::new_cyclic(|table| {
            let now = Instant::now();
            let inner = TableInner {
                table: Weak::clone(table),
                options,
                state: TableState::new(options.rules),
                engine: None,
                pages: Vec::new(),
                next_page_id: 0,
                left_since: now,
                last_ping: now,
            };
            Self { name, inner: Mutex::new(inner) }
        })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns when the last page left, or `None` if a page is there.
    pub fn left_since(&self) -> Option<Instant> {
        let inner = self.lock();
        inner.pages.is_empty().then_some(inner.left_since)
    }

    /// Adds a page and sends it everything.
    pub fn connect(self: &Arc<Self>) -> EventStream {
        let mut inner = self.lock();
        let id = inner.next_page_id;
        inner.next_page_id += 1;
        let table = Arc::downgrade(self);
        let on_close = move || {
            if let Some(table) = table.upgrade() {
                table.disconnect(id);
            }
        };
        let (sender, stream) = EventStream::new(on_close);
        let hello = Message::Hello {
            table: self.name.clone(),
            program: inner.options.program,
            games: games::all().map(game_info).collect(),
        };
        inner.pages.push((id, sender.clone()));
        inner.update_activity();
        let state = &inner.state;
        for message in [hello, view::tree(state), view::state(state), view::analysis(state)] {
            sender.send(&to_json(&message));
        }
        stream
    }

    fn disconnect(&self, page: u64) {
        let mut inner = self.lock();
        inner.pages.retain(|(id, _)| *id != page);
        inner.left_since = Instant::now();
        inner.update_activity();
    }

    /// Runs a page's command and tells the pages what has changed.
    pub fn run(&self, command: Command) -> Reply {
        let mut inner = self.lock();
        let mut reply = inner.state.run(command).unwrap_or_else(|error| Reply::Error { error });
        if matches!(reply, Reply::Done { .. } | Reply::Error { .. }) {
            inner.publish();
        }
        if let Reply::Done { update } = &mut reply {
            *update = inner.state.update_count;
        }
        reply
    }

    /// Handles a report of the engine thread about a job.
    fn take_report(&self, job_id: u64, report: JobReport) {
        let mut inner = self.lock();
        let is_finished = matches!(report, JobReport::Finished(_));
        inner.state.take_report(job_id, report);
        // Lines come many times a second; the next tick sends them.
        if is_finished {
            inner.publish();
        }
    }

    /// Sends new lines, ends the game of a side whose time has run out, and pings the pages.
    pub fn tick(&self) {
        let mut inner = self.lock();
        inner.send_lines();
        if let Some(loser) = inner.state.clock.as_ref().and_then(GameClock::expired) {
            inner.state.end_game(GameResult::Win(!loser), EndReason::TimeForfeit);
            inner.publish();
        }
        if inner.last_ping.elapsed() >= PING_INTERVAL {
            inner.last_ping = Instant::now();
            inner.pages.retain(|(_, page)| page.ping());
        }
    }

    /// Returns part of the state.
    #[cfg(test)]
    pub fn read<T>(&self, read: impl FnOnce(&TableState) -> T) -> T {
        read(&self.lock().state)
    }

    fn lock(&self) -> MutexGuard<'_, TableInner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TableInner {
    /// Starts and stops clocks and searches as the state demands.
    fn update_activity(&mut self) {
        self.state.is_watched = !self.pages.is_empty();
        self.state.claim_for_engine();
        self.state.update_clock();
        if let Some(job) = self.state.next_job() {
            self.start_job(job);
        }
    }

    fn start_job(&mut self, job: Job) {
        let id = job.id;
        if self.engine.is_none() {
            let table = Weak::clone(&self.table);
            let report = move |job_id, report| {
                let table = table.upgrade();
                table.is_some_and(|table| {
                    table.take_report(job_id, report);
                    true
                })
            };
            self.engine = engine_thread::start(self.options, report).ok();
        }
        let is_sent = self.engine.as_ref().is_some_and(|engine| engine.send(job).is_ok());
        if !is_sent {
            self.engine = None;
            self.state.take_report(id, JobReport::Finished(JobResult::Failed));
        }
    }

    /// Tells the pages what has changed.
    fn publish(&mut self) {
        self.update_activity();
        for message in std::mem::take(&mut self.state.outbox) {
            self.send(&message);
        }
        if std::mem::take(&mut self.state.is_tree_new) {
            self.send(&view::tree(&self.state));
        }
        self.state.update_count += 1;
        self.send(&view::state(&self.state));
        self.send_lines();
    }

    fn send_lines(&mut self) {
        if std::mem::take(&mut self.state.are_lines_new) {
            self.send(&view::analysis(&self.state));
        }
    }

    /// Sends a message to all pages. A page that does not read is cut off.
    fn send(&mut self, message: &Message) {
        let json = to_json(message);
        self.pages.retain(|(_, page)| page.send(&json));
    }
}

/// Formats a message. Messages have no content that JSON cannot represent.
fn to_json(message: &Message) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
