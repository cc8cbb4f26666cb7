//! Hints, mates, and the review of a game.

use super::*;
use crate::job::JobKind;
use rules::Position;
use search::{Control, Limits};

#[test]
fn hints_mates_and_reviews_end() {
    let table = table();
    set_up(&table, "8k/9/8P/9/9/9/9/9/K8 b G 1");
    run_ok(&table, json!({"command": "mate"}));
    wait_for_search(&table);
    run_ok(&table, json!({"command": "hint"}));
    wait_for_search(&table);
    play(&table, "G*1b");
    run_ok(&table, json!({"command": "review", "move_time": 10}));
    wait_for_search(&table);
    assert_eq!(nodes(&table).iter().filter(|node| node.evaluation.is_some()).count(), 2);
}

#[test]
fn fewer_lines_leave_none_behind() {
    let table = table();
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 5}));
    let count = |table: &Rig| table.read(|table| table.lines.len());
    wait_until(&table, |_| count(&table) == 5);
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 2}));
    assert_eq!(count(&table), 2);
}

#[test]
fn lines_do_not_pass_to_another_position_with_the_same_number() {
    let table = table();
    start(&table, "shogi", person(), person());
    let has_lines = |table: &Rig| table.read(|table| !table.lines.is_empty());
    play(&table, "7g7f");
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 2}));
    wait_until(&table, |_| has_lines(&table));
    run_ok(&table, json!({"command": "analyse", "on": false, "lines": 2}));
    assert!(has_lines(&table));
    run_ok(&table, json!({"command": "undo"}));
    play(&table, "2g2f");
    assert_eq!(state(&table).node, 1);
    assert!(!has_lines(&table));
}

#[test]
fn nothing_interrupts_the_engines_move() {
    let table = table();
    start(&table, "shogi", person(), json!({"kind": "engine", "move_time": 3_600_000}));
    play(&table, "7g7f");
    for command in ["hint", "mate"] {
        assert_eq!(error(run(&table, json!({"command": command}))), "engine_to_move");
        assert_eq!(state(&table).searching, Some(SearchPurpose::Play));
    }
}

#[test]
fn a_hash_table_without_memory_is_reported() {
    let table = table();
    let mut reports = Vec::new();
    let mut searcher = Searcher::new(1, usize::MAX);
    let job = Job {
        id: 0,
        position: Position::start(games::by_name("shogi").unwrap()),
        limits: Limits { depth: Some(1), ..Limits::default() },
        effort: 1.0,
        pause: Duration::ZERO,
        kind: JobKind::Search,
        control: Control::default(),
    };
    for _ in 0..2 {
        searcher.run(&job, &mut |report| reports.push(report));
    }
    // Once, with the first search.
    let is_refusal = |report: &JobReport| matches!(report, JobReport::SmallHash { .. });
    assert!(is_refusal(&reports[0]) && reports.iter().filter(|r| is_refusal(r)).count() == 1);
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 1}));
    let id = table.read(|table| table.job.as_ref().unwrap().id);
    table.take_messages(PAGE);
    table.board.borrow_mut().report(TableId(0), id, reports.remove(0), Instant::now());
    let notice = json!({"kind": "small_hash", "wanted": usize::MAX, "size": 16});
    let messages = table.take_messages(PAGE);
    assert!(messages.iter().any(|message| message["notice"] == notice), "{messages:?}");
}

