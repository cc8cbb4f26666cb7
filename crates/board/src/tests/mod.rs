//! Tests of tables through their commands, as the page sends them.

mod own_puzzles;
mod page_types;
mod saved_tables;

use crate::board::{Backend, Board, BoardSetup, PageId, TableId, Ticket};
use crate::game::TreeChanges;
use crate::job::{Job, JobReport};
use crate::messages::{
    Difficulty, Message, PuzzleProgress, PuzzleView, Refutation, SearchPurpose, Side, TableView,
    TreeNode, Verdict,
};
use crate::searcher::Searcher;
use crate::table::Table;
use crate::user_data::{Change, UserData};
use crate::view;
use crate::work::Work;
use platform::Instant;
use proptest::prelude::*;
use records::format_western;
use rules::Rules;
use search::STACK_SIZE;
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

/// Runs each job on a new thread, and keeps everything else for the test to look at.
#[derive(Debug)]
struct TestBackend {
    messages: HashMap<PageId, Vec<Value>>,
    work: VecDeque<(Ticket, Work)>,
    reports: Sender<(TableId, u64, JobReport)>,
    changes: Vec<Change>,
    freed_engines: usize,
    /// The bytes sent to all pages.
    bytes: usize,
}

impl Backend for TestBackend {
    fn send(&mut self, page: PageId, json: &Arc<str>) {
        self.bytes += json.len();
        self.messages.entry(page).or_default().push(serde_json::from_str(json).unwrap());
    }

    fn search(&mut self, table: TableId, job: Job) {
        let reports = self.reports.clone();
        // As to a worker in the page.
        let sent = Job { control: Arc::clone(&job.control), ..through_json(&job) };
        let run = move || {
            let mut searcher = Searcher::new(1, 1);
            searcher.set_up(&sent);
            let send = |report| {
                let _ = reports.send((table, sent.id, through_json(&report)));
            };
            let result = searcher.run(&sent, &mut |report| send(report));
            send(JobReport::Finished(result));
        };
        std::thread::Builder::new().stack_size(STACK_SIZE).spawn(run).unwrap();
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
    reports: Receiver<(TableId, u64, JobReport)>,
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
        bytes: 0,
    };
    let setup = BoardSetup { rules, program: "test", user_data, share: None };
    let rig = Rig { board: RefCell::new(Board::new(setup, backend)), reports };
    rig.open(PAGE, "test");
    rig
}

impl Rig {
    fn open(&self, page: PageId, name: &str) {
        self.board.borrow_mut().open(page, name, Instant::now());
    }

    fn close(&self, page: PageId) {
        self.board.borrow_mut().close(page, Instant::now());
    }

    fn tick(&self, now: Instant) {
        self.board.borrow_mut().tick(now);
    }

    /// Returns the messages that a page got since the last call.
    fn take_messages(&self, page: PageId) -> Vec<Value> {
        self.board.borrow_mut().backend().messages.remove(&page).unwrap_or_default()
    }

    /// Sends a command without doing the work that it asks for. Returns its number.
    fn send(&self, page: PageId, command: &Value) -> u64 {
        static NEXT: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(1);
        let id = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let request = json!({"id": id, "request": command}).to_string();
        self.board.borrow_mut().receive(page, &request, Instant::now());
        id
    }

    /// Does the work that waits.
    fn work(&self) {
        loop {
            let work = self.board.borrow_mut().backend().work.pop_front();
            let Some((ticket, work)) = work else { return };
            self.board.borrow_mut().finish(ticket, Some(work.run()), Instant::now());
        }
    }

    /// Returns the reply to a command, if the page has it.
    fn reply(&self, page: PageId, id: u64) -> Option<Value> {
        let mut board = self.board.borrow_mut();
        let messages = board.backend().messages.get(&page)?;
        let is_reply = |m: &&Value| m["message"] == "reply" && m["id"] == id;
        messages.iter().find(is_reply).map(|message| message["reply"].clone())
    }

    /// Takes the reports of jobs that have arrived.
    fn take_reports(&self) {
        for (table, job, report) in self.reports.try_iter() {
            self.board.borrow_mut().report(table, job, report, Instant::now());
        }
    }

    fn read<T>(&self, read: impl FnOnce(&Table) -> T) -> T {
        read(self.board.borrow().table(PAGE))
    }
}

