//! Parsing of what GUIs and match runners send.

use crate::{GUI_LINES, game, parse};
use std::time::Duration;
use vampirc_usi::{ErrorKind, Go, GuiMessage, Protocol, SetOption, Start};

/// Parses a `go` of USI in shogi and formats it again.
fn reformat_go(line: &str) -> String {
    let rules = game("shogi");
    match GuiMessage::parse(line, Protocol::Usi, rules).unwrap().message {
        GuiMessage::Go(go) => go.format(Protocol::Usi, rules),
        message => panic!("{line}: {message:?}"),
    }
}

#[test]
fn every_sample_line_has_a_meaning() {
    for line in GUI_LINES.lines() {
        let message = parse(line).unwrap_or_else(|error| panic!("{line}: {error}")).message;
        let is_ours = matches!(line, "d" | "bench 16 1 13");
        assert_eq!(matches!(message, GuiMessage::Other(_)), is_ours, "{line}: {message:?}");
    }
}

#[test]
fn commands_have_other_spellings() {
    for (line, message) in [
        ("usi\r\n", GuiMessage::Identify(Protocol::Usi)),
        ("\u{feff}usi", GuiMessage::Identify(Protocol::Usi)),
        ("usi\nisready", GuiMessage::Identify(Protocol::Usi)),
        (" uci ", GuiMessage::Identify(Protocol::Uci)),
        ("\tisready  now ", GuiMessage::IsReady),
        ("ucinewgame", GuiMessage::NewGame),
        ("gameover timeout", GuiMessage::GameOver),
        ("", GuiMessage::Ignored),
        (" \t\r\n", GuiMessage::Ignored),
        ("debug", GuiMessage::Ignored),
        (" load  a b.kif ", GuiMessage::Other("load  a b.kif".to_owned())),
    ] {
        assert_eq!(parse(line).unwrap().message, message, "{line:?}");
    }
}

#[test]
fn invalid_parts_of_go_are_left_out() {
    for (line, canonical) in [
        ("go btime 300000.0 wtime -35 byoyomi 1e3", "go btime 300000 wtime 0 byoyomi 1000"),
        ("go byoyomi 10000 wtime 1 ponder btime 2", "go ponder btime 2 wtime 1 byoyomi 10000"),
        ("go depth eight nodes 5", "go nodes 5"),
        ("go depth nodes 5", "go nodes 5"),
        ("go rtime 100 depth 3 depth 4", "go depth 4"),
        ("go searchmoves 7g7f xx depth 3", "go depth 3 searchmoves 7g7f"),
        ("go searchmoves xx 7g7f depth 3", "go depth 3 searchmoves 7g7f"),
        ("go depth 1 searchmoves xx yy 7g7f zz 2g2f", "go depth 1 searchmoves 7g7f 2g2f"),
        ("go mate", "go mate infinite"),
        ("go mate depth 5", "go depth 5 mate infinite"),
        ("go perft 4 movestogo 3", "go movestogo 3 perft 4"),
        ("go infinite searchmoves", "go infinite"),
    ] {
        assert_eq!(reformat_go(line), canonical, "{line:?}");
    }
}

#[test]
fn searchmoves_without_a_move_are_not_all_moves() {
    for (line, count) in [
        ("go searchmoves xx depth 3", 1),
        ("go mate searchmoves xx yy", 1),
        ("go searchmoves depth 3", 1),
        ("go infinite searchmoves", 0),
        ("go depth 3 xx", 0),
    ] {
        let GuiMessage::Go(go) = parse(line).unwrap().message else { panic!("{line}") };
        assert_eq!(go.searchmoves, vec![rules::Move::NULL; count], "{line}");
    }
}

