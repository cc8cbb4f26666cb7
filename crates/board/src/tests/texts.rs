//! Positions and games read from texts and written to them.

use super::*;

#[test]
fn every_format_is_read_and_written() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d 8h2b+");
    let sfen = state(&table).sfen;
    let reply = run(&table, json!({"command": "export", "format": "pgn"}));
    assert!(reply["text"].as_str().unwrap().contains("[Date \"1970.01.01\"]"), "{reply}");
    for format in ["usi", "pgn", "kif", "ki2", "csa", "sfen"] {
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
    let refused = error(run(&table, json!({"command": "export", "format": "csa"})));
    assert!(refused.contains("shogi_only"), "{refused}");
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
        assert_eq!(notices, [json!({"kind": "imported", "variant": "shogi"})], "{text}");
    }
    // Three games accept the moves; the person must choose.
    let refused = read_text("shogi", "position startpos moves 10h10g 10c10d").unwrap_err();
    assert!(refused.contains("10h10g"), "{refused}");
    let games = r#"{"games":["shosu","shosucourier","cannonshosu"]"#;
    assert!(refused.starts_with(&format!("several_games {games}")), "{refused}");
    // The page may name the game.
    let table = table();
    let text = "position startpos moves 10h10g";
    run_ok(&table, json!({"command": "import", "text": text, "variant": "shosucourier"}));
    assert_eq!(state(&table).variant, "shosucourier");
    let unknown = json!({"command": "import", "text": text, "variant": "chess"});
    assert_eq!(error(run(&table, unknown)), r#"unknown_game "chess""#);
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
    assert!(reply["error"].to_string().contains("no_king"), "{reply}");
    assert!(error(edited(json!({"10a": "k"}))).contains("square \"10a\""));
}
