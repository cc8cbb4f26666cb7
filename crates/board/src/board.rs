//! The board: all tables with their pages, and what is kept for the user.
//!
//! It is told what happens (pages that open and close, requests, reports of jobs, the time) by the program
//! that serves it, and asks that program, its [`Backend`], to do what takes time. Nothing here waits, so
//! one thread serves all pages.

use crate::clock::GameClock;
use crate::command_error::CommandError;
use crate::commands::{CommandResult, Finished, Step, Work};
use crate::game::{Game, TreeChanges};
use crate::game_info::{game_info, level_names};
use crate::job::{Job, JobReport};
use crate::messages::{
    Command, GameId, GameInfo, Headers, Message, NewGame, Player, Problem, PuzzleProgress, Reply,
    Request, ShareView, Side,
};
use crate::mode::Mode;
use crate::recent_game::RecentGame;
use crate::recent_games::{self, GameSearch};
pub use crate::room::PageId;
use crate::room::{Heard, MAX_HEARD, OpenPage, Room};
use crate::saved_table::SavedTable;
use crate::seats::{Role, Seats};
use crate::table::{KeptGame, Table};
use crate::user_data::{Change, UserData};
use crate::view;
use platform::Instant;
use rules::{Color, Position, Rules};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// The most tables at a time. Those without a page make room for others.
const MAX_TABLES: usize = 32;
/// The most pages for each role at a table with seats: anyone may pass a link on.
const MAX_PAGES: usize = 100;
/// The longest name of a table or a request.
const MAX_NAME: usize = 40;
/// The longest address of a page in bytes.
const MAX_ADDRESS: usize = 500;
/// The time after which the engine of a table is freed if it does nothing: with a page and without.
const IDLE_ENGINE: [Duration; 2] = [Duration::from_secs(300), Duration::from_secs(10)];
/// How long a report of the engine may be under way. A move that it found in time counts.
const REPORT_DELAY: Duration = Duration::from_secs(1);
/// The time between two entries of a game in the list of recent games.
const KEEP_INTERVAL: Duration = Duration::from_secs(3);

/// The longest game in bytes of PGN that is kept in that list.
const MAX_KEPT: usize = 128 << 10;
/// The longest time that a player gets back for the way of a move.
const MAX_LAG: Duration = Duration::from_secs(1);

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u64);

/// The request that waits for work, unless the work is to keep a game.
#[derive(Clone, Debug)]
pub struct Ticket(Option<Waiting>);

impl Ticket {
    /// Returns whether the work is to keep a game.
    pub fn is_for_game(&self) -> bool {
        self.0.is_none()
    }
}

/// The interface of the program that serves the board. Methods return at once.
pub trait Backend {
    /// Whether pages on other devices can be admitted by a pass.
    const HAS_GUESTS: bool = false;

    /// Returns a new secret for those pages.
    fn new_pass(&mut self) -> Option<String> {
        None
    }
    /// Admits the pages that show one of these passes, and none that show another.
    fn admit(&mut self, _passes: Vec<String>) {}
    /// Returns an address with its QR code, if it has one.
    fn share_view(&self, _address: &str) -> Option<ShareView> {
        None
    }
    /// Sends a message in JSON to a page, or cuts off a page that does not read its messages.
    fn send(&mut self, page: PageId, json: &Arc<str>);
    /// Closes the connection of a page that is refused, after the message that says so.
    fn cut_off(&mut self, _page: PageId) {}
    /// Keeps the tables, in place of those before, in case the program is killed. `save` describes them.
    fn keep_tables(&mut self, _save: &dyn Fn() -> Vec<SavedTable>) {}
    /// Starts a job on the engine of a table, after those that it has. [`Board::report`] gets its reports.
    fn search(&mut self, table: TableId, job: Job);
    /// Frees the engine of a table. Its jobs are stopped.
    fn free_engine(&mut self, table: TableId);
    /// Starts work. [`Board::finish`] gets its result.
    fn work(&mut self, ticket: Ticket, work: Work);
    /// Returns what loads the files of games that have changed, or says why one cannot be loaded.
    fn load_rules(&mut self) -> Box<dyn FnOnce() -> Result<(), String> + Send> {
        Box::new(|| Ok(()))
    }
    /// Stores a change of the user's data.
    fn save(&mut self, change: &Change);
    /// Returns the time in milliseconds since 1970.
    fn unix_time(&self) -> u64;
}

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
    rules: &'static Rules,
    program: &'static str,
    scripts: &'static str,
    share: Option<ShareView>,
    hash_sizes: Vec<usize>,
    thread_counts: Vec<usize>,
    games: Vec<GameInfo>,
    user_data: UserData,
    problem: Option<Problem>,
    /// The files of games that have changed since they were loaded.
    changed_rules: Vec<String>,
    tables: BTreeMap<TableId, Room>,
    pages: HashMap<PageId, TableId>,
    next_table: u64,
    last_game_id: GameId,
}

