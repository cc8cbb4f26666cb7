//! Tables that go on in a page that was loaded again.

use super::own_puzzles::read_all;
use super::*;
use crate::command_error::MAX_MOVES;
use crate::messages::ProofView;
use crate::saved_table::SavedTable;

/// Returns another board whose page has the same table.
pub fn load_again(table: &Rig) -> Rig {
    let saved = table.board.borrow().save_table(PAGE, Instant::now()).unwrap();
    let again = super::table();
    let mut saved: SavedTable = through_json(&saved);
    saved.name = "again".into();
    again.board.borrow_mut().restore_table(saved, Instant::now());
    again.close(PAGE);
    again.open(PAGE, "again");
    again
}

/// Returns the state apart from what is not kept: changes that could be undone.
fn kept_state(table: &Rig) -> TableView {
    TableView { undoable: false, ..state(table) }
}

#[test]
fn games_and_what_is_shown_of_them_are_restored() {
    let table = table();
    start(&table, "shosu", person(), person());
    play(&table, "10h10g 10c10d");
    run_ok(&table, json!({"command": "go_to", "node": 1}));
    play(&table, "1c1d 1h1g");
    let again = load_again(&table);
    assert_eq!(kept_state(&again), kept_state(&table));
    assert_eq!(nodes(&again), nodes(&table));
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    run_ok(&table, json!({"command": "resign"}));
    assert_eq!(state(&load_again(&table)), kept_state(&table));
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 2}));
    assert_eq!(state(&load_again(&table)), kept_state(&table));
}

#[test]
fn a_game_that_became_longer_than_a_text_may_be_is_restored() {
    let table = table();
    let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(MAX_MOVES / 4);
    let text = format!("position startpos moves {shuffle}");
    run_ok(&table, json!({"command": "import", "text": text}));
    play(&table, "7g7f");
    let again = load_again(&table);
    assert_eq!(nodes(&again).len(), MAX_MOVES + 2);
    // It is among the recent games, too.
    let recent = again.recent();
    set_up(&again, "4k4/9/9/9/9/9/9/9/4K4 b R 1");
    run_ok(&again, json!({"command": "open_game", "id": recent[0].info.id}));
    assert_eq!(nodes(&again).len(), MAX_MOVES + 2);
    let longer = json!({"command": "import", "text": text + "2h3h"});
    assert!(error(run(&again, longer)).starts_with("too_many_moves"));
}

#[test]
fn a_game_goes_on_after_a_pause_if_it_has_clocks() {
    let table = table();
    let game = |time: Value| {
        json!({"command": "new_game", "variant": "shogi", "time": time,
        "players": [person(), engine()]})
    };
    run_ok(&table, game(json!(null)));
    let view = state(&load_again(&table));
    assert!(!view.paused && view.players == state(&table).players);
    run_ok(&table, game(json!({"main": 60_000})));
    let view = state(&load_again(&table));
    let clocks = view.clocks.unwrap();
    assert!(view.paused && clocks.remaining[1] == 60_000 && clocks.remaining[0] > 50_000);
    assert_eq!(clocks.control.main, 60_000);
}

#[test]
fn the_time_of_the_current_move_is_not_given_back() {
    let table = table();
    run_ok(
        &table,
        json!({"command": "new_game", "variant": "shogi", "time": {"main": 60_000, "byoyomi": 10_000},
        "players": [person(), person()]}),
    );
    play(&table, "7g7f");
    for (spent, remaining, byoyomi) in [(9, 51_000, 10_000), (65, 0, 5_000)] {
        let before = Instant::now();
        let start = state(&table).clocks.unwrap();
        let doubt = before.elapsed().as_millis() as u64 + 2;
        let used = 60_000 - start.remaining[1];
        let at = before + Duration::from_secs(spent) - Duration::from_millis(used);
        let mut saved: SavedTable =
            through_json(&table.board.borrow().save_table(PAGE, at).unwrap());
        saved.name = "again".into();
        let again = super::table();
        again.board.borrow_mut().restore_table(saved, Instant::now());
        again.close(PAGE);
        again.open(PAGE, "again");
        let clocks = state(&again).clocks.unwrap();
        assert_eq!(clocks.running, None);
        assert_eq!(clocks.remaining[0], start.remaining[0]);
        for (got, least) in [(clocks.remaining[1], remaining), (clocks.byoyomi[1], byoyomi)] {
            assert!((least..=least + doubt).contains(&got), "{clocks:?}");
        }
    }
}

