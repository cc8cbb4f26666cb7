//! Tests of tables through their commands, as the page sends them.

mod analysis;
mod annotations;
mod clocks;
mod files;
mod own_puzzles;
mod page_types;
mod pages;
mod playing;
mod puzzles;
mod random_commands;
mod recent_games;
mod saved_tables;
mod seats;
mod texts;

use crate::board::{Backend, Board, BoardSetup, PageId, TableId, Ticket};
use crate::game::TreeChanges;
use crate::job::{Job, JobReport};
use crate::messages::{
    Difficulty, Headers, Message, Problem, PuzzleProgress, PuzzleView, Refutation, SearchPurpose,
    ShareView, TableView, TreeNode, Verdict,
};
use crate::recent_game::RecentGame;
use crate::saved_table::SavedTable;
use crate::searcher::Searcher;
use crate::step::Work;
use crate::table::Table;
use crate::user_data::{Change, UserData};
use crate::view;
use platform::Instant;
use proptest::prelude::*;
use records::{EndReason, format_western};
use rules::{Color, Rules};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The longest time an answer of the engine may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The page that sends the commands of a test.
const PAGE: PageId = PageId(0);

/// A report about a job of a table, and when it was made.
type Report = (TableId, u64, JobReport, Instant);

/// Runs each job on a new thread, and keeps everything else for the test to look at.
struct TestBackend {
    messages: HashMap<PageId, Vec<Value>>,
    work: VecDeque<(Ticket, Work)>,
    reports: Sender<Report>,
    changes: Vec<Change>,
    freed_engines: usize,
    /// The passes of the pages that are admitted, and the number of those made.
    passes: Vec<String>,
    made_passes: usize,
    /// The tables with seats that were last kept.
    kept_tables: Vec<SavedTable>,
    /// The pages that were cut off.
    cut_off: Vec<PageId>,
    /// The bytes sent to all pages.
    bytes: usize,
}

impl Backend for TestBackend {
    const HAS_GUESTS: bool = true;

    fn new_pass(&mut self) -> Option<String> {
        self.made_passes += 1;
        Some(format!("pass{}", self.made_passes))
    }

    fn admit(&mut self, passes: Vec<String>) {
        self.passes = passes;
    }

    fn share_view(&self, address: &str) -> Option<ShareView> {
        Some(ShareView { address: address.into(), qr: Vec::new() })
    }

    fn send(&mut self, page: PageId, json: &Arc<str>) {
        self.bytes += json.len();
        self.messages.entry(page).or_default().push(serde_json::from_str(json).unwrap());
    }

    fn cut_off(&mut self, page: PageId) {
        self.cut_off.push(page);
    }

    fn keep_tables(&mut self, save: &dyn Fn() -> Vec<SavedTable>) {
        self.kept_tables = save();
    }

    fn search(&mut self, table: TableId, job: Job) {
        let reports = self.reports.clone();
        // As to a worker in the page.
        let sent = Job { control: job.control.clone(), ..through_json(&job) };
        let run = move || {
            let mut searcher = Searcher::new(1, 1);
            searcher.set_up(&sent);
            let send = |report| {
                let _ = reports.send((table, sent.id, through_json(&report), Instant::now()));
            };
            let result = searcher.run(&sent, &mut |report| send(report));
            send(JobReport::Finished(result));
        };
        std::thread::spawn(run);
    }

    fn free_engine(&mut self, _: TableId) {
        self.freed_engines += 1;
    }

    fn work(&mut self, ticket: Ticket, work: Work) {
        self.work.push_back((ticket, work));
    }

    fn save(&mut self, change: &Change) {
        self.changes.push(change.clone());
    }

    fn unix_time(&self) -> u64 {
        1_000_000
    }
}

fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

/// A board with one page.
struct Rig {
    board: RefCell<Board<TestBackend>>,
    reports: Receiver<Report>,
}

fn table() -> Rig {
    table_of(games::by_name("shogi").unwrap())
}

fn table_of(rules: &'static Rules) -> Rig {
    board_with(rules, UserData::default())
}

fn board_with(rules: &'static Rules, user_data: UserData) -> Rig {
    let (sender, reports) = channel();
    let backend = TestBackend {
        messages: HashMap::new(),
        work: VecDeque::new(),
        reports: sender,
        changes: Vec::new(),
        freed_engines: 0,
        passes: Vec::new(),
        made_passes: 0,
        kept_tables: Vec::new(),
        cut_off: Vec::new(),
        bytes: 0,
    };
    let setup = BoardSetup {
        rules,
        program: "test",
        scripts: "",
        user_data,
        share: None,
        hash_sizes: Vec::new(),
        thread_counts: Vec::new(),
    };
    let rig = Rig { board: RefCell::new(Board::new(setup, backend)), reports };
    rig.open(PAGE, "test");
    rig
}

impl Rig {
    fn open(&self, page: PageId, name: &str) {
        self.board.borrow_mut().open(page, name, Instant::now());
    }

    /// Opens a page with a pass. `is_owners` says whether it has the key, too.
    fn open_seat(&self, page: PageId, pass: &str, is_owners: bool) {
        self.board.borrow_mut().open_seat(page, pass, is_owners, Instant::now());
    }

    fn close(&self, page: PageId) {
        self.board.borrow_mut().close(page, Instant::now(), Instant::now());
    }

    fn tick(&self, now: Instant) {
        self.board.borrow_mut().tick(now);
    }