/// Numbers that change with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableVersion {
    /// Changes with anything that pages are told of.
    pub table: u64,
    /// Changes with the record of the game.
    pub record: u64,
    /// Changes with its moves.
    pub moves: (u64, u64, usize),
    /// Changes with what counts against the attempt at a puzzle.
    pub attempt: Option<(PuzzleProgress, usize, bool)>,
}

/// A request that waits for work.
#[derive(Clone, Debug)]
struct Waiting {
    page: PageId,
    id: String,
    table: TableId,
}

fn save_all(tables: &BTreeMap<TableId, Room>, now: Instant) -> Vec<SavedTable> {
    tables.values().map(|room| room.save(now)).collect()
}

impl<B: Backend> Board<B> {
    /// Creates a board without tables.
    pub fn new(setup: BoardSetup, backend: B) -> Self {
        let BoardSetup { rules, program, scripts, user_data, share, hash_sizes, thread_counts } =
            setup;
        Self {
            backend,
            rules,
            program,
            scripts,
            share,
            hash_sizes,
            thread_counts,
            games: games::all().map(game_info).collect(),
            user_data,
            problem: None,
            changed_rules: Vec::new(),
            tables: BTreeMap::new(),
            pages: HashMap::new(),
            next_table: 0,
            last_game_id: 0,
        }
    }

    /// Adds a table that was saved, unless there is one with its name.
    pub fn restore_table(&mut self, mut saved: SavedTable, now: Instant) {
        let name = saved.name.clone();
        let heard = std::mem::take(&mut saved.heard);
        if self.tables.values().all(|room| room.name != name)
            && let Some(table) = Table::restore(saved, now)
        {
            let id = self.add_table(name, table, now);
            let room = self.tables.get_mut(&id).expect("the table was just added");
            let done = |id| Heard { id, page: PageId(u64::MAX), reply: Some(Reply::Done) };
            room.heard = heard.into_iter().take(MAX_HEARD).map(done).collect();
        }
    }

    /// Adds tables of a board that has ended. They wait for the pages that know their names.
    pub fn restore_tables(&mut self, saved: Vec<SavedTable>, now: Instant) {
        saved.into_iter().for_each(|saved| self.restore_table(saved, now));
        self.tables.values_mut().for_each(|room| room.is_awaited = room.pages.is_empty());
        self.admit(now);
    }

    /// Tells the backend which passes are valid, and lets it keep them with the tables.
    fn admit(&mut self, now: Instant) {
        let seats = self.tables.values().filter_map(|room| room.table.mode.seats());
        let passes = seats.flat_map(Seats::passes).cloned().collect();
        self.backend.admit(passes);
        self.keep_tables(now);
    }

    fn keep_tables(&mut self, now: Instant) {
        self.backend.keep_tables(&|| save_all(&self.tables, now));
    }

    /// Tells a page that it is not served.
    fn refuse(&mut self, page: PageId, error: CommandError) {
        self.send(page, &Message::Refused { error });
        self.backend.cut_off(page);
    }

    /// Describes all tables, for [`restore_tables`](Self::restore_tables).
    pub fn save_tables(&self, now: Instant) -> Vec<SavedTable> {
        save_all(&self.tables, now)
    }

    /// Returns numbers that change with the table of a page.
    pub fn table_version(&self, page: PageId) -> Option<TableVersion> {
        let room = &self.tables[self.pages.get(&page)?];
        let game = &room.table.game;
        Some(TableVersion {
            table: room.version,
            record: game.version(),
            moves: (room.table.game_number, game.revision(), game.texts().len()),
            attempt: room
                .table
                .mode
                .puzzle()
                .map(|attempt| (attempt.progress, attempt.wrong_moves, attempt.has_used_hint)),
        })
    }

    /// Describes the table of a page, to be restored after the program has ended.
    pub fn save_table(&self, page: PageId, now: Instant) -> Option<SavedTable> {
        let room = &self.tables[self.pages.get(&page)?];
        Some(room.save(now))
    }

    /// Returns the program that serves the board.
    pub fn backend(&mut self) -> &mut B {
        &mut self.backend
    }

    /// Opens a page at a table, which is created if there is none with this name. With an empty name
    /// the page gets the last table that a page has left, so that a closed page can be opened again,
    /// or else a new one.
    pub fn open(&mut self, page: PageId, name: &str, now: Instant) {
        let id = match self.find_table(name, now) {
            Ok(id) => id,
            Err(error) => {
                self.refuse(page, error);
                return;
            }
        };
        self.welcome(id, OpenPage::new(page, None, true), now);
    }

