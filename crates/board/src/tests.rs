//! Tests of tables through their commands, as the page sends them.

mod own_puzzles;

use crate::event_stream::EventStream;
use crate::messages::{
    Command, Difficulty, Message, PuzzleProgress, PuzzleView, Refutation, Reply, SearchPurpose,
    Side, TableView, Verdict,
};
use crate::options::Options;
use crate::table::Table;
use crate::view;
use proptest::prelude::*;
use rules::Rules;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time an answer of the engine may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn table() -> Arc<Table> {
    table_of(games::by_name("shogi").unwrap())
}

fn table_of(rules: &'static Rules) -> Arc<Table> {
    let options =
        Options { rules, port: Some(0), threads: 1, hash: 1, open: false, program: "test" };
    Table::new("test".into(), options)
}

/// Runs a command in JSON. A command that cannot be read is refused as by the server.
fn run(table: &Arc<Table>, command: Value) -> Reply {
    match serde_json::from_value::<Command>(command) {
        Ok(command) => table.run(command),
        Err(error) => Reply::Error { error: error.to_string() },
    }
}

/// Runs a command that must be carried out and shown at once.
#[track_caller]
fn run_ok(table: &Arc<Table>, command: Value) {
    let before = state(table).update;
    match run(table, command.clone()) {
        Reply::Done { update } => assert!(update > before && update <= state(table).update),
        other => panic!("{command}: {other:?}"),
    }
}

fn state(table: &Arc<Table>) -> TableView {
    match table.read(view::state) {
        Message::State(view) => *view,
        other => panic!("{other:?}"),
    }
}

/// Starts a game with players given as in JSON.
fn start(table: &Arc<Table>, variant: &str, black: Value, white: Value) {
    let setup = json!({"command": "new_game", "variant": variant, "players": [black, white]});
    run_ok(table, setup);
}

fn person() -> Value {
    json!({"kind": "person"})
}

fn engine() -> Value {
    json!({"kind": "engine", "level": 0, "move_time": 10})
}

fn play(table: &Arc<Table>, moves: &str) {
    for mv in moves.split_whitespace() {
        let node = state(table).node;
        run_ok(table, json!({"command": "play", "node": node, "move": mv}));
    }
}

fn error(reply: Reply) -> String {
    match reply {
        Reply::Error { error } => error,
        other => panic!("no error: {other:?}"),
    }
}

fn wait_until(table: &Arc<Table>, is_reached: impl Fn(&TableView) -> bool) -> TableView {
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
        let page = table.connect();
        start(&table, variant, person(), engine());
        let first = state(&table).legal[0].clone();
        play(&table, &first);
        wait_until(&table, |view| view.last_node == 2);
        run_ok(&table, json!({"command": "undo"}));
        assert_eq!((state(&table).node, state(&table).last_node), (0, 0));
        drop(page);
    }
}

#[test]
fn the_engine_moves_first_as_black_and_plays_itself() {
    let table = table();
    let _page = table.connect();
    start(&table, "cannonshogi", engine(), person());
    let view = wait_until(&table, |view| view.last_node == 1);
    assert!(!view.legal.is_empty());
    start(&table, "cannonshogi", engine(), engine());
    wait_until(&table, |view| view.last_node >= 3);
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "7g7f"}));
    assert!(matches!(reply, Reply::Error { .. }));
    run_ok(&table, json!({"command": "pause", "paused": true}));
    assert_eq!(state(&table).searching, None);
}

#[test]
fn searches_stop_when_the_last_page_is_closed() {
    let table = table();
    let page = table.connect();
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 3}));
    assert!(state(&table).searching.is_some());
    drop(page);
    assert_eq!(state(&table).searching, None);
    let _page: EventStream = table.connect();
    assert!(state(&table).searching.is_some());
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
    assert_eq!((end.text.as_str(), end.draw), ("White is mated", false));
    assert_eq!(error(run(&table, json!({"command": "resign"}))), "the game is over");

    start(&table, "shogi", person(), person());
    run_ok(&table, json!({"command": "resign"}));
    assert_eq!(state(&table).end.unwrap().text, "Black resigns");

    let _page = table.connect();
    let setup = json!({"command": "new_game", "variant": "shogi",
        "players": [person(), person()], "time": {"main": 1}});
    run_ok(&table, setup);
    std::thread::sleep(Duration::from_millis(20));
    table.tick();
    assert_eq!(state(&table).end.unwrap().text, "Black loses on time");
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
    assert_eq!(state(&table).end.unwrap().text, "White loses by repetition");

    let table = table_of(rules);
    run_ok(&table, json!({"command": "players", "players": [person(), person()]}));
    play(&table, "2d3c 2a1b 3c3b 1b1c 3b3a");
    assert_eq!(state(&table).end.unwrap().text, "Black's king reaches its goal");
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
    assert_eq!(state(&table).end.unwrap().text, "White loses by declaration");
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
    assert!(matches!(run(&table, json!({"command": "remove", "node": 0})), Reply::Error { .. }));
    assert!(matches!(run(&table, json!({"command": "go_to", "node": 9})), Reply::Error { .. }));
}