/// Runs a command and returns its reply.
fn run(table: &Rig, command: Value) -> Value {
    let id = table.send(PAGE, &command);
    table.work();
    table.reply(PAGE, id).unwrap_or_else(|| panic!("{command}: no reply"))
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

#[track_caller]
fn error(reply: Value) -> String {
    assert_eq!(reply["reply"], "error", "{reply}");
    assert!(!reply["error"]["ja"].as_str().unwrap().is_empty(), "{reply}");
    reply["error"]["en"].as_str().unwrap().to_owned()
}

fn end_text(table: &Rig) -> String {
    state(table).end.unwrap().text.en
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

#[test]
fn moves_are_played_and_illegal_ones_refused_with_their_reason() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    let view = state(&table);
    assert_eq!((view.node, view.status.as_str()), (2, "ongoing"));
    assert!(view.legal.contains(&"8h2b+".to_owned()));
    let reply = run(&table, json!({"command": "play", "node": 2, "move": "8h7f"}));
    assert_eq!(error(reply), "the piece cannot move there");
    let reply = run(&table, json!({"command": "play", "node": 2, "move": "P*5e"}));
    assert_eq!(error(reply), "no such piece in hand");
    let reply = run(&table, json!({"command": "play", "node": 1, "move": "8h2b+"}));
    assert_eq!(error(reply), "the board has changed meanwhile");
    assert_eq!(state(&table).node, 2);
}

#[test]
fn the_engine_answers_and_moves_are_taken_back_in_pairs() {
    for variant in games::names() {
        let table = table();
        start(&table, variant, person(), engine());
        let first = state(&table).legal[0].clone();
        play(&table, &first);
        wait_until(&table, |view| view.last_node == 2);
        run_ok(&table, json!({"command": "undo"}));
        assert_eq!((state(&table).node, state(&table).last_node), (0, 0));
    }
}

#[test]
fn the_engine_moves_first_as_black_and_plays_itself() {
    let table = table();
    start(&table, "cannonshogi", engine(), person());
    let view = wait_until(&table, |view| view.last_node == 1);
    assert!(!view.legal.is_empty());
    start(&table, "cannonshogi", engine(), engine());
    wait_until(&table, |view| view.last_node >= 3);
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "7g7f"}));
    assert!(!error(reply).is_empty());
    run_ok(&table, json!({"command": "pause", "paused": true}));
    assert_eq!(state(&table).searching, None);
}

#[test]
fn searches_stop_and_engines_are_freed_when_the_last_page_is_closed() {
    let table = table();
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 3}));
    table.open(PageId(1), "test");
    table.close(PAGE);
    let table_of_page = |page| {
        let board = table.board.borrow();
        let Message::State(view) = view::state(board.table(page), Instant::now()) else { panic!() };
        view.searching
    };
    assert!(table_of_page(PageId(1)).is_some());
    table.close(PageId(1));
    table.tick(Instant::now());
    assert_eq!(table.board.borrow_mut().backend().freed_engines, 0);
    table.tick(Instant::now() + Duration::from_secs(20));
    assert_eq!(table.board.borrow_mut().backend().freed_engines, 1);
    // The table that was left is given to the next page, and goes on.
    table.open(PageId(2), "");
    assert!(table_of_page(PageId(2)).is_some());
}

#[test]
fn games_end_by_rule_resignation_and_time() {
    let table = table();
    start(&table, "shogi", person(), person());
    let setup = json!({"command": "set_up", "variant": "shogi",
        "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"});
    run_ok(&table, setup);
    play(&table, "G*5b");
    let end = state(&table).end.unwrap();
    assert_eq!((end.text.en.as_str(), end.draw), ("White is mated", false));
    assert_eq!(error(run(&table, json!({"command": "resign"}))), "the game is over");

    start(&table, "shogi", person(), person());
    run_ok(&table, json!({"command": "resign"}));
    assert_eq!(end_text(&table), "Black resigns");

    let setup = json!({"command": "new_game", "variant": "shogi",
        "players": [person(), person()], "time": {"main": 1}});
    run_ok(&table, setup);
    table.tick(Instant::now() + Duration::from_millis(20));
    assert_eq!(end_text(&table), "Black loses on time");
}

#[test]
fn a_resignation_is_undone_before_a_move() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    for ending in ["resign", "draw"] {
        run_ok(&table, json!({"command": ending}));
        run_ok(&table, json!({"command": "go_to", "node": 0}));
        run_ok(&table, json!({"command": "undo"}));
        let view = state(&table);
        assert_eq!((view.end, view.node, view.last_node), (None, 2, 2), "{ending}");
    }
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!(state(&table).last_node, 1);
    // Mate ends the game by rule, so the mating move is taken back.
    let setup = json!({"command": "set_up", "variant": "shogi",
        "sfen": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"});
    run_ok(&table, setup);
    play(&table, "G*5b");
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!((state(&table).end, state(&table).last_node), (None, 0));
}

#[test]
fn games_from_files_end_at_goals_and_by_lost_repetitions() {
    let file = "name = 'race'\nfiles = 3\nranks = 4\npromotion-ranks = 1\ngoal-ranks = 1\n\
                repetition = 'repeater-loses'\nrepetition-count = 2\nstart = '1k1/3/3/1K1'\n\
                [[piece]]\nletter = 'K'\nname = 'King'\nrole = 'king'\nmovement = 'K'\n";
    let game = &games::parse(file).games[0];
    let rules = Rules::build(&game.spec).unwrap();
    let table = table_of(rules);
    run_ok(&table, json!({"command": "players", "players": [person(), person()]}));
    play(&table, "2d1d 2a1a 1d2d 1a2a");
    assert_eq!(end_text(&table), "White loses by repetition");

    let table = table_of(rules);
    run_ok(&table, json!({"command": "players", "players": [person(), person()]}));
    play(&table, "2d3c 2a1b 3c3b 1b1c 3b3a");
    assert_eq!(end_text(&table), "Black's king reaches its goal");
}

#[test]
fn impasse_is_claimed_only_where_the_rules_allow_it() {
    let table = table();
    start(&table, "shogi", person(), person());
    let refused = error(run(&table, json!({"command": "claim"})));
    assert_eq!(refused, "the impasse rule allows no claim here");
    let setup = json!({"command": "set_up", "variant": "shogi",
        "sfen": "K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1"});
    run_ok(&table, setup);
    assert_eq!(state(&table).claim, Some("win"));
    run_ok(&table, json!({"command": "claim"}));
    assert_eq!(end_text(&table), "White loses by declaration");
}

#[test]
fn variations_are_kept_promoted_and_removed() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "2g2f");
    assert_eq!((state(&table).node, state(&table).last_node), (3, 2));
    run_ok(&table, json!({"command": "promote", "node": 3}));
    assert_eq!(state(&table).last_node, 3);
    run_ok(&table, json!({"command": "remove", "node": 1}));
    let view = state(&table);
    assert_eq!(
        (view.node, view.last_node, view.last_move.as_slice()),
        (1, 1, ["2g".into(), "2f".into()].as_slice())
    );
    let refused = error(run(&table, json!({"command": "remove", "node": 0})));
    assert_eq!(refused, "the start position cannot be removed");
    assert_eq!(error(run(&table, json!({"command": "go_to", "node": 9}))), "there is no move 9");
}