    /// Opens a page that has shown a pass at the table with its seat. `is_owners` says whether it has shown the key,
    /// too.
    pub fn open_seat(&mut self, page: PageId, pass: &str, is_owners: bool, now: Instant) {
        let found = self.tables.iter().find_map(|(&id, room)| {
            let role = Some(room.table.mode.seats()?.role(pass)?);
            Some((id, role, room.pages.iter().filter(|page| page.role == role).count()))
        });
        match found {
            Some((id, role, ..MAX_PAGES)) => {
                self.welcome(id, OpenPage::new(page, role, is_owners), now);
            }
            Some(_) => {
                self.refuse(page, CommandError::TooManyPages);
            }
            None => self.refuse(page, CommandError::Closed),
        }
    }

    /// Describes the program to a page at a table.
    fn hello(&self, id: TableId, page: &OpenPage) -> Message {
        let room = &self.tables[&id];
        Message::Hello {
            table: if page.role.is_none() { room.name.clone() } else { String::new() },
            program: self.program,
            scripts: self.scripts,
            games: self.games.clone(),
            levels: level_names(),
            share: self.share.clone().filter(|_| page.is_owners),
            hash_sizes: self.hash_sizes.clone(),
            thread_counts: self.thread_counts.clone(),
            invites: B::HAS_GUESTS && page.is_owners,
            guest: !page.is_owners,
        }
    }

    /// Takes a page at a table and tells it everything.
    fn welcome(&mut self, id: TableId, page: OpenPage, now: Instant) {
        // What has changed reaches the pages that are there; the new one gets everything.
        self.publish(id, now);
        let room = self.tables.get_mut(&id).expect("the table was just found");
        room.pages.push(page);
        room.is_awaited = false;
        room.update_seats(now);
        self.pages.insert(page.id, id);
        let hello = self.hello(id, &page);
        self.send(page.id, &hello);
        if page.is_owners {
            let data = [self.settings_message(), self.puzzles_message(), self.games_message()];
            data.iter().for_each(|message| self.send(page.id, message));
        }
        let table = &self.tables[&id].table;
        let messages = [
            view::exercises(table),
            view::tree(&table.game, &TreeChanges::All),
            view::state_for(table, page.role, now),
            Message::Headers { headers: Headers::from(&table.game.record().tags) },
            view::file(table),
            view::analysis(table),
            Message::Mistakes { mistakes: table.mistakes() },
        ];
        messages.iter().for_each(|message| self.send(page.id, message));
        if self.problem.is_some() && page.is_owners {
            self.send(page.id, &Message::Problem { problem: self.problem.clone() });
        }
        if !self.changed_rules.is_empty() && page.is_owners {
            let files = self.changed_rules.clone();
            self.send(page.id, &Message::RulesChanged { files });
        }
        // Clocks and searches start with the first page.
        self.publish(id, now);
    }

    /// Notes how long a message to a page and its answer take.
    pub fn set_lag(&mut self, page: PageId, lag: Duration) {
        let Some(room) = self.pages.get(&page).and_then(|id| self.tables.get_mut(id)) else {
            return;
        };
        room.pages.iter_mut().filter(|p| p.id == page).for_each(|p| p.lag = lag.min(MAX_LAG));
        room.update_lags();
    }

    /// Handles a request of a page that arrived at a time.
    pub fn receive(&mut self, page: PageId, json: &str, now: Instant) {
        let Some(&table) = self.pages.get(&page) else { return };
        match serde_json::from_str::<Request>(json) {
            Ok(Request { id, request }) => {
                let room = self.tables.get_mut(&table).expect("a page sits at a table");
                let is_harmless = request.is_query() || matches!(request, Command::GoTo { .. });
                let is_once = !is_harmless && id.len() <= MAX_NAME;
                match is_once.then(|| room.hear(page, &id)).flatten() {
                    Some(Some(reply)) => self.send(page, &Message::Reply { id, reply }),
                    Some(None) => {}
                    None => {
                        if let Some(result) = self.run(page, table, &id, request, now) {
                            self.reply(table, page, id, result);
                        }
                    }
                }
            }
            Err(error) => {
                let value = serde_json::from_str::<Value>(json).unwrap_or_default();
                let id = value["id"].as_str().unwrap_or_default().to_owned();
                self.reply(table, page, id, Err(CommandError::Invalid(error.to_string())));
            }
        }
    }

