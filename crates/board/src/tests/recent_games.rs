//! Tests of the list of recent games.

use super::*;
use crate::messages::RecentMode;
use data_encoding::BASE64;

/// Begins a game by links, plays its first move as Black, and returns what its links name it by.
fn begin_by_link(table: &Rig) -> String {
    let people = [person(), person()];
    let setup = json!({"command": "new_game", "variant": "shogi", "players": people,
        "by_link": "black", "name": "Ann"});
    run_ok(table, setup);
    play(table, "7g7f");
    state(table).link_id
}

/// Opens a link with moves, as Black.
fn link(id: &str, moves: &str) -> Value {
    let text = format!("position startpos moves {moves}");
    json!({"command": "import", "text": text, "by_link": "black", "link_id": id})
}

#[test]
fn a_reply_by_link_is_the_same_game_at_every_table() {
    let table = table();
    let id = begin_by_link(&table);
    let [game] = &table.recent()[..] else { panic!() };
    assert_eq!(game.info.mode, RecentMode::ByLink { side: Color::Black, id: id.clone() });
    assert_eq!(game.info.names, Some([Some("Ann".into()), None]));
    table.open(PageId(1), "other");
    let link = |moves| link(&id, moves);
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
fn a_reply_by_link_leaves_what_was_said() {
    let table = table();
    let id = begin_by_link(&table);
    run_ok(&table, json!({"command": "set_comment", "node": 1, "text": "first"}));
    assert_eq!(table.recent().len(), 1);
    let link = |moves| link(&id, moves);
    // The game is on the board.
    run_ok(&table, link("7g7f 3c3d"));
    assert_eq!((state(&table).node, &*nodes(&table)[1].comments), (2, &["first".to_owned()][..]));
    play(&table, "2g2f");
    run_ok(&table, json!({"command": "set_comment", "node": 3, "text": "third"}));
    assert_eq!(table.recent().len(), 1);
    // The game is among the recent ones.
    table.open(PageId(1), "other");
    table.send(PageId(1), &link("7g7f 3c3d 2g2f 8c8d"));
    table.work();
    let [game] = &table.recent()[..] else { panic!() };
    assert_eq!((game.info.moves, &game.info.names), (4, &Some([Some("Ann".into()), None])));
    assert!(game.pgn.contains("{first}") && game.pgn.contains("{third}"), "{}", game.pgn);
    // Other moves are kept apart, and so is what goes on after the end.
    table.send(PageId(1), &link("7g7f 8c8d"));
    table.work();
    let games = table.recent();
    assert_eq!((games[0].info.moves, &games[1..]), (2, &[game.clone()][..]));
    table.send(PageId(1), &json!({"command": "resign"}));
    let over = table.recent()[0].clone();
    table.send(PageId(1), &link("7g7f 8c8d 2g2f"));
    table.work();
    let games = table.recent();
    assert_eq!((games.len(), games[0].info.moves, &games[1]), (3, 3, &over));
}

#[test]
fn a_copy_takes_the_place_of_no_game_with_another_person() {
    let table = table();
    begin_by_link(&table);
    let pgn = table.recent()[0].pgn.clone();
    // Read again, a copy takes the place of the one before.
    for _ in 0..2 {
        run_ok(&table, json!({"command": "import", "text": pgn}));
        let games = table.recent();
        assert_eq!(games.iter().map(|game| &game.pgn).collect::<Vec<_>>(), [&pgn; 2]);
        let is_by_link = |game: &RecentGame| matches!(game.info.mode, RecentMode::ByLink { .. });
        assert_eq!(games.iter().filter(|game| is_by_link(game)).count(), 1);
    }
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
    // A game that is replaced before it was kept is not lost.
    table.send(PageId(1), &json!({"command": "open_game", "id": id}));
    table.work();
    play(&table, "8c8d");
    start(&table, "shogi", person(), person());
    table.send(PageId(1), &json!({"command": "play", "node": 3, "move": "3d3e"}));
    assert_eq!(moves(&table.recent()), [2, 4, 4]);
}

#[test]
fn a_game_that_is_opened_again_before_it_was_kept_is_not_lost() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let id = table.recent()[0].info.id;
    play(&table, "3c3d");
    run_ok(&table, json!({"command": "open_game", "id": id}));
    play(&table, "8c8d 2g2f");
    let games = table.recent();
    assert_eq!(games.iter().map(|game| game.info.moves).collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn moves_are_kept_when_the_clock_was_set_back() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let mut games = table.recent();
    games[0].info.saved += 1_000_000;
    let id = games[0].info.id;
    let mut kept = UserData::default();
    kept.add_games(games);
    let again = board_with(games::by_name("shogi").unwrap(), kept);
    run_ok(&again, json!({"command": "open_game", "id": id}));
    play(&again, "3c3d");
    assert_eq!(again.recent()[0].info.moves, 2);
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
    let headers = json!({"black": "Ann", "event": "Autumn club"});
    run_ok(&table, json!({"command": "set_headers", "headers": headers}));
    let count = table.recent().len();
    assert_eq!(count, 3);
    for (text, expected) in [
        ("", 3),
        ("ann", 2),
        ("Ann cannon", 1),
        ("club ann", 1),
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
