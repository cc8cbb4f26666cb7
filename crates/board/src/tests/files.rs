//! Files that are opened and saved, and the headers of games.

use super::*;
use crate::messages::FileView;
use data_encoding::BASE64;

const KIF: &str = "開始日時：2026/01/02\n手合割：平手\n先手：羽生\n後手：佐藤\n\
    1 ７六歩(77)   ( 0:05/00:00:05)\n*角道\n2 ３四歩(33)\n3 投了\n";

fn open_file(table: &Rig, name: &str, bytes: &[u8]) -> Value {
    let content = BASE64.encode(bytes);
    run(table, json!({"command": "open_file", "name": name, "content": content}))
}

/// Returns the name, the bytes and the warning of a file.
#[track_caller]
fn save(table: &Rig, extension: &str, all: bool) -> (String, Vec<u8>, Option<String>) {
    let reply = run(table, json!({"command": "save", "extension": extension, "all": all}));
    assert_eq!(reply["reply"], "file", "{reply}");
    let bytes = BASE64.decode(reply["content"].as_str().unwrap().as_bytes()).unwrap();
    let warning = (!reply["warning"].is_null()).then(|| reply["warning"].to_string());
    (reply["name"].as_str().unwrap().into(), bytes, warning)
}

fn file(table: &Rig) -> Option<FileView> {
    match table.read(view::file) {
        Message::File { file } => file,
        other => panic!("{other:?}"),
    }
}

fn headers(table: &Rig) -> Headers {
    table.read(|table| Headers::from(&table.game.record().tags))
}

fn set_headers(table: &Rig, headers: Headers) -> Value {
    run(table, json!({"command": "set_headers", "headers": headers}))
}