    /// Carries out a command. Returns the reply, unless it comes later.
    fn run(
        &mut self,
        page: PageId,
        id: TableId,
        request: &str,
        command: Command,
        now: Instant,
    ) -> Option<Result<Reply, CommandError>> {
        let local_time = self.local_time();
        let room = &self.tables[&id];
        let own = *room.pages.iter().find(|other| other.id == page).expect("a page at its table");
        let change = match command {
            Command::Settings { .. }
            | Command::ForgetPuzzles { .. }
            | Command::ForgetGame { .. }
            | Command::FindGames { .. }
            | Command::ExportGames { .. }
            | Command::LoadRules
                if !own.is_owners =>
            {
                return Some(Err(CommandError::BetweenPeople));
            }
            Command::LoadRules => {
                let load = self.backend.load_rules();
                let work = Step::Work(Box::new(|| Finished::Rules(load())));
                return self.take_step(id, page, request, Ok(work));
            }
            Command::FindGames { text, from } => {
                let found = self.search(&text).find(&self.user_data.recent);
                let (games, count) = recent_games::list(found, from);
                return Some(Ok(Reply::Games { games, count }));
            }
            Command::ExportGames { text } => {
                let found = self.search(&text).find(&self.user_data.recent);
                return self.take_step(id, page, request, Ok(recent_games::export(found)));
            }
            Command::OpenGame { id: game }
                if own.role.is_none() && self.seats_of(game).is_some() =>
            {
                return Some(self.sit_again(game, now));
            }
            Command::Settings { changes } if !self.user_data.may_keep(&changes) => {
                return Some(Err(CommandError::LargeSettings));
            }
            Command::Settings { changes } => Change::Settings(changes),
            Command::ForgetPuzzles { variant } => Change::ForgetPuzzles { variant },
            Command::ForgetGame { id } => Change::ForgetGame { id },
            Command::Invite { side, game } if room.table.mode.seats().is_none() => {
                return Some(self.invite(side, game, now));
            }
            Command::Invitation { page: address } => {
                return Some(self.invitation(id, page, &address));
            }
            command => {
                let room = self.tables.get_mut(&id).expect("a page sits at a table");
                let begins = match command {
                    Command::NewGame(_) | Command::PlayFromHere { .. } => true,
                    Command::Play { .. } => room.table.game.record().move_count() < 2,
                    _ => false,
                };
                let is_query = command.is_query();
                // Each page at a table with seats has its own place.
                let is_for_page =
                    room.table.mode.seats().is_some() && matches!(command, Command::GoTo { .. });
                let result = room.run(page, command, &self.user_data, now);
                if begins && result.is_ok() {
                    room.table.date_game(local_time);
                }
                if is_for_page {
                    self.send_own_state(id, page, now);
                } else if !is_query {
                    self.publish(id, now);
                }
                // Those who were sent a link do one thing at a time.
                if matches!(result, Ok(Step::Work(_))) && own.is_working && !own.is_owners {
                    return Some(Err(CommandError::Busy));
                }
                return self.take_step(id, page, request, result);
            }
        };
        self.change_user_data(change);
        Some(Ok(Reply::Done))
    }

    /// Starts the work of a command, or returns its reply.
    fn take_step(
        &mut self,
        id: TableId,
        page: PageId,
        request: &str,
        result: CommandResult,
    ) -> Option<Result<Reply, CommandError>> {
        match result {
            Ok(Step::Work(work)) => {
                self.set_working(id, page, true);
                let waiting = Waiting { page, id: request.into(), table: id };
                self.backend.work(Ticket(Some(waiting)), work);
                None
            }
            Ok(Step::Reply(reply)) => Some(Ok(reply)),
            Err(error) => Some(Err(error)),
        }
    }

    /// Returns a recent game with its seats, if it is between two people on two devices and not over.
    fn seats_of(&self, id: GameId) -> Option<(&RecentGame, &Seats)> {
        let game = self.user_data.recent(id).filter(|game| game.info.end.is_none())?;
        Some((game, game.seats.as_ref()?))
    }

    /// Returns the pass of the host of a recent game. If its table is gone, another one takes its place.
    fn sit_again(&mut self, id: GameId, now: Instant) -> Result<Reply, CommandError> {
        let (game, seats) = self.seats_of(id).ok_or(CommandError::NoRecentGame)?;
        let pass = seats.pass(Role::Host).to_owned();
        let mut seated = self.tables.values().filter_map(|room| room.table.mode.seats());
        if !seated.any(|seats| seats.role(&pass).is_some()) {
            let table = Table::with_game(game.clone(), now).ok_or(CommandError::NoRecentGame)?;
            self.make_room(now)?;
            let name = self.new_name();
            self.add_table(name, table, now);
            self.admit(now);
        }
        Ok(Reply::Invited { pass })
    }

