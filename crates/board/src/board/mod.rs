//! The board: all tables with their pages, and what is kept for the user.
//!
//! It is told what happens (pages that open and close, requests, reports of jobs, the time) by the program
//! that serves it, and asks that program, its [`Backend`], to do what takes time. Nothing here waits, so
//! one thread serves all pages.
//!
//! - `pages` has the pages and what they are sent, `requests` what they ask for.
//! - `tables` has the tables: a `room` is a table with its pages. `invitations` makes those for two people on two
//!   devices.
//! - `kept` has what is kept for the user.

mod backend;
mod invitations;
mod kept;
mod pages;
mod requests;
mod room;
mod tables;

pub use backend::{Backend, TableId, Ticket};
pub use pages::to_json;
pub use room::PageId;
pub use tables::TableVersion;

use crate::clock::GameClock;
use crate::game::Game;
use crate::game_info::game_info;
use crate::job::JobReport;
use crate::messages::{GameId, GameInfo, Message, Problem, ShareView};
use crate::user_data::UserData;
use platform::Instant;
use room::Room;
use rules::{Position, Rules};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

/// The time after which the engine of a table is freed if it does nothing: with a page and without.
const IDLE_ENGINE: [Duration; 2] = [Duration::from_secs(300), Duration::from_secs(10)];
/// How long a report of the engine may be under way. A move that it found in time counts.
const REPORT_DELAY: Duration = Duration::from_secs(1);

/// The setup of a board.
#[derive(Clone, Debug)]
pub struct BoardSetup {
    /// The game shown first.
    pub rules: &'static Rules,
    /// The program's name and version.
    pub program: &'static str,
    /// The version of the page's scripts.
    pub scripts: &'static str,
    /// Settings, solved puzzles and recent games.
    pub user_data: UserData,
    /// The address for other devices, if there is one.
    pub share: Option<ShareView>,
    /// The sizes of the engine's hash table from which a person may choose.
    pub hash_sizes: Vec<usize>,
    /// The numbers of its threads from which a person may choose.
    pub thread_counts: Vec<usize>,
}

/// The board.
#[derive(Debug)]
pub struct Board<B> {
    backend: B,
    /// As given at the start, but for two fields: `user_data` changes with every command that keeps something, and
    /// `rules` when rules files are loaded again.
    setup: BoardSetup,
    games: Vec<GameInfo>,
    problem: Option<Problem>,
    /// The files of games that have changed since they were loaded.
    changed_rules: Vec<String>,
    tables: BTreeMap<TableId, Room>,
    pages: HashMap<PageId, TableId>,
    next_table: u64,
    last_game_id: GameId,
}

impl<B: Backend> Board<B> {
    /// Creates a board without tables.
    pub fn new(setup: BoardSetup, backend: B) -> Self {
        Self {
            backend,
            setup,
            games: games::all().map(game_info).collect(),
            problem: None,
            changed_rules: Vec::new(),
            tables: BTreeMap::new(),
            pages: HashMap::new(),
            next_table: 0,
            last_game_id: 0,
        }
    }

    /// Returns the program that serves the board.
    pub fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    /// Tells the owner's pages which files of games have changed since they were loaded.
    pub fn set_changed_rules(&mut self, files: Vec<String>) {
        self.changed_rules.clone_from(&files);
        self.send_to_owner(&Message::RulesChanged { files });
    }

    /// Begins anew with the rules that were loaded, where a table has a game of others by that name.
    fn use_loaded_rules(&mut self, now: Instant) {
        self.games = games::all().map(game_info).collect();
        self.setup.rules = games::by_name(self.setup.rules.name()).unwrap_or(self.setup.rules);
        for id in self.table_ids() {
            let room = self.room(id);
            let table = &mut room.table;
            let rules = games::by_name(table.game.rules().name());
            if let Some(rules) = rules.filter(|rules| !std::ptr::eq(*rules, table.game.rules())) {
                let time = table.clock.as_ref().map(GameClock::control);
                let game = Game::from_position(&Position::start(rules));
                table.replace_game(game, table.players, time);
            }
            for page in room.pages.clone() {
                let hello = self.hello(id, &page);
                self.send(page.id, &hello);
            }
            self.publish(id, now);
        }
    }

    /// Handles a report about a job of a table that was made at a time.
    pub fn report(&mut self, id: TableId, job: u64, report: JobReport, at: Instant) {
        let Some(room) = self.tables.get_mut(&id) else { return };
        // Lines come many times a second; the next tick sends them.
        let is_line = matches!(report, JobReport::Line(_));
        room.table.take_report(job, report, at);
        if !is_line {
            self.publish(id, at);
        }
    }

    /// Does what is due: sends new lines, ends games by time, keeps games and frees engines. To be called
    /// ten times a second.
    pub fn tick(&mut self, now: Instant) {
        for id in self.table_ids() {
            if let Some(lines) = self.room(id).new_lines() {
                self.send_to_table(id, &lines);
            }
            let table = &mut self.room(id).table;
            let is_thinking = table.thinking_since().is_some();
            let due = if is_thinking { now.checked_sub(REPORT_DELAY) } else { Some(now) };
            if due.is_some_and(|due| table.check_time_up(due)) {
                self.publish(id, now);
            }
            let room = self.room(id);
            let idle = IDLE_ENGINE[usize::from(room.pages.is_empty())];
            if room.table.job.is_some() {
                room.engine_used = Some(now);
            } else if room.engine_used.is_some_and(|used| now.duration_since(used) >= idle) {
                room.engine_used = None;
                self.backend.free_engine(id);
            }
            self.keep_if_due(id, now);
        }
    }

    /// Starts and stops clocks and searches as the state of a table demands, and tells its pages what has
    /// changed.
    fn publish(&mut self, id: TableId, now: Instant) {
        let room = self.room(id);
        let table = &mut room.table;
        table.is_watched = !room.pages.is_empty();
        table.claim_for_engine();
        let job = table.next_job(now);
        table.update_clock(now);
        room.version += 1;
        let news = room.news();
        let data_changes = std::mem::take(&mut room.table.data_changes);
        let replaced = room.table.replaced.take();
        if let Some(job) = job {
            room.engine_used = Some(now);
            self.backend.search(id, job);
        }
        news.before_state.iter().for_each(|message| self.send_to_table(id, message));
        self.send_state(id, now);
        news.after_state.iter().for_each(|message| self.send_to_table(id, message));
        data_changes.into_iter().for_each(|change| self.change_user_data(change));
        if let Some(game) = replaced {
            let index = game.file_index;
            let game_id = self.start_keeping(id, game);
            if let (Some(file), Some(index)) = (&mut self.room(id).table.file, index) {
                file.set_id(index, game_id);
            }
        }
    }

    /// Returns a table with its pages.
    fn room(&mut self, id: TableId) -> &mut Room {
        self.tables.get_mut(&id).expect("a table that was not removed")
    }

    fn table_ids(&self) -> Vec<TableId> {
        self.tables.keys().copied().collect()
    }

    /// Returns what is kept for the user.
    #[cfg(test)]
    pub fn user_data(&self) -> &UserData {
        &self.setup.user_data
    }

    /// Returns the table of a page.
    #[cfg(test)]
    pub fn table(&self, page: PageId) -> &crate::table::Table {
        &self.tables[&self.pages[&page]].table
    }
}
