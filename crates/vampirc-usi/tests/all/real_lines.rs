//! Parsing of lines that real programs send.

use crate::common;
use std::fmt::Display;
use std::time::Duration;

use vampirc_usi::*;

/// Parses a line leniently and prints the message.
fn reprint<T: Message<Move = Move> + Display>(line: &str) -> String {
    parse::<T>(line).unwrap_or_else(|error| panic!("{line:?}: {error}")).to_string()
}

fn warnings<T: Message<Move = Move>>(line: &str) -> Vec<String> {
    parse_with_warnings::<T>(line).unwrap().warnings.iter().map(ToString::to_string).collect()
}

#[test]
fn every_sample_line_parses() {
    for line in common::GUI_LINES.lines() {
        reprint::<GuiMessage>(line);
    }
    for line in common::ENGINE_LINES.lines() {
        reprint::<EngineMessage>(line);
    }
}

#[test]
fn noncanonical_gui_lines() {
    for (line, canonical) in [
        ("usi\r\n", "usi"),
        ("\u{feff}usi", "usi"),
        ("\tisready  now ", "isready"),
        ("debug ON", "debug on"),
        ("go btime 300000.0 wtime -35 byoyomi 1e3", "go btime 300000 wtime 0 byoyomi 1000"),
        ("go byoyomi 10000 wtime 1 ponder btime 2", "go ponder btime 2 wtime 1 byoyomi 10000"),
        ("go depth eight nodes 5", "go nodes 5"),
        ("go depth nodes 5", "go nodes 5"),
        ("go rtime 100 depth 3 depth 4", "go depth 4"),
        ("go searchmoves 7g7f xx depth 3", "go depth 3 searchmoves 7g7f"),
        ("go searchmoves xx 7g7f depth 3", "go depth 3 searchmoves 7g7f"),
        ("go depth 1 searchmoves xx yy 7g7f zz 2g2f", "go depth 1 searchmoves 7g7f 2g2f"),
        ("go searchmoves xx binc 3 movetime 4", "go binc 3 movetime 4"),
        ("go mate", "go mate infinite"),
        ("go mate depth 5", "go depth 5 mate infinite"),
        ("ponderhit infinite wtime 5", "ponderhit wtime 5"),
        ("gameover timeout", "gameover"),
        ("position sfen startpos moves 7g7f", "position startpos moves 7g7f"),
        ("position  startpos\tmoves", "position startpos"),
        (
            "position sfen 9/9  b  - 1 moves :j:i 05a:a+",
            "position sfen 9/9 b - 1 moves 10j10i 5a10a+",
        ),
        ("setoption  name  Clear   Hash ", "setoption name Clear Hash"),
        ("setoption name X value", "setoption name X value <empty>"),
        ("setoption name X value  a  b ", "setoption name X value a  b"),
        ("setoption please name X value 1", "setoption name X value 1"),
        ("register  later ", "register  later"),
        (" uci ", "uci"),
        ("usi\nisready", "usi"),
    ] {
        assert_eq!(reprint::<GuiMessage>(line), canonical, "{line:?}");
    }
}

#[test]
fn noncanonical_engine_lines() {
    for (line, canonical) in [
        ("bestmove (none)", "bestmove none"),
        ("bestmove 0000", "bestmove none"),
        ("bestmove 8h2b+ ponder resign", "bestmove 8h2b+"),
        ("bestmove resign ponder 7g7f", "bestmove resign"),
        ("bestmove 7g7f 3c3d", "bestmove 7g7f"),
        ("id author ", "id author"),
        ("option name A type check default True", "option name A type check default true"),
        (
            "option name A B type spin min 1 default 2.0",
            "option name A B type spin default 2 min 1",
        ),
        ("option name A type string default", "option name A type string default <empty>"),
        (
            "option name A type combo var default default var",
            "option name A type combo default var var default",
        ),
        ("option name A type button default 1", "option name A type button"),
        ("info score mate +5 depth 3", "info depth 3 score mate 5"),
        ("info score cp 5 nodes 3 upperbound", "info score cp 5 upperbound nodes 3"),
        ("info lowerbound score cp 5", "info score cp 5"),
        ("info score 31 depth 2", "info depth 2 31"),
        ("info score mate depth 2", "info depth 2"),
        (
            "info depth 3 wdl 5 4 1 nodes 2 pv 7g7f rep_draw",
            "info depth 3 nodes 2 wdl 5 4 1 rep_draw pv 7g7f",
        ),
        ("info currline 2 7g7f pv 7g7f", "info currline 2 7g7f pv 7g7f"),
        ("info string  two  spaces ", "info string two  spaces"),
        ("info", "info"),
    ] {
        assert_eq!(reprint::<EngineMessage>(line), canonical, "{line:?}");
    }
}