    fn set_working(&mut self, id: TableId, page: PageId, is_working: bool) {
        let room = self.tables.get_mut(&id);
        let pages = room.into_iter().flat_map(|room| &mut room.pages);
        pages.filter(|other| other.id == page).for_each(|page| page.is_working = is_working);
    }

    /// Makes a table for two people on two devices.
    fn invite(
        &mut self,
        side: Option<Side>,
        game: NewGame,
        now: Instant,
    ) -> Result<Reply, CommandError> {
        let game = NewGame { players: [Player::Person; 2], by_link: None, ..game };
        let mut table = Table::new(self.rules);
        table.new_game(&game, now)?;
        table.date_game(self.local_time());
        let mut pass = || self.backend.new_pass().ok_or(CommandError::NoGuests);
        let passes = [pass()?, pass()?, pass()?];
        let either = Color::BOTH[platform::random_seed() as usize % 2].into();
        let seats = Seats::new(passes, side.unwrap_or(either));
        table.name_side(seats.host_side.into(), &game.name);
        let pass = seats.pass(Role::Host).to_owned();
        table.mode = Mode::Seats(seats);
        self.make_room(now)?;
        let name = self.new_name();
        self.add_table(name, table, now);
        self.admit(now);
        Ok(Reply::Invited { pass })
    }

    /// Returns the addresses at which others can join the game of a page.
    fn invitation(&self, id: TableId, page: PageId, address: &str) -> Result<Reply, CommandError> {
        let room = &self.tables[&id];
        let (seats, role) =
            room.table.mode.seats().zip(room.role(page)).ok_or(CommandError::NoGuests)?;
        let address = address.split('#').next().unwrap_or_default();
        if address.len() > MAX_ADDRESS {
            return Err(CommandError::Address);
        }
        let view = |role| {
            let address = format!("{address}#seat={}", seats.pass(role));
            self.backend.share_view(&address).ok_or(CommandError::Address)
        };
        Ok(Reply::Invitation {
            player: (role == Role::Host).then(|| view(Role::Guest)).transpose()?,
            watcher: view(Role::Watcher)?,
        })
    }

    /// Handles the result of work; `None` if it crashed.
    pub fn finish(&mut self, ticket: Ticket, finished: Option<Finished>, now: Instant) {
        if let Some(Finished::Recent(game)) = finished {
            if game.pgn.len() <= MAX_KEPT {
                // A file that was opened again.
                let copies = self.user_data.recent.iter().filter(|other| other.is_copy_of(&game));
                let copies = Vec::from_iter(copies.map(|copy| copy.info.id));
                copies.into_iter().for_each(|id| self.change_user_data(Change::ForgetGame { id }));
                self.change_user_data(Change::Game(game));
            }
            return;
        }
        let Some(Waiting { page, id, table }) = ticket.0 else { return };
        self.set_working(table, page, false);
        let result = match finished {
            Some(Finished::Answer(answer)) => answer,
            Some(Finished::Rules(Ok(()))) => {
                self.use_loaded_rules(now);
                Ok(Reply::Done)
            }
            Some(Finished::Rules(Err(reason))) => Err(CommandError::Rules(reason)),
            Some(Finished::Command(carry_out)) => match self.tables.get_mut(&table) {
                Some(room) => {
                    let result = carry_out(&mut room.table, now);
                    self.publish(table, now);
                    result
                }
                None => Err(CommandError::Closed),
            },
            _ => Err(CommandError::Failed),
        };
        self.reply(table, page, id, result);
    }

    /// Tells the owner's pages which files of games have changed since they were loaded.
    pub fn set_changed_rules(&mut self, files: Vec<String>) {
        self.changed_rules.clone_from(&files);
        self.send_to_owner(&Message::RulesChanged { files });
    }