#[test]
fn both_protocols_are_parsed_to_the_same_messages() {
    let rules = game("shosu");
    let message = |protocol, line: &str| GuiMessage::parse(line, protocol, rules).unwrap().message;
    for (usi, uci) in [
        ("position startpos moves 10h10g 10c10d", "position startpos moves a3a4 a8a7"),
        ("position startpos moves P*10e 9h1a+", "position startpos moves P@a6 b3j10+"),
        ("go btime 1 wtime 2 binc 3 winc 4", "go wtime 1 btime 2 winc 3 binc 4"),
        ("go searchmoves 10h10g depth 3", "go searchmoves a3a4 depth 3"),
        ("go searchmoves xx 10h10g", "go searchmoves xx a3a4"),
        ("ponderhit btime 5", "ponderhit wtime 5"),
        ("usinewgame", "ucinewgame"),
    ] {
        let (usi_message, uci_message) = (message(Protocol::Usi, usi), message(Protocol::Uci, uci));
        assert_eq!(usi_message, uci_message, "{uci}");
        if let GuiMessage::Go(go) = usi_message {
            let [usi, uci] =
                [Protocol::Usi, Protocol::Uci].map(|p| message(p, &go.format(p, rules)));
            assert_eq!((&usi, &usi), (&uci, &GuiMessage::Go(go)));
        }
    }
}

#[test]
fn positions_are_kept_as_text() {
    let start = |line| match parse(line).unwrap().message {
        GuiMessage::Position(position) => (position.start, position.moves.len()),
        message => panic!("{message:?}"),
    };
    assert_eq!(start("position  startpos\tmoves"), (Start::Startpos, 0));
    assert_eq!(start("position sfen startpos moves 7h7g"), (Start::Startpos, 1));
    let sfen = start("position sfen 9/9  b  - 1 moves :j:i 05a:a+");
    assert_eq!(sfen, (Start::Sfen("9/9 b - 1".to_owned()), 2));
    assert_eq!(start("position fen 9/9 w"), (Start::Fen("9/9 w".to_owned()), 0));
}

#[test]
fn errors_and_warnings_say_what_and_where() {
    let shown = |line| match parse(line) {
        Ok(parsed) => parsed.warning.map(|warning| format!("warning: {warning}")),
        Err(error) => Some(error.to_string()),
    };
    for (line, text) in [
        ("position", "byte 8: expected `startpos`, `sfen` or `fen`, found the end of the line"),
        ("position 9/9 b", "byte 9: expected `startpos`, `sfen` or `fen`, found '9/9'"),
        ("position sfen", "byte 13: expected a position, found the end of the line"),
        ("position sfen moves 7g7f", "byte 14: expected a position, found 'moves'"),
        ("position startpos 7g7f", "byte 18: expected `moves`, found '7g7f'"),
        (
            "position startpos moves 7g7f 3c34 2g2f",
            "byte 29: invalid move 2 '3c34': expected a square of the board at character 3 of the move",
        ),
        ("setoption", "byte 9: expected `name`, found the end of the line"),
        ("setoption name", "byte 14: expected an option name, found the end of the line"),
        ("setoption name value 3", "byte 15: expected an option name, found 'value'"),
        ("ponderhit soon", "warning: byte 10: unknown token 'soon'"),
        ("go quickly", "warning: byte 3: unknown token 'quickly'"),
        ("go depth x nodes 5", "warning: byte 9: expected a whole number, found 'x'"),
        ("go btime wtime 5", "warning: byte 9: expected a time in milliseconds, found 'wtime'"),
        ("go searchmoves xx 7g7f P*5e", "warning: byte 15: expected a move, found 'xx'"),
        // The search would never end without its only limit.
        ("go depth", "byte 8: expected a whole number, found the end of the line"),
        ("go perft", "byte 8: expected a whole number, found the end of the line"),
        ("go depth x", "byte 9: expected a whole number, found 'x'"),
        (
            "go searchmoves 7g7f depth",
            "byte 25: expected a whole number, found the end of the line",
        ),
        ("go movetime", "byte 11: expected a time in milliseconds, found the end of the line"),
        ("go mate soon", "byte 8: expected a time in milliseconds or `infinite`, found 'soon'"),
    ] {
        assert_eq!(shown(line).as_deref(), Some(text), "{line}");
    }
    for line in [
        "go btime 60000.0  wtime -1 byoyomi 0",
        "go mate searchmoves 7g7f depth 3",
        "go depth 3 depth 4",
        "go",
        "usi now",
        "position startpos moves",
        "setoption name A value ",
    ] {
        assert_eq!(shown(line), None, "{line}");
    }
    let error = parse(&format!("position {}", "x\u{1}".repeat(1000))).unwrap_err().to_string();
    assert!(!error.contains(char::is_control) && error.chars().count() < 150, "{error}");
}