#[test]
fn files_of_every_kind_are_opened_and_saved() {
    let table = table();
    let shift_jis = records::encode_shift_jis(KIF).unwrap();
    assert_eq!(open_file(&table, "名局.kif", &shift_jis)["reply"], "done");
    let expected = Headers {
        black: "羽生".into(),
        white: "佐藤".into(),
        date: "2026/01/02".into(),
        ..Headers::default()
    };
    assert_eq!(headers(&table), expected);
    let moves = nodes(&table);
    for extension in
        ["kif", "kifu", "ki2", "ki2u", "csa", "pgn", "usi", "sfen", "gamecourier", "tsv"]
    {
        let (name, bytes, warning) = save(&table, extension, false);
        assert_eq!(name, format!("名局.{extension}"));
        let is_shift_jis = std::str::from_utf8(&bytes).is_err();
        assert_eq!(is_shift_jis, ["kif", "ki2"].contains(&extension), "{extension}");
        let is_whole = ["kif", "kifu", "csa", "pgn", "gamecourier"].contains(&extension);
        assert_eq!(warning.is_none(), is_whole, "{extension}: {warning:?}");
        start(&table, "shosu", person(), person());
        assert_eq!(file(&table), None);
        assert_eq!(open_file(&table, "名局.x", &bytes)["reply"], "done", "{extension}");
        let texts = |nodes: &[TreeNode]| nodes.iter().map(|n| n.text.clone()).collect::<Vec<_>>();
        assert_eq!(texts(&nodes(&table)), texts(&moves), "{extension}");
        if is_whole {
            assert_eq!(headers(&table), expected, "{extension}");
            assert_eq!(nodes(&table), moves, "{extension}");
        }
        open_file(&table, "名局.kif", &shift_jis);
    }
    let lost = save(&table, "usi", false).2.unwrap();
    assert_eq!(lost, r#"{"code":"omitted","value":["tags","comments","times","end"]}"#);
    assert!(
        error(run(&table, json!({"command": "save", "extension": "doc", "all": false})))
            .contains("unknown extension 'doc'")
    );
}

#[test]
fn files_have_sensible_names() {
    let table = table();
    start(&table, "shosu", person(), person());
    play(&table, "10h10g");
    let name = |extension| save(&table, extension, false).0;
    assert_eq!(name("pgn"), "1970-01-01 shosu.pgn");
    let headers = Headers { black: "A/B: \"x\"".into(), white: "C ".into(), ..Headers::default() };
    assert_eq!(set_headers(&table, headers)["reply"], "done");
    assert_eq!(name("kif"), "A-B- -x- - C.kif");
    // Other programs read this one as UTF-8.
    set_headers(&table, Headers { black: "😀".into(), ..Headers::default() });
    let (name, bytes, warning) = save(&table, "ki2", false);
    assert_eq!(
        (name.as_str(), warning.unwrap().as_str()),
        ("😀.ki2u", r#"{"code":"characters","value":{"code":"not_in_shift_jis","value":"😀"}}"#)
    );
    assert!(String::from_utf8(bytes).unwrap().contains('😀'));
    // That of a compressed file has two extensions.
    assert_eq!(open_file(&table, "名局.kif.gz", KIF.as_bytes())["reply"], "done");
    assert_eq!(save(&table, "kif", false).0, "名局.kif");
}

#[test]
fn a_game_is_chosen_from_a_file_of_several() {
    let table = table();
    let text = "[Black \"A\"]\n[Variant \"shogi\"]\n\n1. c3c4 *\n\n\
        [White \"B\"]\n[Variant \"shosu\"]\n\n1. a3a4 a8a7 1-0\n\n[Variant \"shogi\"]\n\n*\n";
    assert_eq!(open_file(&table, "three.pgn", text.as_bytes())["reply"], "done");
    let view = file(&table).unwrap();
    assert_eq!((view.name.as_str(), view.shown, view.games.len()), ("three.pgn", 0, 3));
    // PGN calls the first player White.
    assert_eq!((view.games[0].headers.white.as_str(), view.games[0].moves), ("A", 1));
    assert_eq!((view.games[1].variant.as_str(), view.games[1].moves), ("shosu", 2));
    assert!(view.games[1].end.is_some() && view.games[2].end.is_none());
    play(&table, "3c3d");
    // What is on the board is not read again.
    run_ok(&table, json!({"command": "show_file_game", "index": 0}));
    assert_eq!(state(&table).node, 2);
    run_ok(&table, json!({"command": "show_file_game", "index": 1}));
    assert_eq!((state(&table).variant.as_str(), file(&table).unwrap().shown), ("shosu", 1));
    run_ok(&table, json!({"command": "show_file_game", "index": 0}));
    assert_eq!((state(&table).node, file(&table).unwrap().games[0].moves), (2, 2));
    assert_eq!(
        error(run(&table, json!({"command": "show_file_game", "index": 3}))),
        "no_such_game 3"
    );
    // Only the game that was changed is among the recent ones.
    table.tick(Instant::now() + Duration::from_secs(5));
    table.work();
    assert_eq!(table.board.borrow_mut().backend().changes.len(), 1);
    // All of them are saved, in formats that hold them.
    let (name, bytes, _) = save(&table, "pgn", true);
    let games = records::read(&bytes, &records::Hints::default()).unwrap();
    let moves: Vec<_> = games.iter().map(|game| game.moves().count()).collect();
    assert_eq!((name.as_str(), moves), ("three.pgn", vec![2, 2, 0]));
    assert!(
        error(run(&table, json!({"command": "save", "extension": "kif", "all": true})))
            .contains("one_game_only")
    );
    assert_eq!(save(&table, "pgn", false).0, "1970-01-01 A.pgn");
    // A pasted text with several games is like a file without a name.
    run_ok(&table, json!({"command": "import", "text": text}));
    assert_eq!((file(&table).unwrap().name.as_str(), file(&table).unwrap().shown), ("", 0));
    run_ok(&table, json!({"command": "import", "text": "1. c3c4"}));
    assert_eq!(file(&table), None);
}

#[test]
fn a_game_of_a_file_is_among_the_recent_ones_once() {
    let table = table();
    let text = "[Variant \"shogi\"]\n\n1. c3c4 *\n\n[Variant \"shosu\"]\n\n1. a3a4 *\n";
    open_file(&table, "two.pgn", text.as_bytes());
    for comment in ["one", "two", "three"] {
        for index in [0, 1] {
            run_ok(&table, json!({"command": "show_file_game", "index": index}));
            run_ok(&table, json!({"command": "set_comment", "node": 1, "text": comment}));
        }
    }
    table.tick(Instant::now() + Duration::from_secs(5));
    table.work();
    let mut board = table.board.borrow_mut();
    let kept = board.backend().changes.iter().map(|change| match change {
        Change::Game(game) => (game.info.id, game.info.variant.clone()),
        other => panic!("{other:?}"),
    });
    let kept = Vec::from_iter(kept);
    let games = std::collections::BTreeSet::from_iter(&kept);
    assert_eq!((kept.len(), games.len()), (6, 2), "{kept:?}");
}

#[test]
fn a_bad_file_changes_nothing() {
    let table = table();
    open_file(&table, "good.kif", KIF.as_bytes());
    let before = (state(&table), file(&table), headers(&table));
    for (bytes, reason) in [
        (&b"\n\n\xe6\x89\x8b\xe5\x90\x88\xe5\x89\xb2\xef\xbc\x9a\xe5\xb9\xb3\xe6\x89\x8b\n1 \xef\xbc\x97\xe5\x85\xad\xe6\xad\xa9(66)\n"[..], r#"unreadable {"kind":{"code":"illegal_move","value":{"found":"７六歩(66)""#),
        (&[0xff, 0xff, 0xff], r#"unreadable {"kind":{"code":"encoding"},"line":1}"#),
        (b"", r#"unreadable {"kind":{"code":"empty"},"line":1}"#),
        (b"hello", r#"unreadable {"kind":{"code":"unknown_format"},"line":1}"#),
        (&b"startpos\n".repeat(2_001), r#"too_many_games {"found":2001,"max":2000}"#),
    ] {
        let reason_given = error(open_file(&table, "bad.kif", bytes));
        assert!(reason_given.starts_with(reason), "{reason_given}");
        assert_eq!((state(&table), file(&table), headers(&table)), before);
    }
    let bad = json!({"command": "open_file", "name": "a", "content": "%"});
    assert!(error(run(&table, bad)).starts_with("invalid "));
}

#[test]
fn headers_are_edited_and_written_in_every_format() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    let edited = Headers {
        black: "Alice".into(),
        white: "Bob".into(),
        event: "Meijin".into(),
        site: "Tokyo".into(),
        date: "2026年1月2日".into(),
        time_control: "10分+秒読み30秒".into(),
    };
    assert_eq!(set_headers(&table, edited)["reply"], "done");
    assert_eq!(
        (&*headers(&table).date, &*headers(&table).time_control),
        ("2026/01/02", "600 byoyomi 30")
    );
    assert_eq!(state(&table).names, [Some("Alice".into()), Some("Bob".into())]);
    let expected = headers(&table);
    for extension in ["kifu", "ki2u", "csa", "pgn", "gamecourier"] {
        let (_, bytes, _) = save(&table, extension, false);
        let game = &records::read(&bytes, &records::Hints::default()).unwrap()[0];
        assert_eq!(Headers::from(&game.tags), expected, "{extension}");
    }
    // A change of them is undone like one of the moves.
    set_headers(&table, Headers { black: "X".into(), ..Headers::default() });
    assert_eq!(headers(&table).white, "");
    run_ok(&table, json!({"command": "undo_change"}));
    assert_eq!(headers(&table), expected);
    let long = Headers { event: "x".repeat(201), ..Headers::default() };
    assert_eq!(error(set_headers(&table, long)), "too_long 200");
    assert_eq!(headers(&table), expected);
    // Only a change of the player changes a name.
    let other = json!({"command": "players", "players": [person(), engine()]});
    run_ok(&table, other);
    assert_eq!(state(&table).names, [Some("Alice".into()), Some("Ozutsu, level 0".into())]);
}
