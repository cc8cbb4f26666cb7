//! Parsing and formatting of what engines send.

use crate::ENGINE_LINES;
use vampirc_usi::{BestMove, Bound, EngineMessage, Info, OptionKind, Protocol, Score, info_string};

fn parse(line: &str) -> EngineMessage {
    EngineMessage::parse(line, Protocol::Usi)
}

fn info(protocol: Protocol, line: &str) -> Info {
    match EngineMessage::parse(line, protocol) {
        EngineMessage::Info(info) => info,
        message => panic!("{line}: {message:?}"),
    }
}

#[test]
fn every_sample_line_has_a_meaning() {
    const UNUSED: [&str; 7] =
        ["author", "usiok", "uciok", "readyok", "checkmate", "copyprotection", "registration"];
    for line in ENGINE_LINES.lines() {
        let is_unused =
            UNUSED.iter().any(|word| line.contains(word)) || line.starts_with("Nodes searched");
        assert_eq!(parse(line) == EngineMessage::Other, is_unused, "{line}");
    }
}

#[test]
fn options_are_parsed_and_formatted() {
    for (line, canonical) in [
        ("option name A type check default True", "option name A type check default true"),
        ("option name A type check", "option name A type check"),
        (
            "option name A B type spin min 1 default 2.0",
            "option name A B type spin default 2 min 1",
        ),
        ("option name A type string default", "option name A type string default <empty>"),
        ("option name A type filename default a  b", "option name A type filename default a  b"),
        (
            "option name A type combo var default default var",
            "option name A type combo default var var default",
        ),
        (
            "option name A type combo default Very Risky var Normal var Very Risky",
            "option name A type combo default Very Risky var Normal var Very Risky",
        ),
        ("option name A type button default 1", "option name A type button"),
    ] {
        let EngineMessage::Option(option) = parse(line) else { panic!("{line}") };
        assert_eq!(option.to_string(), canonical, "{line}");
        assert_eq!(parse(canonical), EngineMessage::Option(option));
    }
    for line in ["option type check", "option name A", "option name A type slider", "id", "id x"] {
        assert_eq!(parse(line), EngineMessage::Other, "{line}");
    }
    let line = "option name A type combo default Normal var Very Solid var Normal var <empty>";
    let EngineMessage::Option(option) = parse(line) else { panic!() };
    let vars = ["Very Solid", "Normal", ""].map(str::to_owned).to_vec();
    assert_eq!(option.kind, OptionKind::Combo { default: Some("Normal".to_owned()), vars });
    assert_eq!(parse("id name Ozutsu  1.0"), EngineMessage::IdName("Ozutsu  1.0".to_owned()));
}

#[test]
fn answers_are_parsed() {
    for (line, expected) in [
        ("bestmove 7g7f ponder 3c3d", BestMove::Move("7g7f".to_owned())),
        ("bestmove P@e5", BestMove::Move("P@e5".to_owned())),
        ("bestmove (none)", BestMove::NoMove),
        ("bestmove 0000", BestMove::NoMove),
        ("bestmove resign", BestMove::Resign),
        ("bestmove win", BestMove::Win),
        ("bestmove ", BestMove::Missing),
    ] {
        assert_eq!(parse(line), EngineMessage::BestMove(expected), "{line}");
    }
}

#[test]
fn info_is_formatted_in_the_order_that_strict_parsers_require() {
    for (line, canonical) in [
        ("info score mate +5 depth 3", "info depth 3 score mate 5"),
        ("info score cp 5 nodes 3 upperbound", "info score cp 5 upperbound nodes 3"),
        ("info lowerbound score cp 5", "info score cp 5"),
        ("info score 31 depth 2", "info depth 2"),
        ("info score mate depth 2", "info depth 2"),
        ("info depth 3 wdl 5 4 1 nodes 2 pv 7g7f 3c3d", "info depth 3 nodes 2 pv 7g7f 3c3d"),
        ("info pv 7g7f 3c3d depth 3 currmove 7g7f", "info depth 3 pv 7g7f 3c3d"),
        ("info depth x depth 4 cpuload 3 time 2.9", "info depth 4 time 2"),
        ("info depth 3 string score cp 5", "info depth 3"),
        ("info score mate -0", "info score mate -0"),
        ("info score mate +", "info score mate +"),
        ("info score mate -", "info score mate -"),
        (
            "info time 4 hashfull 3 nps 2 nodes 1 pv a score cp 9 multipv 8 seldepth 7 depth 6",
            "info depth 6 seldepth 7 multipv 8 score cp 9 nodes 1 nps 2 hashfull 3 time 4 pv a",
        ),
        ("info", "info"),
    ] {
        assert_eq!(info(Protocol::Usi, line).format(Protocol::Usi), canonical, "{line}");
    }
    assert_eq!(info_string(" two\nlines  "), "info string two lines");
    assert_eq!(info_string("\n"), "info string");
}

#[test]
fn mates_are_counted_in_plies_or_in_moves() {
    for (usi, uci, score) in [
        ("1", "1", Score::Mate(Some(1))),
        ("5", "3", Score::Mate(Some(5))),
        ("-4", "-2", Score::Mated(Some(4))),
        ("-0", "-0", Score::Mated(Some(0))),
        ("+", "+", Score::Mate(None)),
        ("-", "-", Score::Mated(None)),
    ] {
        for (protocol, count) in [(Protocol::Usi, usi), (Protocol::Uci, uci)] {
            let line = format!("info score mate {count} lowerbound");
            let parsed = info(protocol, &line);
            assert_eq!((parsed.score, parsed.bound), (Some(score), Some(Bound::Lower)), "{line}");
            assert_eq!(parsed.format(protocol), line);
        }
    }
    // The loser's last move counts in plies alone, and so may the winner's first.
    let [even_win, odd_loss] = [Score::Mate(Some(6)), Score::Mated(Some(5))];
    let line = |score| Info { score: Some(score), ..Info::default() }.format(Protocol::Uci);
    assert_eq!([even_win, odd_loss].map(line), ["info score mate 3", "info score mate -2"]);
    for token in ["--5", "+-5", "-+", "x", "-x", "inf"] {
        assert_eq!(info(Protocol::Usi, &format!("info score mate {token}")).score, None, "{token}");
    }
}
