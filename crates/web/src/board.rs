//! The board with one page, in a worker. The host gives it [`Event`]s and carries out its [`Action`]s.

use crate::page;
use board::board::{Backend, Board, BoardSetup, PageId, TableId, TableVersion, Ticket};
use board::engine_choices::{EngineChoices, EngineSize};
use board::job::{Job, JobReport, JobResult};
use board::messages::{Problem, Settings};
use board::user_data::{Change, UserData};
use board::{RecentGame, Work};
use platform::Instant;
use search::Control;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

/// The name and version of the program.
const PROGRAM: &str = concat!("Ozutsu ", env!("CARGO_PKG_VERSION"));
/// The page that has started the worker.
const PAGE: PageId = PageId(0);
/// The name under which what is no game is stored.
const USER_DATA: &str = "user_data";
/// The usual size of the engine.
const ENGINE_SIZE: EngineSize = EngineSize { threads: 1, hash: 64 };

/// What happens.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    /// The page opens the board.
    Open {
        /// The name of its table, or an empty one.
        table: String,
        /// The table as it was saved.
        saved: Option<String>,
        /// What is stored for the user: the games, and the rest.
        games: Vec<String>,
        user_data: Option<String>,
    },
    /// The page has sent a request.
    Request(String),
    /// A tenth of a second has passed.
    Tick,
    /// There was time for work.
    Work,
    /// An engine has reported on a job.
    Report { table: u64, job: u64, report: JobReport },
    /// An engine has crashed.
    Crashed { table: u64, job: u64 },
    /// Another page has sent a message: a change of the user's data that it has stored, or something unknown.
    Change(String),
    /// Changes are to be applied to what is stored now under their name.
    Store { stored: Option<String>, changes: Vec<Change> },
    /// Why what the person does cannot be kept now, if it cannot.
    Problem(Option<String>),
    /// The page is hidden and may be gone soon.
    Hide,
}

/// What the host is to do, in this order.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    /// Send a message to the page.
    Send(String),
    /// Let the engine of a table do a job. One that it still does is out of date.
    Search {
        table: u64,
        job: Job,
        /// The size of the hash table in MiB. Another size needs another engine.
        hash: usize,
    },
    /// Stop what the engine of a table does.
    Stop { table: u64 },
    /// End the engine of a table.
    Free { table: u64 },
    /// Send the event `work` when nothing else waits.
    Work,
    /// Store a change of the user's data under a name, by the event `store`.
    Save { name: String, change: Change },
    /// Store this text under the name, or nothing.
    Stored(Option<String>),
    /// Leave the user's data as it is, for this reason.
    Unreadable(String),
    /// Keep the table, for the page loaded again.
    Keep(String),
}

/// The backend of the board: what it asks for becomes a list of actions.
struct Actions {
    list: Vec<Action>,
    choices: EngineChoices,
    /// The size that the person has chosen.
    engine_size: EngineSize,
    work: VecDeque<(Ticket, Work)>,
    /// The jobs that engines do: their numbers, and what stops them.
    jobs: HashMap<TableId, (u64, Control)>,
}

impl Actions {
    fn new(settings: &Settings) -> Self {
        let (list, work, jobs) = Default::default();
        let choices = EngineChoices::new(ENGINE_SIZE, ENGINE_SIZE.threads);
        let engine_size = choices.size(ENGINE_SIZE, settings);
        Self { list, choices, engine_size, work, jobs }
    }

    /// Gives the engines the size that settings choose, from their next jobs on.
    fn adopt_settings(&mut self, changes: &Settings) {
        self.engine_size = self.choices.size(self.engine_size, changes);
    }

    /// Stops the engines whose jobs are out of date.
    fn stop_jobs(&mut self) {
        let list = &mut self.list;
        self.jobs.retain(|table, (_, control)| {
            if control.is_stopped() {
                list.push(Action::Stop { table: table.0 });
            }
            !control.is_stopped()
        });
    }
}

impl Backend for Actions {
    fn send(&mut self, _: PageId, json: &Arc<str>) {
        self.list.push(Action::Send(json.to_string()));
    }

    fn search(&mut self, table: TableId, job: Job) {
        self.jobs.insert(table, (job.id, job.control.clone()));
        self.list.push(Action::Search { table: table.0, job, hash: self.engine_size.hash });
    }

    fn free_engine(&mut self, table: TableId) {
        self.jobs.remove(&table);
        self.list.push(Action::Free { table: table.0 });
    }

    fn work(&mut self, ticket: Ticket, work: Work) {
        self.work.push_back((ticket, work));
        self.list.push(Action::Work);
    }

    fn save(&mut self, change: &Change) {
        if let Change::Settings(settings) = change {
            self.adopt_settings(settings);
        }
        let name = match change.game() {
            Some(id) => format!("game {id}"),
            None => USER_DATA.into(),
        };
        self.list.push(Action::Save { name, change: change.clone() });
    }

    fn unix_time(&self) -> u64 {
        page::unix_time()
    }
}

thread_local! {
    static BOARD: RefCell<Option<Board<Actions>>> = const { RefCell::new(None) };
    /// The table as the host has kept it.
    static KEPT: RefCell<Option<KeptTable>> = const { RefCell::new(None) };
}

/// A table as the host has kept it.
struct KeptTable {
    version: TableVersion,
    at: Instant,
}

/// What has happened before a table is kept.
#[derive(Clone, Copy)]
enum Occasion {
    /// The page is hidden.
    Hidden,
    /// The person has done something.
    Request,
    Other,
}

