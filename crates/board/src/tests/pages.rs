//! What the pages get and when, and what is kept for the user.

use super::*;

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
    assert_eq!(table.reply(other(1), &import), None);
    assert_eq!(table.reply(other(2), &refutation), None);
    // Other tables, and other commands of the same ones, are answered at once.
    for number in 1..=3 {
        let id = table.send(other(number), &json!({"command": "export", "format": "sfen"}));
        assert_eq!(table.reply(other(number), &id).unwrap()["reply"], "text");
    }
    run_ok(&table, json!({"command": "settings", "changes": {"level": 3}}));
    table.tick(Instant::now());
    table.work();
    assert_eq!(table.reply(other(1), &import).unwrap()["error"]["code"], "unreadable");
    assert_eq!(table.reply(other(2), &refutation).unwrap()["reply"], "done");
}

/// Returns the kinds of the messages that a page got since the last call.
fn kinds(table: &Rig, page: PageId) -> Vec<String> {
    let messages = table.take_messages(page).into_iter();
    messages.map(|message| message["message"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn a_new_page_gets_everything_once_and_hello_first() {
    let table = table();
    let expected = [
        "hello",
        "settings",
        "puzzles",
        "games",
        "exercises",
        "tree",
        "state",
        "headers",
        "file",
        "analysis",
        "mistakes",
        "state",
    ];
    assert_eq!(kinds(&table, PAGE), expected);
    table.open(PageId(1), "test");
    assert_eq!(kinds(&table, PageId(1)), expected);
    assert_eq!(kinds(&table, PAGE), ["state", "state"]);
}

#[test]
fn notices_come_after_the_position_that_they_are_about() {
    let table = table();
    table.take_messages(PAGE);
    let text = "setoption name UCI_Variant value shosu\nstartpos\nstartpos moves 10h10g";
    run_ok(&table, json!({"command": "import", "text": text}));
    let expected = ["state", "exercises", "tree", "state", "file", "notice", "reply"];
    assert_eq!(kinds(&table, PAGE), expected);
}

#[test]
fn a_query_is_answered_to_its_page_alone() {
    let table = table();
    table.open(PageId(1), "test");
    kinds(&table, PAGE);
    kinds(&table, PageId(1));
    let edited = json!({"command": "edit", "variant": "shogi", "pieces": {}, "hands": [{}, {}],
        "side": "black"});
    for query in [
        json!({"command": "movement", "square": "7g"}),
        json!({"command": "movement", "square": "5e"}),
        json!({"command": "export", "format": "sfen"}),
        json!({"command": "export", "format": "pgn"}),
        json!({"command": "save", "extension": "pgn", "all": false}),
        json!({"command": "preview", "node": 0, "moves": ["7g7f"]}),
        edited,
    ] {
        run(&table, query.clone());
        assert_eq!(kinds(&table, PAGE), ["reply"], "{query}");
        assert!(kinds(&table, PageId(1)).is_empty(), "{query}");
    }
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

/// Returns the recent games that the page has got, with the time in seconds since the test began.
fn recent_games(table: &Rig, seconds: u64) -> Vec<Value> {
    table.tick(Instant::now() + Duration::from_secs(seconds));
    table.work();
    let messages = table.take_messages(PAGE);
    let games = messages.iter().rfind(|message| message["message"] == "games");
    games.map_or_else(Vec::new, |games| games["games"].as_array().unwrap().clone())
}

#[test]
fn an_end_after_the_game_was_kept_is_kept_too() {
    for (command, reason) in [("resign", "resignation"), ("draw", "agreement")] {
        let table = table();
        start(&table, "shogi", person(), person());
        play(&table, "7g7f");
        assert_eq!(recent_games(&table, 10)[0]["end"], Value::Null);
        run_ok(&table, json!({"command": command}));
        let [game] = &recent_games(&table, 20)[..] else { panic!() };
        assert_eq!(game["end"]["reason"], reason);
        // Nothing has changed since.
        assert!(recent_games(&table, 30).is_empty());
        run_ok(&table, json!({"command": "undo"}));
        assert_eq!(recent_games(&table, 40)[0]["end"], Value::Null);
    }
}

#[test]
fn games_that_were_read_are_kept_with_their_names() {
    let table = table();
    let pgn = "[White \"Habu\"]\n[Black \"Sato\"]\n[Variant \"shogi\"]\n\n1. P-7f P-3d *\n";
    run_ok(&table, json!({"command": "import", "text": pgn}));
    let games = recent_games(&table, 50);
    assert_eq!((games.len(), &games[0]["moves"]), (1, &json!(2)));
    assert!(games[0]["names"].to_string().contains("Habu"), "{games:?}");
    // Opened again it is the same game; a position has nothing to be kept.
    run_ok(&table, json!({"command": "open_game", "id": games[0]["id"]}));
    assert!(recent_games(&table, 60).is_empty());
    set_up(&table, "8k/9/8P/9/9/9/9/9/K8 b G 1");
    assert!(recent_games(&table, 70).is_empty());
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
    assert_eq!(refused, "no_recent_game");
}

#[test]
fn a_request_that_arrives_twice_is_carried_out_once() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    let other = PageId(1);
    // The page connects again before it has the reply, and before work is done.
    let import = json!({"command": "import", "text": "position startpos moves 2g2f"});
    table.send_as(PAGE, "import", &import);
    table.close(PAGE);
    table.open(other, "test");
    table.send_as(other, "import", &import);
    let is_import = |(ticket, _): &&(Ticket, Work)| !ticket.is_for_game();
    let imports = table.board.borrow_mut().backend().work.iter().filter(is_import).count();
    assert_eq!(imports, 1);
    table.work();
    assert_eq!(table.reply(other, "import").unwrap()["reply"], "done");
    for _ in 0..2 {
        table.take_messages(other);
        table.send_as(other, "undo", &json!({"command": "undo"}));
        assert_eq!(table.reply(other, "undo").unwrap()["reply"], "done");
    }
    table.send_as(other, "undo too", &json!({"command": "undo"}));
    let nothing = table.reply(other, "undo too").unwrap();
    assert_eq!(nothing["error"]["code"], "nothing_to_undo");
    // A refused request is not remembered: sent again, it is tried again.
    table.send_as(other, "move", &json!({"command": "play", "node": 1, "move": "2g2f"}));
    assert_eq!(table.reply(other, "move").unwrap()["error"]["code"], "changed");
    table.take_messages(other);
    table.send_as(other, "first", &json!({"command": "play", "node": 0, "move": "7g7f"}));
    table.send_as(other, "move", &json!({"command": "play", "node": 1, "move": "3c3d"}));
    assert_eq!(table.reply(other, "move").unwrap()["reply"], "done");
}

#[test]
fn a_recent_game_by_links_goes_on_as_one() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "players": [person(), person()], "by_link": "black"});
    run_ok(&table, setup);
    play(&table, "7g7f");
    table.tick(Instant::now() + Duration::from_secs(5));
    table.work();
    start(&table, "shogi", person(), person());
    assert_eq!(state(&table).by_link, None);
    let changes = table.board.borrow_mut().backend().changes.clone();
    let kept = changes.iter().find_map(|change| match change {
        Change::Game(game) => Some(game.info.id),
        _ => None,
    });
    let id = kept.unwrap();
    run_ok(&table, json!({"command": "open_game", "id": id}));
    let view = state(&table);
    assert_eq!((view.by_link, view.free, view.paused), (Some(Color::Black), false, false));
}
