//! Tests of the commands: run the built program with arguments and check its output.

mod errors;
mod puzzles;
mod records;
mod rules_files;
mod search;
mod view;

use crate::GAMES;
use std::process::{Command, Output, Stdio};

fn ozutsu(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

fn run(args: &[&str]) -> Output {
    ozutsu(args).output().expect("the program starts")
}

/// Runs a command that must succeed without errors on stderr. Returns its stdout.
#[track_caller]
fn stdout_of(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("stdout is UTF-8")
}

/// Runs a command whose arguments clap must reject. Returns the message.
#[track_caller]
fn clap_error(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} wrote to stdout");
    let text = String::from_utf8(output.stderr).expect("the message is UTF-8");
    assert!(text.ends_with("For more information, try '--help'.\n"), "{args:?}: {text}");
    text.strip_prefix("error: ").expect("the message is labelled").into()
}

/// Runs a command that must reject its input. Returns the message, which must be one line.
#[track_caller]
fn input_error(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} wrote to stdout");
    let text = String::from_utf8(output.stderr).expect("the message is UTF-8");
    let line = text.strip_suffix('\n').expect("the message ends its line");
    assert!(!line.contains('\n'), "{args:?}: {line}");
    line.strip_prefix("error: ").expect("the message is labelled").into()
}

/// Returns the value of a labelled line of `show`.
#[track_caller]
fn field(label: &str, args: &[&str]) -> String {
    let shown = stdout_of(args);
    let value = shown.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("{args:?} shows no {label}: {shown}")).into()
}

#[test]
fn perft_counts_from_the_start_of_every_game() {
    let counts = [
        ("cannonshogi", "216600"),
        ("taihoshogi", "53458"),
        ("shosu", "41055"),
        ("shosucourier", "41055"),
        ("cannonshosu", "9907"),
        ("shogi", "25470"),
    ];
    for (game, count) in counts {
        let line = format!("Nodes searched: {count}\n");
        assert_eq!(stdout_of(&["perft", "--variant", game, "3"]), line);
        let one_thread = ["perft", "--variant", game, "--threads", "1", "3"];
        assert_eq!(stdout_of(&one_thread), line);
    }
    assert_eq!(stdout_of(&["perft", "0"]), "Nodes searched: 1\n");
    assert_eq!(stdout_of(&["perft", "--divide", "0"]), "Nodes searched: 1\n");
}

#[test]
fn perft_divide_lists_moves_sorted() {
    let text = stdout_of(&["perft", "--variant", "shogi", "--divide", "2"]);
    let (moves, total) = text.split_once("\n\n").expect("a blank line before the total");
    assert_eq!(total, "Nodes searched: 900\n");
    let lines: Vec<_> = moves.lines().collect();
    assert!(lines.is_sorted() && lines.contains(&"7g7f: 30"), "{lines:?}");
    let counts = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u32>().ok());
    assert_eq!((lines.len(), counts.sum::<u32>()), (30, 900));
    let western =
        stdout_of(&["perft", "--variant", "shogi", "--divide", "--notation", "western", "1"]);
    assert!(western.contains("\nP-7f: 1\n"), "{western}");
}

#[test]
fn positions_are_given_as_sfen_fen_startpos_or_handicap() {
    let sfen = "4k4/9/9/9/4U4/9/9/9/3K5 b P 1";
    let fen = "4k4/9/9/9/4U4/9/9/9/3K5[P] w - - 0 1";
    for position in [sfen, fen] {
        assert_eq!(stdout_of(&["perft", "--sfen", position, "1"]), "Nodes searched: 100\n");
        assert_eq!(field("SFEN", &["show", "--sfen", position]), sfen);
    }
    let fen_shown = ["show", "--sfen", sfen, "--notation", "uci"];
    assert_eq!(field("FEN", &fen_shown), fen);
    let start = stdout_of(&["moves"]);
    assert_eq!(stdout_of(&["moves", "--sfen", "startpos"]), start);
    assert_eq!(stdout_of(&["moves", "--variant", "CannonShogi", "--moves", " "]), start);
    let handicap =
        field("SFEN", &["show", "--variant", "shosu", "--handicap", "Rook-and-left-lance"]);
    assert!(handicap.starts_with("lnsgkqgsn1/8b1/") && handicap.ends_with(" w - 1"), "{handicap}");
}

#[test]
fn sfen_takes_what_clients_and_logs_write() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let played = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
    for text in [
        "startpos moves 7g7f 3c3d".into(),
        "position startpos moves 7g7f 3c3d".into(),
        format!("{start} moves 7g7f 3c3d"),
        format!("sfen {start} b moves 7g7f 3c3d"),
        format!("position sfen {start} b - 1 moves 7g7f 3c3d"),
        format!("position fen {start}[] w - - 0 1 moves c3c4 g7g6"),
    ] {
        assert_eq!(field("SFEN", &["show", "--variant", "shogi", "--sfen", &text]), played);
        let more = ["show", "--variant", "shogi", "--sfen", &text, "--moves", "2g2f"];
        assert_eq!(field("Last move", &more), "2g2f (P-2f)");
    }
    let start_only = field("SFEN", &["show", "--variant", "shogi", "--sfen", start]);
    assert_eq!(start_only, format!("{start} b - 1"));
}

#[test]
fn moves_are_accepted_in_every_notation() {
    let usi = ["show", "--variant", "shosu", "--moves", "10h10g 10c10d"];
    let uci = ["show", "--variant", "shosu", "--moves", "a3a4 a8a7"];
    assert_eq!(stdout_of(&usi), stdout_of(&uci));
    let western = ["show", "--variant", "shosu", "--moves", "P-10g P-10d"];
    assert_eq!(stdout_of(&usi), stdout_of(&western));
    assert_eq!(field("Last move", &usi), "10c10d (P-10d)");
    assert_eq!(field("Last move", &[&usi[..], &["--notation", "uci"]].concat()), "a8a7 (P-10d)");
    assert_eq!(field("Last move", &[&usi[..], &["--notation", "western"]].concat()), "P-10d");
}

#[test]
fn moves_are_listed_sorted_on_one_line() {
    for game in GAMES {
        let count = field("Legal moves", &["show", "--variant", game]);
        for notation in ["usi", "uci", "western"] {
            let text = stdout_of(&["moves", "--variant", game, "--notation", notation]);
            let line = text.strip_suffix('\n').expect("the line ends");
            let moves: Vec<_> = line.split(' ').collect();
            assert_eq!(moves.len().to_string(), count, "{game}: {text}");
            assert!(moves.is_sorted() && !line.contains('\n'), "{game}: {text}");
        }
    }
    let mated = "k8/1G7/K8/9/9/9/9/9/9 w - 1";
    assert_eq!(stdout_of(&["moves", "--variant", "shogi", "--sfen", mated]), "\n");
}

/// A program whose name ends in a game's name plays that game by default.
#[cfg(unix)]
#[test]
fn the_name_of_the_program_selects_the_default_game() {
    use std::os::unix::process::CommandExt;
    for (name, sfen) in [("ozutsu-shogi", "shogi"), ("ozutsu", "cannonshogi")] {
        let shown = ozutsu(&["show"]).arg0(name).output().expect("the program starts");
        let expected = stdout_of(&["show", "--variant", sfen]);
        assert_eq!(String::from_utf8_lossy(&shown.stdout), expected);
    }
}

#[test]
fn a_session_ends_at_the_end_of_input() {
    let mut command = ozutsu(&[]);
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}