#[test]
fn every_format_is_read_and_written() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d 8h2b+");
    let sfen = state(&table).sfen;
    let reply = run(&table, json!({"command": "export", "format": "pgn"}));
    assert!(reply["text"].as_str().unwrap().contains("[Date \"1970.01.01\"]"), "{reply}");
    for format in ["usi", "pgn", "kif", "sfen"] {
        let reply = run(&table, json!({"command": "export", "format": format}));
        let text = reply["text"].as_str().unwrap();
        start(&table, "shosu", person(), person());
        start(&table, "shogi", person(), person());
        run_ok(&table, json!({"command": "import", "text": text}));
        assert_eq!(state(&table).sfen, sfen, "{format}");
    }
    // A position of another game is recognised.
    let wide = games::by_name("cannonshosu").unwrap().start_sfen();
    run_ok(&table, json!({"command": "import", "text": wide}));
    assert_eq!(state(&table).variant, "cannonshosu");
    for bad in ["", "hello", "9/9 b - 1", "1. e2e4 xyz"] {
        assert!(!error(run(&table, json!({"command": "import", "text": bad}))).is_empty(), "{bad}");
    }
    assert_eq!(state(&table).variant, "cannonshosu");
}

/// Reads a text while a game of `variant` is on the board. Returns the game that is then on the board
/// and the notices that the page gets.
fn read_text(variant: &str, text: &str) -> Result<(String, Vec<Value>), String> {
    let table = table();
    start(&table, variant, person(), person());
    let reply = run(&table, json!({"command": "import", "text": text}));
    if reply["reply"] == "error" {
        assert_eq!(reply["field"], "text");
        return Err(error(reply));
    }
    let messages = table.take_messages(PAGE).into_iter();
    let notices = messages.filter(|message| message["message"] == "notice");
    Ok((state(&table).variant, notices.map(|message| message["notice"].clone()).collect()))
}

#[test]
fn games_without_a_name_are_of_the_present_game() {
    // Both games accept the moves.
    for variant in ["shosu", "cannonshosu", "shosucourier"] {
        for text in [
            "position startpos moves 10h10g 10c10d",
            "startpos moves 10h10g 10c10d",
            "10h10g 10c10d",
            "1. P-10g P-10d",
            "[Event \"x\"]\n\n1. a3a4 a8a7 *",
            "startpos",
        ] {
            let (game, notices) = read_text(variant, text).unwrap();
            assert_eq!(game, variant, "{text}");
            assert!(notices.is_empty(), "{text}: {notices:?}");
        }
    }
}

#[test]
fn texts_of_other_games_are_recognised() {
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    for text in [
        shogi.to_owned(),
        format!("sfen {shogi}"),
        format!("position sfen {shogi} moves 7g7f"),
        "[Variant \"shogi\"]\n\n1. c3c4 *".to_owned(),
        "shogi\tposition startpos moves 7g7f".to_owned(),
        "setoption name UCI_Variant value shogi\nposition startpos moves 7g7f".to_owned(),
        "▲７六歩 △３四歩".to_owned(),
        "PI\n+\n+7776FU".to_owned(),
    ] {
        let (game, notices) = read_text("cannonshosu", &text).unwrap();
        assert_eq!(game, "shogi", "{text}");
        let title = json!({"en": "Shogi", "ja": "本将棋"});
        assert_eq!(notices, [json!({"kind": "imported", "title": title, "count": 1})], "{text}");
    }
    // Three games accept the moves; the person must choose.
    let refused = read_text("shogi", "position startpos moves 10h10g 10c10d").unwrap_err();
    assert!(refused.contains("'10h10g' is not a legal move"), "{refused}");
    assert!(refused.ends_with("Cannon Shosu Shogi: choose the game first"), "{refused}");
    let (_, notices) = read_text("shogi", "startpos moves 7g7f\nstartpos moves 2g2f").unwrap();
    assert_eq!(notices, [json!({"kind": "imported", "title": null, "count": 2})]);
    // The page may name the game.
    let table = table();
    let text = "position startpos moves 10h10g";
    run_ok(&table, json!({"command": "import", "text": text, "variant": "shosucourier"}));
    assert_eq!(state(&table).variant, "shosucourier");
    let unknown = json!({"command": "import", "text": text, "variant": "chess"});
    assert_eq!(error(run(&table, unknown)), "unknown game 'chess'");
}

#[test]
fn only_moves_played_here_would_be_lost() {
    let table = table();
    let import = json!({"command": "import", "text": "position startpos moves 7g7f 3c3d"});
    run_ok(&table, import);
    assert!(!state(&table).unsaved);
    play(&table, "2g2f");
    assert!(state(&table).unsaved);
    run_ok(&table, json!({"command": "resign"}));
    assert!(!state(&table).unsaved);
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    run_ok(&table, json!({"command": "undo"}));
    assert!(!state(&table).unsaved);
}