#[test]
fn every_format_is_read_and_written() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d 8h2b+");
    let sfen = state(&table).sfen;
    for format in ["usi", "pgn", "kif", "sfen"] {
        let Reply::Text { text } = run(&table, json!({"command": "export", "format": format}))
        else {
            panic!("{format}");
        };
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
fn read_text(variant: &str, text: &str) -> Result<(String, Vec<String>), String> {
    let table = table();
    start(&table, variant, person(), person());
    let mut page = table.connect();
    match run(&table, json!({"command": "import", "text": text})) {
        Reply::Error { error } => Err(error),
        _ => {
            let mut notices = page.take_events();
            notices.retain(|event| event.contains("\"message\":\"notice\""));
            Ok((state(&table).variant, notices))
        }
    }
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
        assert!(notices[0].contains("\"title\":\"Shogi\",\"count\":1"), "{text}: {notices:?}");
    }
    // Three games accept the moves; the person must choose.
    let refused = read_text("shogi", "position startpos moves 10h10g 10c10d").unwrap_err();
    assert!(refused.contains("'10h10g' is not a legal move"), "{refused}");
    assert!(refused.ends_with("Cannon Shosu Shogi: choose the game first"), "{refused}");
    let (_, notices) = read_text("shogi", "startpos moves 7g7f\nstartpos moves 2g2f").unwrap();
    assert!(notices[0].contains("\"title\":null,\"count\":2"), "{notices:?}");
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
    let Reply::Edited { sfen, error: None } = edited(json!({"5a": "k", "5i": "K", "9a": "+r"}))
    else {
        panic!("a valid position is refused");
    };
    assert_eq!(sfen, "+r3k4/9/9/9/9/9/9/9/4K4 b 2Pr 1");
    let Reply::Edited { error: Some(reason), .. } = edited(json!({"5i": "K"})) else { panic!() };
    assert!(reason.contains("king"), "{reason}");
    assert!(error(edited(json!({"10a": "k"}))).contains("'10a' is not a square"));
}

#[test]
fn hints_mates_and_reviews_end() {
    let table = table();
    let _page = table.connect();
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
    let Message::Tree { nodes } = table.read(view::tree) else { panic!() };
    assert_eq!(nodes.iter().filter(|node| node.evaluation.is_some()).count(), 2);
}

#[test]
fn a_complete_review_gives_the_accuracy_of_both_sides() {
    let table = table();
    let _page = table.connect();
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
fn start_puzzle() -> (Arc<Table>, PuzzleView) {
    let table = table();
    let number = stored_number("cannonshogi", "4i5h 6h7g 6e6g+");
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi", "number": number}));
    let view = puzzle(&table);
    (table, view)
}

fn puzzle(table: &Arc<Table>) -> PuzzleView {
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
    assert_eq!((mv.as_str(), refutation), ("4i4h", Refutation::NoCheck));
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "4i1i"}));
    assert!(matches!(reply, Reply::Error { .. }));
    assert_eq!((state(&table).sfen, puzzle(&table).wrong_moves), (start, 1));
    // A right move is answered.
    play(&table, "4i5h");
    assert!(matches!(puzzle(&table).verdict, Some(Verdict::Right { .. })));
    assert_eq!((state(&table).node, state(&table).side), (2, Side::White));
    assert_eq!(puzzle(&table).solution, None);
    play(&table, "6e6g+");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    assert_eq!(puzzle(&table).solution.unwrap().len(), 3);
    assert_eq!(state(&table).end.unwrap().text, "Black is mated");
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
        let Refutation::Reply { text } = refutation else { panic!("{text}: {refutation:?}") };
        let mut replies = after.legal_moves().into_iter();
        assert!(replies.any(|reply| records::format_western(&after, reply) == text), "{text}");
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
    let shown = |table: &Arc<Table>| {
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
    let _page = table.connect();
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
    assert_eq!((puzzle(&table).number, state(&table).searching), (view.number + 1, None));
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
        let page = is_watched.then(|| table.connect());
        for command in commands {
            run(&table, command);
            table.tick();
        }
        let view = state(&table);
        let rules = games::by_name(&view.variant).unwrap();
        let position = rules::Position::from_sfen(rules, &view.sfen);
        // A mating side without a king may have moved last; such positions cannot be set up.
        prop_assert!(position.is_ok() || view.status == "mate", "{}", view.sfen);
        let Message::Tree { nodes } = table.read(view::tree) else { panic!() };
        prop_assert!(view.node < nodes.len() && view.last_node < nodes.len());
        drop(page);
    }
}