#[test]
fn errors_of_lenient_parsing() {
    for (line, error) in [
        ("", "byte 0: empty line"),
        (" \t\r\n", "byte 0: empty line"),
        ("position", "byte 8: expected `startpos`, `sfen` or `fen`, found the end of the line"),
        ("position 9/9 b - 1", "byte 9: expected `startpos`, `sfen` or `fen`, found \"9/9\""),
        ("position sfen", "byte 13: expected a position, found the end of the line"),
        ("position sfen moves 7g7f", "byte 14: expected a position, found \"moves\""),
        ("position startpos 7g7f", "byte 18: expected `moves`, found \"7g7f\""),
        (
            "position startpos moves 7g7f 3c34 2g2f",
            "byte 29: invalid move 2 \"3c34\": not a USI move",
        ),
        ("setoption", "byte 9: expected `name`, found the end of the line"),
        ("setoption name", "byte 14: expected an option name, found the end of the line"),
        ("setoption name value 3", "byte 15: expected an option name, found \"value\""),
        ("debug", "byte 5: expected `on` or `off`, found the end of the line"),
    ] {
        assert_eq!(parse::<GuiMessage>(line).unwrap_err().to_string(), error);
    }
    for (line, error) in [
        (
            "bestmove",
            "byte 8: expected a move, `resign`, `win` or `none`, found the end of the line",
        ),
        ("bestmove draw", "byte 9: expected a move, `resign`, `win` or `none`, found \"draw\""),
        (
            "checkmate",
            "byte 9: expected moves, `nomate`, `timeout` or `notimplemented`, \
             found the end of the line",
        ),
        (
            "checkmate soon",
            "byte 10: expected moves, `nomate`, `timeout` or `notimplemented`, found \"soon\"",
        ),
        ("checkmate 7g7f ?", "byte 15: invalid move 2 \"?\": not a USI move"),
        ("id", "byte 2: expected `name` or `author`, found the end of the line"),
        ("option type check", "byte 17: expected `name`, found the end of the line"),
        ("option name A", "byte 13: expected `type`, found the end of the line"),
        (
            "option name A type slider",
            "byte 19: expected `check`, `spin`, `combo`, `button`, `string` or `filename`, \
             found \"slider\"",
        ),
    ] {
        assert_eq!(parse::<EngineMessage>(line).unwrap_err().to_string(), error);
    }
}

#[test]
fn warnings_have_offsets() {
    assert_eq!(
        warnings::<GuiMessage>("go  depth x depth 3 depth 4 nodes"),
        [
            "byte 10: expected a whole number, found \"x\"",
            "byte 20: duplicate \"depth\"",
            "byte 33: expected a whole number, found the end of the line",
        ]
    );
    assert_eq!(
        warnings::<GuiMessage>("setoption name Clear Hash value "),
        ["byte 31: expected a value or `<empty>`, found the end of the line"]
    );
    assert_eq!(
        warnings::<GuiMessage>("position sfen startpos moves"),
        ["byte 28: expected a move, found the end of the line"]
    );
    assert_eq!(warnings::<GuiMessage>("usi now\nquit"), ["byte 4: unknown token \"now\""]);
    assert_eq!(
        warnings::<EngineMessage>("info score cp 5 depth 2 lowerbound wdl"),
        ["byte 24: unknown token \"lowerbound\"", "byte 35: unknown token \"wdl\"",]
    );
}

#[test]
fn info_prints_its_keys_in_the_order_that_strict_parsers_require() {
    let info = Info {
        depth: Some(20),
        seldepth: Some(31),
        multipv: Some(2),
        score: Some(Score { bound: Some(Bound::Upper), ..Score::mate(Mate::Loss(Some(0))) }),
        nodes: Some(5_000_000_000),
        nps: Some(2_000_000),
        hashfull: Some(17),
        time: Some(Duration::from_millis(2500)),
        pv: vec!["10j10i".parse().unwrap(), "P*10e".parse().unwrap()],
        ..Info::default()
    };
    let line = "info depth 20 seldepth 31 multipv 2 score mate -0 upperbound nodes 5000000000 \
        nps 2000000 hashfull 17 time 2500 pv 10j10i P*10e";
    assert_eq!(info.to_string(), line);
    assert_eq!(parse(line), Ok(EngineMessage::Info(info)));
}

#[test]
fn values_in_sample_lines() {
    let GuiMessage::Go(go) =
        parse("go ponder btime 60000 wtime 50000 binc 10000 winc 5000").unwrap()
    else {
        panic!()
    };
    let ms = |ms| Some(Duration::from_millis(ms));
    assert!(go.ponder && !go.infinite);
    assert_eq!(
        go.clock,
        Clock {
            btime: ms(60_000),
            wtime: ms(50_000),
            binc: ms(10_000),
            winc: ms(5_000),
            ..Clock::default()
        }
    );

    let GuiMessage::Go(go) = parse("go mate 60000").unwrap() else { panic!() };
    assert_eq!(go.mate, Some(MateLimit::Within(Duration::from_secs(60))));

    let message: GuiMessage = parse("setoption name BookFile value <empty>").unwrap();
    let option = SetOption { name: "BookFile".to_owned(), value: Some(String::new()) };
    assert_eq!(message, GuiMessage::SetOption(option));

    let EngineMessage::Info(info) =
        parse("info depth 9 score cp 20 wdl 540 12 448 pv 7g7f").unwrap()
    else {
        panic!()
    };
    assert_eq!(info.other, ["wdl", "540", "12", "448"]);

    let EngineMessage::Option(option) =
        parse("option name Style type combo default Normal var Very Solid var Normal var <empty>")
            .unwrap()
    else {
        panic!()
    };
    let vars = ["Very Solid", "Normal", ""].map(str::to_owned).to_vec();
    assert_eq!(option.kind, OptionKind::Combo { default: Some("Normal".to_owned()), vars });
}