#[test]
fn edited_positions_are_checked() {
    let table = table();
    let edited = |pieces: Value| {
        run(
            &table,
            json!({"command": "edit", "variant": "shogi", "pieces": pieces,
            "hands": [{"P": 2}, {"R": 1}], "side": "black"}),
        )
    };
    let reply = edited(json!({"5a": "k", "5i": "K", "9a": "+r"}));
    let sfen = "+r3k4/9/9/9/9/9/9/9/4K4 b 2Pr 1";
    assert_eq!(reply, json!({"reply": "edited", "sfen": sfen, "error": null}));
    let reply = edited(json!({"5i": "K"}));
    assert!(reply["error"]["en"].as_str().unwrap().contains("king"), "{reply}");
    assert!(error(edited(json!({"10a": "k"}))).contains("'10a' is not a square"));
}

#[test]
fn hints_mates_and_reviews_end() {
    let table = table();
    let setup = json!({"command": "set_up", "variant": "shogi",
        "sfen": "8k/9/8P/9/9/9/9/9/K8 b G 1"});
    run_ok(&table, setup);
    run_ok(&table, json!({"command": "mate"}));
    wait_until(&table, |view| view.searching.is_none());
    run_ok(&table, json!({"command": "hint"}));
    wait_until(&table, |view| view.searching.is_none());
    play(&table, "G*1b");
    run_ok(&table, json!({"command": "review", "move_time": 10}));
    wait_until(&table, |view| view.searching.is_none());
    assert_eq!(nodes(&table).iter().filter(|node| node.evaluation.is_some()).count(), 2);
}

#[test]
fn a_complete_review_gives_the_accuracy_of_both_sides() {
    let table = table();
    // Black does not take the pawn, and White mates.
    let setup = json!({"command": "set_up", "variant": "shogi",
        "sfen": "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1"});
    run_ok(&table, setup);
    play(&table, "5f1f G*5h");
    assert_eq!(state(&table).review, None);
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    let [black, white] = wait_until(&table, |view| view.searching.is_none()).review.unwrap();
    assert_eq!((black.inaccuracies, black.mistakes, black.blunders), (0, 0, 1));
    assert!(black.accuracy.unwrap() < 50.0, "{black:?}");
    assert_eq!((white.accuracy, white.blunders), (Some(100.0), 0));
    // It is that of the reviewed moves, whatever is shown, and gone when the main line changes.
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "5f5g");
    assert!(state(&table).review.is_some());
    run_ok(&table, json!({"command": "promote", "node": 3}));
    assert_eq!(state(&table).review, None);
    // A review that was stopped gives none.
    run_ok(&table, json!({"command": "review", "move_time": 3_600_000}));
    run_ok(&table, json!({"command": "stop"}));
    assert_eq!(state(&table).review, None);
}

/// Returns the number of the stored puzzle with a solution.
fn stored_number(game: &str, solution: &str) -> usize {
    let text = study::puzzles::stored_puzzles(game).unwrap();
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

#[test]
fn a_puzzle_is_solved_move_by_move() {
    let (table, view) = start_puzzle();
    assert_eq!((view.count, view.moves, view.difficulty), (200, 2, Some(Difficulty::Easy)));
    assert_eq!((view.attacker, view.progress), (Side::White, PuzzleProgress::Solving));
    // Neither a wrong nor an illegal move is played.
    let start = state(&table).sfen;
    play(&table, "4i4h");
    let Some(Verdict::Wrong { mv, refutation, .. }) = puzzle(&table).verdict else { panic!() };
    assert_eq!((mv.as_str(), refutation), ("4i4h", Some(Refutation::NoCheck)));
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "4i1i"}));
    assert!(!error(reply).is_empty());
    assert_eq!((state(&table).sfen, puzzle(&table).wrong_moves), (start, 1));
    // A right move is answered.
    play(&table, "4i5h");
    assert!(matches!(puzzle(&table).verdict, Some(Verdict::Right { .. })));
    assert_eq!((state(&table).node, state(&table).side), (2, Side::White));
    assert_eq!(puzzle(&table).solution, None);
    play(&table, "6e6g+");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    assert_eq!(puzzle(&table).solution.unwrap().len(), 3);
    assert_eq!(end_text(&table), "Black is mated");
    // What follows is analysis.
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "4i4h");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
}

#[test]
fn wrong_checks_are_refuted_by_a_reply() {
    let (table, _) = start_puzzle();
    let rules = games::by_name("cannonshogi").unwrap();
    let position = rules::Position::from_sfen(rules, &state(&table).sfen).unwrap();
    let mut refuted = 0;
    for &mv in &position.legal_moves() {
        let mut after = position.clone();
        after.do_move(mv);
        let text = rules.usi(mv).to_string();
        if !after.in_check() || text == "4i5h" {
            continue;
        }
        play(&table, &text);
        let Some(Verdict::Wrong { refutation, .. }) = puzzle(&table).verdict else {
            panic!("{text}")
        };
        let Some(Refutation::Reply { text }) = refutation else { panic!("{text}: {refutation:?}") };
        let mut replies = after.legal_moves().into_iter();
        assert!(replies.any(|reply| format_western(&after, reply) == text.en), "{text:?}");
        refuted += 1;
    }
    assert!(refuted > 0);
}