    /// Begins anew with the rules that were loaded, where a table has a game of others by that name.
    fn use_loaded_rules(&mut self, now: Instant) {
        self.games = games::all().map(game_info).collect();
        self.rules = games::by_name(self.rules.name()).unwrap_or(self.rules);
        let ids: Vec<_> = self.tables.keys().copied().collect();
        for id in ids {
            let room = self.tables.get_mut(&id).expect("no table was removed");
            let table = &mut room.table;
            let rules = games::by_name(table.game.rules().name());
            if let Some(rules) = rules.filter(|rules| !std::ptr::eq(*rules, table.game.rules())) {
                let time = table.clock.as_ref().map(GameClock::control);
                let game = Game::from_position(&Position::start(rules));
                table.replace_game(game, table.players, time);
                // Its exercises may be others.
                table.shown_variant = "";
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

    /// Removes a page that has gone and was last heard of at a time. From then on, clocks wait for its player.
    pub fn close(&mut self, page: PageId, heard: Instant, now: Instant) {
        let Some(id) = self.pages.remove(&page) else { return };
        let room = self.tables.get_mut(&id).expect("a page sits at a table");
        room.pages.retain(|other| other.id != page);
        room.update_seats(heard);
        room.table.is_watched = !room.pages.is_empty();
        if room.table.is_waiting() || !room.table.is_watched {
            room.table.update_clock(heard);
        }
        room.left = now;
        self.publish(id, now);
        self.keep_game(id, now);
    }

    /// Does what is due: sends new lines, ends games by time, keeps games and frees engines. To be called
    /// ten times a second.
    pub fn tick(&mut self, now: Instant) {
        let ids: Vec<_> = self.tables.keys().copied().collect();
        for id in ids {
            let room = self.tables.get_mut(&id).expect("no table was removed");
            if std::mem::take(&mut room.table.are_lines_new) {
                let message = view::analysis(&room.table);
                self.send_to_table(id, &message);
            }
            let room = self.tables.get_mut(&id).expect("no table was removed");
            let is_thinking = room.table.thinking_since().is_some();
            let due = if is_thinking { now.checked_sub(REPORT_DELAY) } else { Some(now) };
            if due.is_some_and(|due| room.table.check_time_up(due)) {
                self.publish(id, now);
            }
            let room = self.tables.get_mut(&id).expect("no table was removed");
            let idle = IDLE_ENGINE[usize::from(room.pages.is_empty())];
            if room.table.job.is_some() {
                room.engine_used = Some(now);
            } else if room.engine_used.is_some_and(|used| now.duration_since(used) >= idle) {
                room.engine_used = None;
                self.backend.free_engine(id);
            }
            let room = &self.tables[&id];
            let end = room.table.game.end();
            let has_ended = end.is_some() && end != room.kept_end.as_ref();
            let is_due = now.duration_since(room.kept) >= KEEP_INTERVAL;
            if has_ended || is_due {
                self.keep_game(id, now);
            }
            // A position without moves is not yet a game. The saved tables have it.
            let room = self.tables.get_mut(&id).expect("no table was removed");
            let version = (room.table.game_number, room.table.game.version());
            if is_due && std::mem::replace(&mut room.kept_table, version) != version {
                room.kept = now;
                self.keep_tables(now);
            }
        }
    }

    /// Returns the table with a name, a table that was left, or a new one.
    fn find_table(&mut self, name: &str, now: Instant) -> Result<TableId, CommandError> {
        let is_valid = name.len() <= MAX_NAME
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_valid {
            return Err(CommandError::TableName);
        }
        // Those with seats are found by a pass alone.
        let mut tables = self.tables.iter().filter(|(_, room)| room.table.mode.seats().is_none());
        if let Some((&id, _)) = tables.clone().find(|(_, room)| room.name == name) {
            return Ok(id);
        }
        let left = tables.by_ref().filter(|(_, room)| room.pages.is_empty() && !room.is_awaited);
        if let Some((&id, _)) = left.max_by_key(|(_, room)| room.left)
            && name.is_empty()
        {
            return Ok(id);
        }
        self.make_room(now)?;
        let name = if name.is_empty() { self.new_name() } else { name.to_owned() };
        Ok(self.add_table(name, Table::new(self.rules), now))
    }

    fn new_name(&self) -> String {
        format!("{:x}-{:x}", self.backend.unix_time(), self.next_table)
    }

    /// Removes a table without pages if there are too many. Games between two people that are not over go last.
    fn make_room(&mut self, now: Instant) -> Result<(), CommandError> {
        if self.tables.len() < MAX_TABLES {
            return Ok(());
        }
        let is_played = |table: &Table| table.mode.seats().is_some() && table.game.end().is_none();
        let left = self.tables.iter().filter(|(_, room)| room.pages.is_empty());
        let oldest = left.min_by_key(|(_, room)| (is_played(&room.table), room.left));
        let oldest = *oldest.ok_or(CommandError::TooManyTables)?.0;
        self.keep_game(oldest, now);
        self.tables.remove(&oldest);
        self.backend.free_engine(oldest);
        self.admit(now);
        Ok(())
    }

    /// Returns the time where the person is in seconds since 1970. The page stores how many minutes it is ahead of
    /// UTC.
    fn local_time(&self) -> i64 {
        (self.backend.unix_time() / 1_000) as i64 + self.utc_offset()
    }

    /// Returns the seconds by which the person's clock is ahead of UTC.
    fn utc_offset(&self) -> i64 {
        let minutes = self.user_data.settings.get("utcOffset").and_then(Value::as_i64);
        minutes.unwrap_or(0).clamp(-1_440, 1_440) * 60
    }

    fn search(&self, text: &str) -> GameSearch<'_> {
        GameSearch::new(text, &self.games, self.utc_offset() * 1_000)
    }

    fn add_table(&mut self, name: String, table: Table, now: Instant) -> TableId {
        let id = TableId(self.next_table);
        self.next_table += 1;
        let room = Room {
            kept_table: (table.game_number, table.game.version()),
            name,
            table,
            pages: Vec::new(),
            left: now,
            engine_used: None,
            kept: now,
            kept_end: None,
            version: 0,
            is_awaited: false,
            heard: VecDeque::new(),
        };
        self.tables.insert(id, room);
        id
    }

    /// Starts and stops clocks and searches as the state of a table demands, and tells its pages what has
    /// changed.
    fn publish(&mut self, id: TableId, now: Instant) {
        let room = self.tables.get_mut(&id).expect("only tables that exist are published");
        let table = &mut room.table;
        table.is_watched = !room.pages.is_empty();
        table.claim_for_engine();
        let job = table.next_job(now);
        table.update_clock(now);
        room.version += 1;
        let variant = table.game.rules().name();
        let is_other = std::mem::replace(&mut table.shown_variant, variant) != variant;
        let exercises = is_other.then(|| view::exercises(table));
        let data_changes = std::mem::take(&mut table.data_changes);
        let replaced = table.replaced.take();
        let tree = table.game.take_changes().map(|changes| view::tree(&table.game, &changes));
        let mut messages = Vec::new();
        let headers = Headers::from(&table.game.record().tags);
        if std::mem::replace(&mut table.shown_headers, headers.clone()) != headers {
            messages.push(Message::Headers { headers });
        }
        if std::mem::take(&mut table.is_file_new) {
            messages.push(view::file(table));
        }
        let review = table.game_review().map(|_| (table.game.revision(), table.game.last()));
        if std::mem::replace(&mut table.shown_review, review) != review {
            messages.push(Message::Mistakes { mistakes: table.mistakes() });
        }
        if std::mem::take(&mut table.are_lines_new) {
            messages.push(view::analysis(table));
        }
        // Last: with another position, a page forgets what was said about the one before.
        messages.extend(table.notices.drain(..).map(|notice| Message::Notice { notice }));
        if let Some(job) = job {
            room.engine_used = Some(now);
            self.backend.search(id, job);
        }
        exercises.iter().chain(&tree).for_each(|message| self.send_to_table(id, message));
        self.send_state(id, now);
        messages.iter().for_each(|message| self.send_to_table(id, message));
        data_changes.into_iter().for_each(|change| self.change_user_data(change));
        if let Some(game) = replaced {
            let index = game.file_index;
            let game_id = self.start_keeping(game);
            let room = self.tables.get_mut(&id).expect("only tables that exist are published");
            if let (Some(file), Some(index)) = (&mut room.table.file, index) {
                file.set_id(index, game_id);
            }
        }
    }

    /// Keeps the games of all tables in the list of recent games, because the program ends.
    pub fn keep_all(&mut self, now: Instant) {
        let ids: Vec<_> = self.tables.keys().copied().collect();
        ids.into_iter().for_each(|id| self.keep_game(id, now));
    }

    /// Keeps the game of a table in the list of recent games if it has new moves.
    fn keep_game(&mut self, id: TableId, now: Instant) {
        let room = self.tables.get_mut(&id).expect("only tables that exist");
        let Some(game) = room.table.take_unkept() else { return };
        (room.kept, room.kept_end) = (now, room.table.game.end().cloned());
        let game_id = self.start_keeping(game);
        self.part(game_id);
        let room = self.tables.get_mut(&id).expect("only tables that exist");
        room.table.game_id = Some(game_id);
        self.keep_tables(now);
    }

    /// Makes the games at all tables others than one that goes on elsewhere: what is played here is kept apart from it.
    fn part(&mut self, game: GameId) {
        let rooms = self.tables.values_mut().filter(|room| room.table.game_id == Some(game));
        rooms.for_each(|room| room.table.game_id = None);
    }

    /// Starts to write a game for the list of recent games and returns its number there.
    fn start_keeping(&mut self, mut game: KeptGame) -> GameId {
        if game.info.id == 0 {
            self.last_game_id = self.backend.unix_time().max(self.last_game_id + 1);
            game.info.id = self.last_game_id;
        }
        let id = game.info.id;
        game.info.saved = self.backend.unix_time();
        let write = move || {
            Finished::Recent(Box::new(RecentGame::new(game.info, &game.record, game.seats)))
        };
        self.backend.work(Ticket(None), Box::new(write));
        id
    }

    /// Changes what is kept for the user, and tells all pages.
    fn change_user_data(&mut self, change: Change) {
        if self.apply(&change) {
            self.backend.save(&change);
        }
    }

    /// Tells all pages what is wrong with the file of the user's data; `None` if nothing is.
    pub fn set_problem(&mut self, problem: Option<Problem>) {
        self.problem = problem;
        self.send_to_owner(&Message::Problem { problem: self.problem.clone() });
    }

    /// Shows a change of the user's data that another page has stored.
    pub fn take_change(&mut self, change: &Change) {
        if let Change::Game(game) = change {
            self.part(game.info.id);
        }
        self.apply(change);
    }

    /// Changes what is known of the user's data, and tells all pages. Returns whether it makes a difference.
    fn apply(&mut self, change: &Change) -> bool {
        if !self.user_data.apply(change) {
            return false;
        }
        let message = match change {
            Change::Settings(_) => self.settings_message(),
            Change::Puzzle { .. } | Change::Streak { .. } | Change::ForgetPuzzles { .. } => {
                self.puzzles_message()
            }
            Change::Game(_) | Change::ForgetGame { .. } => self.games_message(),
        };
        self.send_to_owner(&message);
        true
    }

    fn settings_message(&self) -> Message {
        Message::Settings { settings: self.user_data.settings.clone() }
    }

    fn puzzles_message(&self) -> Message {
        let UserData { puzzles, puzzle_rating, .. } = self.user_data.clone();
        Message::Puzzles { puzzles, rating: puzzle_rating }
    }

    fn games_message(&self) -> Message {
        let (games, count) = recent_games::list(self.user_data.recent.iter(), 0);
        Message::Games { games, count }
    }

    /// Replies to the page that has sent a request, or has sent it again meanwhile.
    fn reply(
        &mut self,
        table: TableId,
        mut page: PageId,
        id: String,
        result: Result<Reply, CommandError>,
    ) {
        let reply = result.unwrap_or_else(|error| Reply::Error { error });
        if let Some(room) = self.tables.get_mut(&table)
            && let Some(index) = room.heard.iter().position(|heard| heard.id == id)
        {
            let heard = &mut room.heard[index];
            (page, heard.reply) = (heard.page, Some(reply.clone()));
            if matches!(reply, Reply::Error { .. }) {
                room.heard.remove(index);
            }
        }
        self.send(page, &Message::Reply { id, reply });
    }

    /// Sends the state of a table to its pages, to each with its own place if there are seats.
    fn send_state(&mut self, id: TableId, now: Instant) {
        let Some(room) = self.tables.get_mut(&id) else { return };
        if room.table.mode.seats().is_none() {
            let message = view::state(&room.table, now);
            self.send_to_table(id, &message);
            return;
        }
        let pages = Vec::from_iter(room.pages.iter().map(|page| page.id));
        pages.into_iter().for_each(|page| self.send_own_state(id, page, now));
    }

    /// Sends the state of a table with seats to one of its pages, with its own place.
    fn send_own_state(&mut self, id: TableId, page: PageId, now: Instant) {
        let Some(room) = self.tables.get_mut(&id) else { return };
        let role = room.role(page);
        let message = room.at_place_of(page, |table| view::state_for(table, role, now));
        self.send(page, &message);
    }

    /// Sends a message to all pages of a table.
    fn send_to_table(&mut self, id: TableId, message: &Message) {
        let Some(room) = self.tables.get(&id) else { return };
        send_to(&mut self.backend, room.pages.iter(), message);
    }

    /// Sends a message to all pages of the owner.
    fn send_to_owner(&mut self, message: &Message) {
        let pages = self.tables.values().flat_map(|room| &room.pages);
        send_to(&mut self.backend, pages.filter(|page| page.is_owners), message);
    }

    /// Sends a message to a page.
    pub fn send(&mut self, page: PageId, message: &Message) {
        self.backend.send(page, &to_json(message));
    }

    /// Returns what is kept for the user.
    #[cfg(test)]
    pub fn user_data(&self) -> &UserData {
        &self.user_data
    }

    /// Returns the table of a page.
    #[cfg(test)]
    pub fn table(&self, page: PageId) -> &Table {
        &self.tables[&self.pages[&page]].table
    }
}

/// Sends a message to pages, if there are any.
fn send_to<'a>(
    backend: &mut impl Backend,
    pages: impl Iterator<Item = &'a OpenPage>,
    message: &Message,
) {
    let mut pages = pages.peekable();
    if pages.peek().is_some() {
        let json = to_json(message);
        pages.for_each(|page| backend.send(page.id, &json));
    }
}

/// Writes a message to a page.
pub fn to_json(message: &Message) -> Arc<str> {
    serde_json::to_string(message).expect("JSON can represent every message").into()
}