#[test]
fn what_people_write_is_parsed_strictly() {
    let rules = game("shogi");
    let depth = Go { depth: Some(3), ..Go::default() };
    assert_eq!(Go::parse_strictly(" depth\n3 ", rules), Ok(depth));
    assert_eq!(Go::parse_strictly("", rules), Ok(Go::default()));
    for (parameters, error) in [
        ("fast", ErrorKind::UnknownToken("fast".to_owned())),
        ("depth 3 depth 4", ErrorKind::Duplicate("depth".to_owned())),
    ] {
        assert_eq!(Go::parse_strictly(parameters, rules), Err(error));
    }
    for parameters in ["movetime 0.5", "depth -3", "depth", "depth ten", "searchmoves xx"] {
        let error = Go::parse_strictly(parameters, rules).unwrap_err();
        assert!(matches!(error, ErrorKind::Expected { .. }), "{parameters}: {error}");
    }
    // The valid parts of a command are kept.
    let go = Go::parse_leniently(" depth ten searchmoves 7g7f", Protocol::Usi, rules);
    let searchmoves = vec![rules.parse_usi("7g7f").unwrap()];
    assert_eq!(go, Go { searchmoves, ..Go::default() });
}

#[test]
fn options_have_names_with_spaces_and_empty_values() {
    let option = |line| match parse(line).unwrap().message {
        GuiMessage::SetOption(option) => option,
        message => panic!("{message:?}"),
    };
    for (line, canonical) in [
        ("setoption  name  Clear   Hash ", "setoption name Clear Hash"),
        ("setoption name X value", "setoption name X value <empty>"),
        ("setoption name X value <empty>", "setoption name X value <empty>"),
        ("setoption name X value  a  b ", "setoption name X value a  b"),
        ("setoption please name X value 1", "setoption name X value 1"),
    ] {
        assert_eq!(option(line).to_string(), canonical, "{line:?}");
    }
    assert_eq!(option("setoption name X value <empty>").value, Some(String::new()));
    let clear = option("setoption name Clear Hash");
    let names = ["ClearHash", "CLEAR HASH", "Clear", ""];
    assert_eq!(names.map(|name| clear.is_named(name)), [true, true, false, false]);
    let set = |value: &str| SetOption { name: "X".to_owned(), value: Some(value.to_owned()) };
    let bools = ["True", "0", "on", "maybe"].map(|value| set(value).as_bool());
    assert_eq!(bools, [Some(true), Some(false), Some(true), None]);
    assert_eq!(["-3", "256.0", "x"].map(|v| set(v).as_i64()), [Some(-3), Some(256), None]);
    assert_eq!(clear.as_bool(), None);
}

#[test]
fn clocks_are_in_milliseconds() {
    let line = "ponderhit btime 60000 wtime 50000.9 byoyomi 10 movestogo 7";
    let GuiMessage::PonderHit(clock) = parse(line).unwrap().message else { panic!() };
    let times = [clock.btime, clock.wtime, clock.byoyomi, clock.winc];
    let ms = |ms| Some(Duration::from_millis(ms));
    assert_eq!(times, [ms(60_000), ms(50_000), ms(10), None]);
    assert_eq!(clock.movestogo, Some(7));
}