#[test]
fn every_stored_puzzle_is_solved_by_its_solution_and_by_other_mates() {
    let mut other_mates = 0;
    for rules in games::all() {
        let text = study::puzzles::stored_puzzles(rules.name()).unwrap_or_default();
        let stored = study::puzzles::read_puzzles(text, rules).unwrap();
        for ((number, line), (stored, _)) in (1..).zip(text.lines()).zip(stored) {
            let table = table();
            let choice = json!({"command": "puzzle", "variant": rules.name(), "number": number});
            run_ok(&table, choice);
            let mut position = stored.position.clone();
            for moves in stored.line.chunks(2) {
                play(&table, &rules.usi(moves[0]).to_string());
                if moves.len() == 1 {
                    break;
                }
                moves.iter().for_each(|&mv| position.do_move(mv));
            }
            assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved, "{line}");
            // Once the mate is taken back, any other mate ends the game as well.
            let mates = |mv: rules::Move| {
                let mut after = position.clone();
                after.do_move(mv);
                mv != stored.line[stored.line.len() - 1] && after.outcome() == rules::Outcome::Mate
            };
            if let Some(other) = position.legal_moves().into_iter().find(|&mv| mates(mv)) {
                run_ok(
                    &table,
                    json!({"command": "puzzle", "variant": rules.name(), "number": number}),
                );
                let solution = stored.line.iter().step_by(2).map(|&mv| rules.usi(mv).to_string());
                let mut solution: Vec<_> = solution.collect();
                solution.pop();
                solution.push(rules.usi(other).to_string());
                play(&table, &solution.join(" "));
                assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved, "{line}");
                other_mates += 1;
            }
        }
    }
    assert!(other_mates > 100, "{other_mates}");
}

#[test]
fn moves_of_a_puzzle_are_taken_back_with_the_reply() {
    let (table, _) = start_puzzle();
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!((state(&table).node, state(&table).last_node, puzzle(&table).verdict), (0, 0, None));
    assert_eq!(error(run(&table, json!({"command": "undo"}))), "there is no move to take back");
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    assert!(state(&table).legal.is_empty());
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    play(&table, "6e6g+");
}

#[test]
fn hints_show_the_piece_and_then_the_move() {
    let (table, _) = start_puzzle();
    let shown = |table: &Rig| {
        run_ok(table, json!({"command": "hint"}));
        puzzle(table).hint.unwrap()
    };
    let hint = shown(&table);
    assert_eq!((hint.origin.as_str(), hint.mv), ("4i", None));
    assert_eq!(shown(&table).mv.as_deref(), Some("4i5h"));
    play(&table, "4i5h");
    assert_eq!((puzzle(&table).hint, puzzle(&table).has_used_hint), (None, true));
    // This puzzle begins with a drop.
    let number = stored_number("shosu", "N*5g 4i5j G*6i");
    run_ok(&table, json!({"command": "puzzle", "variant": "shosu", "number": number}));
    assert_eq!(shown(&table).origin, "N*");
}

#[test]
fn a_shown_solution_can_be_gone_through() {
    let (table, _) = start_puzzle();
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "show_solution"}));
    let view = state(&table);
    assert_eq!((view.node, view.last_node), (2, 3));
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    assert_eq!(error(run(&table, json!({"command": "show_solution"}))), "the puzzle is over");
    // Solving it now does not count.
    run_ok(&table, json!({"command": "undo"}));
    play(&table, "6e6g+");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    start(&table, "shogi", person(), person());
    assert_eq!(state(&table).puzzle, None);
    let error = error(run(&table, json!({"command": "show_solution"})));
    assert_eq!(error, "there is no puzzle on the board");
}

#[test]
fn a_puzzle_is_analysed_only_once_it_is_given_up() {
    let (table, view) = start_puzzle();
    for command in [
        json!({"command": "analyse", "on": true, "lines": 1}),
        json!({"command": "mate"}),
        json!({"command": "review", "move_time": 10}),
        json!({"command": "resign"}),
        json!({"command": "draw"}),
        json!({"command": "claim"}),
        json!({"command": "pause", "paused": true}),
        json!({"command": "players", "players": [engine(), engine()]}),
    ] {
        let refused = error(run(&table, command));
        assert_eq!(refused, "solve the puzzle first, or show its solution");
    }
    assert_eq!(state(&table).searching, None);
    run_ok(&table, json!({"command": "analyse_puzzle"}));
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    assert_eq!(state(&table).searching, Some(SearchPurpose::Analyse));
    // The next puzzle is not analysed.
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi"}));
    assert_ne!(puzzle(&table).number, view.number);
    assert_eq!(state(&table).searching, None);
}