    /// Returns the messages that a page got since the last call.
    fn take_messages(&self, page: PageId) -> Vec<Value> {
        self.board.borrow_mut().backend().messages.remove(&page).unwrap_or_default()
    }

    /// Sends a command without doing the work that it asks for. Returns its number.
    fn send(&self, page: PageId, command: &Value) -> String {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        let id = format!("page-{}", NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        self.send_as(page, &id, command);
        id
    }

    fn send_as(&self, page: PageId, id: &str, command: &Value) {
        let request = json!({"id": id, "request": command}).to_string();
        self.board.borrow_mut().receive(page, &request, Instant::now());
    }

    /// Does the work that waits.
    fn work(&self) {
        loop {
            let work = self.board.borrow_mut().backend().work.pop_front();
            let Some((ticket, work)) = work else { return };
            self.board.borrow_mut().finish(ticket, Some(work()), Instant::now());
        }
    }

    /// Returns the reply to a command, if the page has it.
    fn reply(&self, page: PageId, id: &str) -> Option<Value> {
        let mut board = self.board.borrow_mut();
        let messages = board.backend().messages.get(&page)?;
        let is_reply = |m: &&Value| m["message"] == "reply" && m["id"] == id;
        messages.iter().rfind(is_reply).map(|message| message["reply"].clone())
    }

    /// Takes the reports of jobs that have arrived.
    fn take_reports(&self) {
        for (table, job, report, at) in self.reports.try_iter() {
            self.board.borrow_mut().report(table, job, report, at);
        }
    }

    /// Keeps the games and returns those that are kept, the newest first.
    fn recent(&self) -> Vec<RecentGame> {
        self.board.borrow_mut().keep_all(Instant::now());
        self.work();
        self.board.borrow().user_data().recent.clone()
    }

    fn read<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(self.board.borrow().table(PAGE))
    }
}

/// Runs a command and returns its reply.
fn run(table: &Rig, command: Value) -> Value {
    let id = table.send(PAGE, &command);
    table.work();
    table.reply(PAGE, &id).unwrap_or_else(|| panic!("{command}: no reply"))
}

/// Runs a command that must be carried out.
#[track_caller]
fn run_ok(table: &Rig, command: Value) {
    let reply = run(table, command.clone());
    assert_eq!(reply["reply"], "done", "{command}: {reply}");
}

fn state(table: &Rig) -> TableView {
    table.take_reports();
    match table.read(|table| view::state(table, Instant::now())) {
        Message::State(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn nodes(table: &Rig) -> Vec<TreeNode> {
    match table.read(|table| view::tree(&table.game, &TreeChanges::All)) {
        Message::Tree { nodes, .. } => nodes,
        other => panic!("{other:?}"),
    }
}

/// Starts a game with players given as in JSON.
fn start(table: &Rig, variant: &str, black: Value, white: Value) {
    let setup = json!({"command": "new_game", "variant": variant, "players": [black, white]});
    run_ok(table, setup);
}

/// Shows a position of shogi.
fn set_up(table: &Rig, sfen: &str) {
    run_ok(table, json!({"command": "set_up", "variant": "shogi", "sfen": sfen}));
}

fn person() -> Value {
    json!({"kind": "person"})
}

fn engine() -> Value {
    json!({"kind": "engine", "level": 0, "move_time": 10})
}

fn play(table: &Rig, moves: &str) {
    for mv in moves.split_whitespace() {
        let node = state(table).node;
        run_ok(table, json!({"command": "play", "node": node, "move": mv}));
    }
}

/// Plays the first legal move, a number of times.
fn play_any(table: &Rig, count: usize) {
    for _ in 0..count {
        let mv = state(table).legal[0].clone();
        play(table, &mv);
    }
}

/// Returns why a command was refused: the code, and the value in JSON.
#[track_caller]
fn error(reply: Value) -> String {
    assert_eq!(reply["reply"], "error", "{reply}");
    let code = reply["error"]["code"].as_str().unwrap();
    match reply["error"].get("value") {
        Some(value) => format!("{code} {value}"),
        None => code.to_owned(),
    }
}

/// Returns the winner and why the game has ended.
fn end(table: &Rig) -> (Option<Color>, EndReason) {
    let end = state(table).end.unwrap();
    (end.winner, end.reason)
}

fn wait_until(table: &Rig, is_reached: impl Fn(&TableView) -> bool) -> TableView {
    let start = Instant::now();
    loop {
        let view = state(table);
        if is_reached(&view) {
            return view;
        }
        assert!(start.elapsed() < PATIENCE, "{view:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Waits for the end of the search.
fn wait_for_search(table: &Rig) -> TableView {
    wait_until(table, |view| view.searching.is_none())
}

/// Returns the number of the stored puzzle with a solution.
fn stored_number(game: &str, solution: &str) -> usize {
    let text = games::puzzles(game).unwrap();
    let index = text.lines().position(|line| line.contains(&format!("; pv {solution};")));
    index.unwrap() + 1
}

/// Shows a puzzle of Cannon Shogi, a mate in two by White: 4i5h, 6h7g, 6e6g+.
fn start_puzzle() -> (Rig, PuzzleView) {
    let table = table();
    let number = stored_number("cannonshogi", "4i5h 6h7g 6e6g+");
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi", "number": number}));
    let view = puzzle(&table);
    (table, view)
}

fn puzzle(table: &Rig) -> PuzzleView {
    state(table).puzzle.unwrap()
}