#[test]
fn a_complete_review_gives_the_accuracy_of_both_sides() {
    let table = table();
    // Black does not take the pawn, and White mates.
    set_up(&table, "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1");
    play(&table, "5f1f G*5h");
    assert_eq!(state(&table).review, None);
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    let [black, white] = wait_for_search(&table).review.unwrap();
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

#[test]
fn mistakes_are_shown_with_the_better_move_and_tried_again() {
    let table = table();
    // Black does not take the pawn, and White mates.
    set_up(&table, "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1");
    play(&table, "5f1f G*5h");
    let refused = run(&table, json!({"command": "try", "node": 1, "move": "5f5g"}));
    assert_eq!(error(refused), "not_reviewed");
    run_ok(&table, json!({"command": "review", "move_time": 300}));
    assert!(state(&table).review_progress.is_some_and(|[_, all]| all == 2));
    wait_for_search(&table);
    let messages = table.take_messages(PAGE);
    let mistakes = messages.iter().rfind(|message| message["message"] == "mistakes").unwrap();
    let [mistake] = mistakes["mistakes"].as_array().unwrap().as_slice() else {
        panic!("{mistakes}")
    };
    assert_eq!(
        (&mistake["node"], &mistake["side"], &mistake["mark"]),
        (&json!(1), &json!("black"), &json!("??"))
    );
    let best = mistake["moves"][0].as_str().unwrap();
    assert_ne!(best, "5f1f", "{mistake}");
    // The program's review and ours are one.
    assert_eq!(nodes(&table)[1].mark, "??");
    for (mv, is_good) in [(best, true), ("5f2f", false)] {
        run_ok(&table, json!({"command": "try", "node": 1, "move": mv}));
        wait_for_search(&table);
        let messages = table.take_messages(PAGE);
        let notice = messages.iter().find(|message| message["message"] == "notice").unwrap();
        let notice = &notice["notice"];
        assert_eq!((&notice["kind"], &notice["move"]), (&json!("judged"), &json!(mv)));
        assert_eq!(notice["is_good"], is_good, "{notice}");
    }
    // The better line is in the text that is copied out.
    let reply = run(&table, json!({"command": "export", "format": "pgn"}));
    let text = reply["text"].as_str().unwrap();
    let best = mistake["texts"][0]["western"].as_str().unwrap();
    assert!(text.contains(&format!("best was {best}")), "{text}");
}

/// Starts a review of a game of two moves, the first of which is a mistake, and waits for the first judgement.
fn start_half_review() -> Rig {
    let table = table();
    set_up(&table, "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1");
    play(&table, "5f1f G*5h");
    run_ok(&table, json!({"command": "review", "move_time": 300}));
    while table.read(Table::review_progress) != Some([1, 2]) {
        let (id, job, report, at) = table.reports.recv_timeout(PATIENCE).unwrap();
        table.board.borrow_mut().report(id, job, report, at);
    }
    table
}

#[test]
fn a_review_begins_again_when_the_page_is_loaded_again() {
    let table = start_half_review();
    table.close(PAGE);
    table.open(PAGE, "test");
    assert_eq!(table.read(Table::review_progress), Some([0, 2]));
    let [black, _] = wait_for_search(&table).review.unwrap();
    assert_eq!(black.blunders, 1);
}

#[test]
fn a_review_begins_again_when_it_is_requested_again() {
    let table = start_half_review();
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    assert_eq!(table.read(Table::review_progress), Some([0, 2]));
    let [black, _] = wait_for_search(&table).review.unwrap();
    assert_eq!(black.blunders, 1);
}

/// Returns the number of mistakes that the page was last told of, if it was told since the last call.
fn told_mistakes(table: &Rig) -> Option<usize> {
    let messages = table.take_messages(PAGE);
    let told = messages.iter().rfind(|message| message["message"] == "mistakes")?;
    told["mistakes"].as_array().map(Vec::len)
}

#[test]
fn mistakes_are_those_of_the_shown_game() {
    let table = start_half_review();
    wait_for_search(&table);
    assert_eq!(told_mistakes(&table), Some(1));
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "5f5g");
    assert_eq!(told_mistakes(&table), None);
    // Another main line has none, and the old one has them again.
    run_ok(&table, json!({"command": "promote", "node": 3}));
    assert_eq!(told_mistakes(&table), Some(0));
    run_ok(&table, json!({"command": "promote", "node": 2}));
    assert_eq!(told_mistakes(&table), Some(1));
    start(&table, "shogi", person(), person());
    assert_eq!(told_mistakes(&table), Some(0));
}

#[test]
fn a_review_outlives_changes_that_leave_the_main_line() {
    let table = table();
    set_up(&table, "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1");
    play(&table, "5f1f G*5h");
    run_ok(&table, json!({"command": "set_comment", "node": 1, "text": "why?"}));
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    let review = wait_for_search(&table).review;
    assert!(review.is_some());
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "5f5g");
    run_ok(&table, json!({"command": "remove", "node": 3}));
    assert_eq!(state(&table).review, review);
    // Also when they are undone, up to those before the review.
    for (nodes_left, comments) in [(4, 1), (3, 1), (3, 0)] {
        run_ok(&table, json!({"command": "undo_change"}));
        assert_eq!(state(&table).review, review);
        let nodes = nodes(&table);
        assert_eq!((nodes.len(), nodes[1].comments.len()), (nodes_left, comments));
        assert_eq!(nodes[1].mark, "??");
        assert!(nodes[..3].iter().all(|node| node.evaluation.is_some()));
        assert_eq!(told_mistakes(&table), Some(1));
    }
    run_ok(&table, json!({"command": "remove", "node": 2}));
    assert_eq!(state(&table).review, None);
}

#[test]
fn a_tried_move_is_forgotten_with_the_main_line() {
    let table = start_half_review();
    wait_for_search(&table);
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "5f5g");
    run_ok(&table, json!({"command": "try", "node": 1, "move": "5f2f"}));
    run_ok(&table, json!({"command": "promote", "node": 3}));
    table.close(PAGE);
    table.open(PAGE, "test");
    assert_eq!(state(&table).searching, None);
}