#[test]
fn nobody_waits_for_work() {
    let table = table();
    let other = |number| PageId(number);
    for number in 1..=3 {
        table.open(other(number), &format!("other{number}"));
    }
    // A megabyte of moves on one table, a refutation on another. Nobody does the work yet.
    let text = "1. c3c4 c7c6 ".repeat(80_000);
    let import = table.send(other(1), &json!({"command": "import", "text": text}));
    let number = stored_number("cannonshogi", "4i5h 6h7g 6e6g+");
    table.send(other(2), &json!({"command": "puzzle", "variant": "cannonshogi", "number": number}));
    let position = table.board.borrow().table(other(2)).game.position().clone();
    let is_wrong_check = |mv: &rules::Move| {
        let mut after = position.clone();
        after.do_move(*mv);
        after.in_check() && position.rules().usi(*mv).to_string() != "4i5h"
    };
    let wrong = position.legal_moves().into_iter().find(is_wrong_check).unwrap();
    let wrong = position.rules().usi(wrong).to_string();
    let check = json!({"command": "play", "node": 0, "move": wrong});
    let refutation = table.send(other(2), &check);
    assert_eq!(table.board.borrow_mut().backend().work.len(), 2);
    assert_eq!(table.reply(other(1), import), None);
    assert_eq!(table.reply(other(2), refutation), None);
    // Other tables, and other commands of the same ones, are answered at once.
    for number in 1..=3 {
        let id = table.send(other(number), &json!({"command": "export", "format": "sfen"}));
        assert_eq!(table.reply(other(number), id).unwrap()["reply"], "text");
    }
    run_ok(&table, json!({"command": "settings", "changes": {"level": 3}}));
    table.tick(Instant::now());
    table.work();
    assert_eq!(table.reply(other(1), import).unwrap()["field"], "text");
    assert_eq!(table.reply(other(2), refutation).unwrap()["reply"], "done");
}

#[test]
fn a_new_page_gets_everything_once_and_hello_first() {
    let table = table();
    let kinds = |page| {
        let messages = table.take_messages(page).into_iter();
        messages.map(|message| message["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let expected =
        ["hello", "settings", "puzzles", "games", "tree", "state", "analysis", "mistakes", "state"];
    assert_eq!(kinds(PAGE), expected);
    table.open(PageId(1), "test");
    assert_eq!(kinds(PageId(1)), expected);
    assert_eq!(kinds(PAGE), ["state", "state"]);
}

#[test]
fn messages_do_not_grow_with_the_game() {
    let table = table();
    start(&table, "shogi", person(), person());
    let mut sizes = Vec::new();
    for _ in 0..60 {
        for mv in ["2h3h", "8b7b", "3h2h", "7b8b"] {
            let before = table.board.borrow_mut().backend().bytes;
            play(&table, mv);
            sizes.push(table.board.borrow_mut().backend().bytes - before);
        }
    }
    let (first, last) = (sizes[..8].iter().max().unwrap(), sizes[232..].iter().max().unwrap());
    assert!(*last < first + 400, "{first} bytes for one of the first moves, {last} for the last");
    let messages = table.take_messages(PAGE);
    let count = |kind: &str| messages.iter().filter(|message| message["message"] == kind).count();
    // One of each for a move, and those for the new page and the new game. A repetition ends the game; what
    // follows is a variation.
    assert!(count("tree") <= 245 && count("state") <= 245, "{} {}", count("tree"), count("state"));
}

/// Plays games of the engine against itself by clocks and returns how many it lost on time.
fn lost_on_time(games: usize) -> usize {
    const TIMES: [[u64; 3]; 4] = [[0, 0, 300], [1_500, 0, 0], [800, 60, 0], [500, 0, 200]];
    let rules: Vec<_> = games::all().collect();
    let mut lost = 0;
    for index in 0..games {
        let [main, increment, byoyomi] = TIMES[index % TIMES.len()];
        let time = json!({"main": main, "increment": increment, "byoyomi": byoyomi});
        let table = table_of(rules[index / TIMES.len() % rules.len()]);
        let variant = state(&table).variant;
        let player = json!({"kind": "engine", "move_time": 1_000});
        run_ok(
            &table,
            json!({"command": "new_game", "variant": variant, "time": time,
            "players": [player, player]}),
        );
        let most = if games > TIMES.len() { 400 } else { 12 };
        let last = loop {
            let view = state(&table);
            if view.end.is_some() || view.last_node >= most {
                break view;
            }
            table.tick(Instant::now());
            std::thread::sleep(Duration::from_millis(1));
        };
        let is_lost = last.end.as_ref().is_some_and(|end| end.text.en.contains("on time"));
        lost += usize::from(is_lost);
        if games > TIMES.len() {
            println!("game {index}: {variant}, {time}: {} moves, {:?}", last.last_node, last.end);
        }
    }
    lost
}

/// `OZUTSU_CLOCK_GAMES=300` plays that many whole games.
#[test]
fn the_engine_does_not_lose_on_time() {
    let games = std::env::var("OZUTSU_CLOCK_GAMES").ok().and_then(|count| count.parse().ok());
    assert_eq!(lost_on_time(games.unwrap_or(4)), 0);
}

#[test]
fn the_engine_is_not_charged_for_pauses_and_a_person_is_judged_by_the_time_of_arrival() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "time": {"main": 1_000},
        "players": [person(), engine()]});
    run_ok(&table, setup);
    assert!(state(&table).clocks.unwrap().running == Some(Side::Black));
    play(&table, "7g7f");
    // Until the engine reports that it thinks, no clock runs.
    let view = table.read(|table| view::state(table, Instant::now() + Duration::from_secs(9)));
    let Message::State(view) = view else { panic!() };
    let clocks = view.clocks.unwrap();
    assert!(clocks.running.is_none() && clocks.remaining[1] == 1_000, "{clocks:?}");
    table.tick(Instant::now() + Duration::from_secs(9));
    let view = wait_until(&table, |view| view.last_node == 2);
    assert!(view.end.is_none() && view.clocks.unwrap().running == Some(Side::Black));
    // A move that arrives after the time is up is too late, even if no tick has seen it.
    let late = json!({"id": 1, "request": {"command": "play", "node": 2, "move": "2g2f"}});
    let at = Instant::now() + Duration::from_secs(2);
    table.board.borrow_mut().receive(PAGE, &late.to_string(), at);
    assert_eq!(error(table.reply(PAGE, 1).unwrap()), "the time is up");
    assert_eq!(end_text(&table), "Black loses on time");
}