#[test]
fn the_other_games_of_a_file_are_restored() {
    let table = table();
    let text = "startpos moves 7g7f\nstartpos moves 2g2f";
    run_ok(&table, json!({"command": "import", "text": text}));
    let again = load_again(&table);
    assert_eq!(again.read(view::file), table.read(view::file));
    run_ok(&again, json!({"command": "show_file_game", "index": 1}));
    assert_eq!(nodes(&again)[1].mv.as_deref(), Some("2g2f"));
}

#[test]
fn a_review_is_restored_with_its_mistakes() {
    let table = table();
    // Black does not take the pawn, and White mates.
    set_up(&table, "k8/9/9/9/9/4R4/4p4/9/4K4 b g 1");
    play(&table, "5f1f G*5h");
    run_ok(&table, json!({"command": "review", "move_time": 50}));
    let view = wait_for_search(&table);
    let again = load_again(&table);
    assert!(view.review.is_some());
    assert_eq!((state(&again), nodes(&again)), (kept_state(&table), nodes(&table)));
    let mistakes = |table: &Rig| serde_json::to_value(table.read(Table::mistakes)).unwrap();
    assert_eq!(mistakes(&again), mistakes(&table));
    run_ok(&again, json!({"command": "try", "node": 1, "move": "5f5g"}));
}

#[test]
fn puzzles_are_restored_with_their_progress() {
    let table = read_all();
    for source in ["own", "stored"] {
        let choice =
            json!({"command": "puzzle", "variant": "cannonshogi", "source": source, "number": 2});
        run_ok(&table, choice);
        // The proof takes its time.
        let is_pending =
            |view: &TableView| view.puzzle.as_ref().unwrap().proof == ProofView::Pending;
        wait_until(&table, |view| !is_pending(view));
        run_ok(&table, json!({"command": "hint"}));
        let moves = table.read(|table| table.mode.puzzle().unwrap().puzzle.line.clone());
        let first = table.read(|table| table.game.rules().usi(moves[0]).to_string());
        play(&table, &first);
        let again = load_again(&table);
        let [before, after] = [&table, &again].map(|table| state(table).puzzle.unwrap());
        assert_eq!(after, PuzzleView { verdict: None, ..before });
        assert_eq!(state(&again).node, 2);
        assert_eq!(state(&again).own_puzzles, state(&table).own_puzzles);
        run_ok(&again, json!({"command": "undo"}));
        play(&again, &first);
    }
}

#[test]
fn what_another_version_has_saved_is_not_restored() {
    let table = table();
    let mut saved =
        serde_json::to_value(table.board.borrow().save_table(PAGE, Instant::now()).unwrap())
            .unwrap();
    saved["name"] = json!("other");
    saved["game"]["variant"] = json!("nochess");
    let saved = serde_json::from_value(saved).unwrap();
    table.board.borrow_mut().restore_table(saved, Instant::now());
    table.open(PageId(1), "other");
    assert_eq!(table.take_messages(PageId(1))[0]["table"], "other");
}

#[test]
fn what_another_version_has_saved_in_another_way_is_left_out() {
    let table = read_all();
    run_ok(
        &table,
        json!({"command": "puzzle", "variant": "cannonshogi", "source": "own", "number": 2}),
    );
    let mut saved =
        serde_json::to_value(table.board.borrow().save_table(PAGE, Instant::now()).unwrap())
            .unwrap();
    let position = state(&table).sfen;
    saved["name"] = json!("other");
    saved["arrows"] = json!(["1a1b"]);
    saved["own_puzzles"] = json!({"folders": []});
    saved["review"] = json!("fast");
    let saved = serde_json::from_value(saved).unwrap();
    table.board.borrow_mut().restore_table(saved, Instant::now());
    table.open(PageId(1), "other");
    let messages = table.take_messages(PageId(1));
    let view = messages.iter().find(|message| message["message"] == "state").unwrap();
    assert_eq!((&view["sfen"], &view["puzzle"]), (&json!(position), &Value::Null));
}

