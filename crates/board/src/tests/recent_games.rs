//! Tests of the list of recent games.

use super::*;
use crate::messages::RecentMode;
use data_encoding::BASE64;

#[test]
fn a_reply_by_link_is_the_same_game_at_every_table() {
    let table = table();
    run_ok(
        &table,
        json!({"command": "new_game", "variant": "shogi", "players": [person(), person()], "by_link": "black", "name": "Ann"}),
    );
    let id = state(&table).link_id;
    play(&table, "7g7f");
    let [game] = &table.recent()[..] else { panic!() };
    assert_eq!(game.info.mode, RecentMode::ByLink { side: Color::Black, id: id.clone() });
    assert_eq!(game.info.names, Some([Some("Ann".into()), None]));
    table.open(PageId(1), "other");
    let link = |moves: &str| {
        let text = format!("position startpos moves {moves}");
        json!({"command": "import", "text": text, "by_link": "black", "link_id": id})
    };
    let at_other = |command: Value| {
        let request = table.send(PageId(1), &command);
        table.work();
        assert_eq!(table.reply(PageId(1), &request).unwrap()["reply"], "done");
    };
    at_other(link("7g7f 3c3d"));
    let plies = |games: &[RecentGame]| Vec::from_iter(games.iter().map(|game| game.info.moves));
    assert_eq!(plies(&table.recent()), [2]);
    // The first table shows what was, and what is played there is apart.
    at_other(json!({"command": "play", "node": 2, "move": "2g2f"}));
    assert_eq!(plies(&table.recent()), [3]);
    // An old link shows the game as it is.
    at_other(link("7g7f 3c3d"));
    let board = table.board.borrow();
    assert_eq!(board.table(PageId(1)).game.last_position().moves().count(), 3);
    drop(board);
    // Another game with the same moves is another one.
    let text = "position startpos moves 7g7f 3c3d 2g2f 8c8d";
    at_other(json!({"command": "import", "text": text, "by_link": "black", "link_id": "other"}));
    assert_eq!(plies(&table.recent()), [4, 3]);
}

#[test]
fn a_game_that_goes_on_at_two_tables_is_kept_twice() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let id = table.recent()[0].info.id;
    table.open(PageId(1), "other");
    table.send(PageId(1), &json!({"command": "open_game", "id": id}));
    table.work();
    table.send(PageId(1), &json!({"command": "play", "node": 1, "move": "8c8d"}));
    play(&table, "3c3d 2g2f");
    let moves = |games: &[RecentGame]| {
        let mut moves = Vec::from_iter(games.iter().map(|game| game.info.moves));
        moves.sort_unstable();
        moves
    };
    assert_eq!(moves(&table.recent()), [2, 3]);
    // A copy that only was open adds nothing.
    assert_eq!(moves(&table.recent()), [2, 3]);
}

#[test]
fn a_look_at_a_file_is_no_game_of_ones_own() {
    let table = table();
    let content = BASE64.encode(b"[Variant \"shogi\"]\n\n1. P-7f P-3d *\n");
    run_ok(&table, json!({"command": "open_file", "name": "game.pgn", "content": content}));
    assert!(table.recent().is_empty());
    play(&table, "2g2f");
    assert_eq!(table.recent().len(), 1);
}

#[test]
fn games_are_found_and_exported() {
    let table = table();
    for (variant, name) in [("shogi", "Habu"), ("cannonshogi", "Ann"), ("shogi", "Ann")] {
        let level = json!({"kind": "engine", "level": 0, "move_time": 10});
        run_ok(
            &table,
            json!({"command": "new_game", "variant": variant, "players": [person(), level], "name": name}),
        );
        run_ok(&table, json!({"command": "pause", "paused": true}));
        run_ok(&table, json!({"command": "pause", "paused": false}));
        play_any(&table, 1);
    }
    let count = table.recent().len();
    assert_eq!(count, 3);
    for (text, expected) in [
        ("", 3),
        ("ann", 2),
        ("Ann cannon", 1),
        ("キャノン", 1),
        ("1970-01-01", 3),
        ("1970-01 habu", 1),
        ("nobody", 0),
    ] {
        let reply = run(&table, json!({"command": "find_games", "text": text, "from": 0}));
        assert_eq!(
            (&reply["reply"], &reply["count"]),
            (&json!("games"), &json!(expected)),
            "{text}"
        );
        assert_eq!(reply["games"].as_array().unwrap().len(), expected);
    }
    let rest = run(&table, json!({"command": "find_games", "text": "", "from": 2}));
    assert_eq!((rest["games"].as_array().unwrap().len(), &rest["count"]), (1, &json!(3)));
    let file = run(&table, json!({"command": "export_games", "text": "ann"}));
    let text = BASE64.decode(file["content"].as_str().unwrap().as_bytes()).unwrap();
    let games = records::read(&text, &records::Hints::default()).unwrap();
    assert_eq!(games.len(), 2);
    // Only for the owner.
    let pass = run(
        &table,
        json!({"command": "invite", "game": {"variant": "shogi", "players": [person(), person()]}}),
    );
    let pass = pass["pass"].as_str().unwrap();
    table.open_seat(PageId(9), pass, false);
    for command in [
        json!({"command": "find_games", "text": "", "from": 0}),
        json!({"command": "export_games", "text": ""}),
    ] {
        let request = table.send(PageId(9), &command);
        assert_eq!(table.reply(PageId(9), &request).unwrap()["error"]["code"], "between_people");
    }
}