#[test]
fn moves_are_typed_in_any_notation() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "P-7f ３四歩 Bx2b+");
    assert_eq!(nodes(&table)[3].mv.as_deref(), Some("8h2b+"));
    assert_eq!(nodes(&table)[3].text.ja, "▲２二角成");
    let reply = run(&table, json!({"command": "play", "node": 3, "move": "S-5e"}));
    assert_eq!(reply["field"], "move");
    assert_eq!(error(reply), "no legal move is written like this");
}

#[test]
fn a_game_goes_on_from_the_shown_position() {
    let table = table();
    run_ok(&table, json!({"command": "import", "text": "position startpos moves 7g7f 3c3d 2g2f"}));
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    let players = json!([engine(), person()]);
    run_ok(
        &table,
        json!({"command": "play_from_here", "players": players, "time": {"main": 0, "byoyomi": 60_000}}),
    );
    let view = wait_until(&table, |view| view.last_node == 3);
    assert!(!view.free && view.clocks.is_some() && view.side == Side::White);
    assert_ne!(nodes(&table)[3].mv, None);
}

#[test]
fn games_are_kept_and_opened_again() {
    let rules = games::by_name("shogi").unwrap();
    let table = table_of(rules);
    let setup = json!({"command": "new_game", "variant": "cannonshogi", "time": {"main": 60_000},
        "players": [person(), person()]});
    run_ok(&table, setup);
    play_any(&table, 2);
    table.tick(Instant::now() + Duration::from_secs(5));
    table.work();
    let games = |table: &Rig| {
        let messages = table.take_messages(PAGE);
        messages.iter().rfind(|message| message["message"] == "games").unwrap()["games"].clone()
    };
    let kept = games(&table);
    assert_eq!((&kept[0]["moves"], &kept[0]["variant"]), (&json!(2), &json!("cannonshogi")));
    // The same game again, and one that is replaced.
    play_any(&table, 1);
    start(&table, "shogi", person(), person());
    table.work();
    play(&table, "7g7f");
    run_ok(&table, json!({"command": "resign"}));
    table.tick(Instant::now());
    table.work();
    let kept = games(&table);
    let moves: Vec<_> = kept.as_array().unwrap().iter().map(|game| game["moves"].clone()).collect();
    assert_eq!(moves, [json!(1), json!(3)]);
    // Another board has them from the program that keeps them.
    let mut user_data = UserData::default();
    for change in &table.board.borrow_mut().backend().changes {
        user_data.apply(change);
    }
    let other = board_with(rules, user_data);
    run_ok(&other, json!({"command": "open_game", "id": kept[1]["id"]}));
    let view = state(&other);
    assert_eq!((view.variant.as_str(), view.node, view.paused), ("cannonshogi", 3, true));
    let remaining = view.clocks.unwrap().remaining;
    assert!(remaining[0] < 60_000 && remaining[0] > 50_000, "{remaining:?}");
    run_ok(&other, json!({"command": "pause", "paused": false}));
    play_any(&other, 1);
    run_ok(&other, json!({"command": "forget_game", "id": kept[1]["id"]}));
    let refused = error(run(&other, json!({"command": "open_game", "id": kept[1]["id"]})));
    assert_eq!(refused, "this game is no longer kept");
}

#[test]
fn solved_puzzles_are_remembered_for_all_pages() {
    let (table, view) = start_puzzle();
    play(&table, "4i5h 6e6g+");
    let messages = table.take_messages(PAGE);
    let puzzles = messages.iter().rfind(|message| message["message"] == "puzzles").unwrap();
    let expected = json!({"cannonshogi": {"tried": [view.number], "solved": [view.number]}});
    assert_eq!(puzzles["puzzles"], expected);
    assert!(puzzles["rating"]["rating"].as_f64() > Some(1_000.0), "{puzzles}");
    run_ok(&table, json!({"command": "forget_puzzles", "variant": "cannonshogi"}));
    let messages = table.take_messages(PAGE);
    assert_eq!(messages[0]["puzzles"], json!({}));
}

#[test]
fn mistakes_are_shown_with_the_better_move_and_tried_again() {
    let table = table();
    // Black does not take the pawn, and White mates.
    let sfen = "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1";
    run_ok(&table, json!({"command": "set_up", "variant": "shogi", "sfen": sfen}));
    play(&table, "5f1f G*5h");
    let refused = run(&table, json!({"command": "try", "node": 1, "move": "5f5g"}));
    assert_eq!(error(refused), "review the game first");
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    assert!(state(&table).review_progress.is_some_and(|[_, all]| all == 2));
    wait_until(&table, |view| view.searching.is_none());
    let messages = table.take_messages(PAGE);
    let mistakes = messages.iter().rfind(|message| message["message"] == "mistakes").unwrap();
    let [mistake] = mistakes["mistakes"].as_array().unwrap().as_slice() else {
        panic!("{mistakes}")
    };
    assert_eq!(
        (&mistake["node"], &mistake["side"], &mistake["mark"]),
        (&json!(1), &json!("black"), &json!("??"))
    );
    assert_eq!(mistake["moves"][0], "5f5g", "{mistake}");
    // The program's review and ours are one.
    assert_eq!(nodes(&table)[1].mark, "??");
    for (mv, is_good) in [("5f5g", true), ("5f2f", false)] {
        run_ok(&table, json!({"command": "try", "node": 1, "move": mv}));
        wait_until(&table, |view| view.searching.is_none());
        let messages = table.take_messages(PAGE);
        let notice = messages.iter().find(|message| message["message"] == "notice").unwrap();
        let notice = &notice["notice"];
        assert_eq!((&notice["kind"], &notice["move"]), (&json!("judged"), &json!(mv)));
        assert_eq!(notice["is_good"], is_good, "{notice}");
    }
    // The better line is in the text that is copied out.
    let reply = run(&table, json!({"command": "export", "format": "pgn"}));
    let text = reply["text"].as_str().unwrap();
    assert!(text.contains("best was Rx5g"), "{text}");
}