#[test]
fn a_puzzle_that_has_another_number_by_now_is_left_out() {
    let table = table();
    for (number, has_puzzle) in [(2, true), (3, false)] {
        let choice = json!({"command": "puzzle", "variant": "cannonshogi", "number": 2});
        run_ok(&table, choice);
        let saved = table.board.borrow().save_table(PAGE, Instant::now()).unwrap();
        let mut saved = serde_json::to_value(saved).unwrap();
        saved["name"] = json!("again");
        saved["puzzle"]["number"] = json!(number);
        let again = self::table();
        let saved = serde_json::from_value(saved).unwrap();
        again.board.borrow_mut().restore_table(saved, Instant::now());
        again.open(PageId(1), "again");
        let board = again.board.borrow();
        let table = board.table(PageId(1));
        assert_eq!((!table.is_first_game, table.mode.puzzle().is_some()), (true, has_puzzle));
    }
}

#[test]
fn restored_tables_wait_for_their_own_pages() {
    let first = table();
    play(&first, "7g7f");
    let mut saved: Vec<SavedTable> =
        through_json(&first.board.borrow().save_tables(Instant::now()));
    saved[0].name = "again".into();
    let second = table();
    second.board.borrow_mut().restore_tables(saved, Instant::now());
    let open = |page, name| {
        second.open(PageId(page), name);
        second.board.borrow_mut().backend().messages[&PageId(page)][0]["table"].clone()
    };
    assert_ne!(open(1, ""), "again", "a page without a table gets another one");
    assert_eq!(open(2, "again"), "again");
    assert_eq!(second.board.borrow().table(PageId(2)).game.position().moves().count(), 1);
    second.close(PageId(2));
    assert_eq!(open(3, ""), "again", "it is now like any other");
}

#[test]
fn what_was_done_is_not_done_again_after_a_restart() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    let undo = json!({"command": "undo"});
    table.send_as(PAGE, "page-undo", &undo);
    assert_eq!(nodes(&table).len(), 2);
    let again = load_again(&table);
    again.send_as(PAGE, "page-undo", &undo);
    assert_eq!(again.reply(PAGE, "page-undo").unwrap()["reply"], "done");
    assert_eq!(nodes(&again).len(), 2);
}

#[test]
fn a_game_that_has_gone_on_elsewhere_is_kept_apart() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let id = table.recent()[0].info.id;
    let saved = table.board.borrow().save_table(PAGE, Instant::now()).unwrap();
    set_up(&table, "4k4/9/9/9/9/9/9/9/4K4 b R 1");
    run_ok(&table, json!({"command": "open_game", "id": id}));
    play(&table, "3c3d 2g2f");
    assert_eq!(table.recent().len(), 1);
    let mut saved: SavedTable = through_json(&saved);
    saved.name = "again".into();
    table.board.borrow_mut().restore_table(saved, Instant::now());
    table.open(PageId(1), "again");
    table.send(PageId(1), &json!({"command": "play", "node": 1, "move": "8c8d"}));
    let games = table.recent();
    assert_eq!(games.iter().map(|game| game.info.moves).collect::<Vec<_>>(), [2, 3]);
}

#[test]
fn a_command_reaches_only_the_game_for_which_it_is_meant() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let command = json!({"command": "resign"});
    let kept = json!({"id": "kept", "game": state(&table).game, "request": command}).to_string();
    let send = |rig: &Rig| {
        rig.board.borrow_mut().receive(PAGE, &kept, Instant::now());
        rig.reply(PAGE, "kept").unwrap()
    };
    // The program was started again, without its tables and with them.
    let lost = super::table();
    let again = load_again(&table);
    assert_eq!(error(send(&lost)), "changed");
    assert!(state(&lost).end.is_none());
    assert_eq!(send(&again)["reply"], "done");
    assert_eq!(end(&again).1, EndReason::Resignation);
    // Another page has begun another game.
    start(&table, "shogi", person(), person());
    assert_eq!(error(send(&table)), "changed");
    assert!(state(&table).end.is_none());
}

#[test]
fn a_position_without_moves_is_kept_before_the_program_ends() {
    let table = table();
    set_up(&table, "4k4/9/9/9/9/9/9/9/4K4 b R 1");
    table.tick(Instant::now() + Duration::from_secs(5));
    let kept = std::mem::take(&mut table.board.borrow_mut().backend().kept_tables);
    assert!(json!(kept).to_string().contains("4k4/9/9/9/9/9/9/9/4K4"), "{kept:?}");
    // Not again without a change.
    table.tick(Instant::now() + Duration::from_secs(10));
    assert!(table.board.borrow_mut().backend().kept_tables.is_empty());
}