/// The time between two copies of a table, unless there are other moves, the person changes the record or tries to
/// solve a puzzle, or the page is hidden.
const KEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Handles an event and gives the host the list of what it is to do.
#[unsafe(no_mangle)]
pub extern "C" fn board_event() {
    let event = serde_json::from_slice(&page::take_input()).expect("an event");
    match event {
        Event::Store { stored, changes } => page::send(&[store(stored, &changes)]),
        Event::Open { table, saved, games, user_data } => {
            page::report_panics();
            let (mut user_data, problem) = match read_user_data(user_data) {
                Ok(user_data) => (user_data, None),
                Err(error) => (UserData::default(), Some(error)),
            };
            let games = games.iter().filter_map(|text| RecentGame::from_text(text));
            let changes = user_data.add_games(games);
            let mut board = open_board(user_data);
            changes.iter().for_each(|change| board.backend().save(change));
            board.set_problem(problem.map(Problem::NotKept));
            let now = Instant::now();
            if let Some(saved) = saved.and_then(|saved| serde_json::from_str(&saved).ok()) {
                board.restore_table(saved, now);
            }
            board.open(PAGE, &table, now);
            finish_event(&mut board, Occasion::Other);
            BOARD.set(Some(board));
        }
        event => BOARD.with_borrow_mut(|board| {
            let board = board.as_mut().expect("the page opens the board first");
            let occasion = match event {
                Event::Hide => Occasion::Hidden,
                Event::Request(_) => Occasion::Request,
                _ => Occasion::Other,
            };
            handle(board, event);
            finish_event(board, occasion);
        }),
    }
}

/// Reads what is stored for the user. An error if no version that this one knows has written it.
fn read_user_data(text: Option<String>) -> Result<UserData, String> {
    let Some(text) = text else { return Ok(UserData::default()) };
    serde_json::from_str(&text).map_err(|error| format!("what is stored cannot be read: {error}"))
}

/// Applies changes to what is stored under their name.
fn store(stored: Option<String>, changes: &[Change]) -> Action {
    if changes.iter().any(|change| change.game().is_some()) {
        let apply = |stored: Option<String>, change: &Change| change.game_text(stored.as_deref());
        return Action::Stored(changes.iter().fold(stored, apply));
    }
    match read_user_data(stored) {
        Ok(mut user_data) => {
            changes.iter().for_each(|change| {
                user_data.apply(change);
            });
            let text = serde_json::to_string(&user_data).expect("JSON can represent user data");
            Action::Stored(Some(text))
        }
        Err(error) => Action::Unreadable(error),
    }
}

fn open_board(user_data: UserData) -> Board<Actions> {
    let actions = Actions::new(&user_data.settings);
    let setup = BoardSetup {
        rules: games::all().next().expect("there are built-in games"),
        program: PROGRAM,
        scripts: "",
        user_data,
        share: None,
        hash_sizes: actions.choices.hash.clone(),
        thread_counts: Vec::new(),
    };
    Board::new(setup, actions)
}

fn handle(board: &mut Board<Actions>, event: Event) {
    let now = Instant::now();
    match event {
        Event::Request(json) => board.receive(PAGE, &json, now),
        Event::Tick => board.tick(now),
        Event::Work => {
            if let Some((ticket, work)) = board.backend().work.pop_front() {
                board.finish(ticket, Some(work()), Instant::now());
            }
        }
        Event::Report { table, job, report } => {
            if matches!(report, JobReport::Finished(_)) {
                board.backend().jobs.remove(&TableId(table));
            }
            board.report(TableId(table), job, report, now);
        }
        Event::Crashed { table, job } => {
            board.backend().jobs.remove(&TableId(table));
            let report = JobReport::Finished(JobResult::Failed);
            board.report(TableId(table), job, report, now);
        }
        Event::Change(change) => {
            let Ok(change) = serde_json::from_str(&change) else { return };
            if let Change::Settings(settings) = &change {
                board.backend().adopt_settings(settings);
            }
            board.take_change(&change);
        }
        Event::Problem(reason) => {
            board.set_problem(reason.map(Problem::NotKept));
        }
        Event::Hide => {}
        Event::Open { .. } | Event::Store { .. } => unreachable!("handled before"),
    }
}

/// Gives the host what is to be done, and the table if it is to be kept.
fn finish_event(board: &mut Board<Actions>, occasion: Occasion) {
    board.backend().stop_jobs();
    let mut actions = std::mem::take(&mut board.backend().list);
    if let Some(version) = board.table_version(PAGE)
        && KEPT.with_borrow(|kept| is_due(kept.as_ref(), version, occasion))
        && let Some(saved) = board.save_table(PAGE, Instant::now())
    {
        KEPT.set(Some(KeptTable { version, at: Instant::now() }));
        let saved = serde_json::to_string(&saved).expect("JSON can represent every table");
        actions.push(Action::Keep(saved));
    }
    page::send(&actions);
}

/// Returns whether a table with a version is to be kept in place of another one.
fn is_due(kept: Option<&KeptTable>, version: TableVersion, occasion: Occasion) -> bool {
    let Some(kept) = kept else { return true };
    let is_urgent = match occasion {
        // The clocks may have run on.
        Occasion::Hidden => return true,
        Occasion::Request => {
            (kept.version.record, kept.version.attempt) != (version.record, version.attempt)
        }
        Occasion::Other => false,
    };
    kept.version != version
        && (is_urgent || kept.version.moves != version.moves || kept.at.elapsed() >= KEEP_INTERVAL)
}