/// Commands with plausible and implausible values.
fn any_command() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just("7g7f".to_owned()),
        Just("P*5e".to_owned()),
        Just("8h2b+".to_owned()),
        Just("startpos moves 7g7f 3c3d".to_owned()),
        Just("10/10 b - 1".to_owned()),
        "[1-9a-jPK*+/ -]{0,12}",
        ".{0,20}",
    ];
    let variant = prop_oneof![
        3 => proptest::sample::select(games::names().collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => ".{0,8}",
    ];
    let player = prop_oneof![
        Just(person()),
        Just(engine()),
        any::<i64>().prop_map(|level| json!({"kind": "engine", "level": level, "move_time": 10})),
        Just(json!({"kind": "engine", "elo": 900, "move_time": 20})),
    ];
    let number = prop_oneof![0_usize..8, any::<usize>()];
    let name = proptest::sample::select(vec![
        "undo",
        "hint",
        "resign",
        "claim",
        "draw",
        "mate",
        "stop",
        "nothing",
        "show_solution",
        "analyse_puzzle",
    ]);
    prop_oneof![
        6 => (number.clone(), text.clone())
            .prop_map(|(node, mv)| json!({"command": "play", "node": node, "move": mv})),
        2 => name.prop_map(|name| json!({"command": name})),
        2 => (number, proptest::sample::select(vec!["go_to", "remove", "promote"]))
            .prop_map(|(node, name)| json!({"command": name, "node": node})),
        1 => (variant.clone(), player.clone(), player, any::<u64>()).prop_map(
            |(variant, black, white, main)| json!({"command": "new_game", "variant": variant,
                "players": [black, white], "time": {"main": main % 5_000_000, "byoyomi": 9}})
        ),
        1 => (variant.clone(), 0_usize..202, 0_usize..6).prop_map(|(variant, number, moves)| {
            let number = (number > 0).then_some(number);
            json!({"command": "puzzle", "variant": variant, "number": number, "moves": moves})
        }),
        1 => (variant.clone(), text.clone())
            .prop_map(|(variant, sfen)| json!({"command": "set_up", "variant": variant, "sfen": sfen})),
        1 => text.clone().prop_map(|text| json!({"command": "import", "text": text})),
        1 => (variant.clone(), text.clone()).prop_map(|(variant, text)| {
            let text = format!("shogi 8k/9/7PP/9/9/9/9/9/K8 b 2G 1; pv G*2a 1a2a G*2b\n{text}");
            json!({"command": "read_puzzles", "variant": variant, "text": text.trim_end()})
        }),
        1 => (0_usize..4).prop_map(|number| {
            let number = (number > 0).then_some(number);
            json!({"command": "puzzle", "variant": "", "source": "own", "number": number})
        }),
        1 => text.clone().prop_map(|square| json!({"command": "movement", "square": square})),
        1 => (variant, text.clone(), any::<u8>()).prop_map(|(variant, piece, count)| json!({
            "command": "edit", "variant": variant, "pieces": {"5e": piece.clone(), "1a": "k"},
            "hands": [{"P": count}, {piece: 1}], "side": "white"})),
        1 => (any::<bool>(), 0_usize..9)
            .prop_map(|(on, lines)| json!({"command": "analyse", "on": on, "lines": lines})),
        1 => any::<bool>().prop_map(|paused| json!({"command": "pause", "paused": paused})),
        1 => proptest::sample::select(vec!["sfen", "usi", "pgn", "kif", "png"])
            .prop_map(|format| json!({"command": "export", "format": format})),
        1 => any::<u64>().prop_map(|time| json!({"command": "review", "move_time": time % 50})),
        1 => text.prop_map(Value::String),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// Whatever the page sends, the table stays consistent: its position is legal and described.
    #[test]
    fn any_sequence_of_commands_leaves_a_playable_table(
        commands in proptest::collection::vec(any_command(), 1..40),
        is_watched in any::<bool>(),
    ) {
        let table = table();
        if !is_watched {
            // Another page of a table without one: nothing is searched.
            table.board.borrow_mut().backend().reports = channel().0;
        }
        for command in commands {
            run(&table, command);
            table.tick(Instant::now());
            table.take_reports();
        }
        let view = state(&table);
        let rules = games::by_name(&view.variant).unwrap();
        let position = rules::Position::from_sfen(rules, &view.sfen);
        // A mating side without a king may have moved last; such positions cannot be set up.
        prop_assert!(position.is_ok() || view.status == "mate", "{}", view.sfen);
        let nodes = nodes(&table);
        prop_assert!(view.node < nodes.len() && view.last_node < nodes.len());
    }
}
