//! Tests of invalid input and of closed pipes.

use super::{clap_error, input_error, ozutsu};
use std::process::Stdio;

#[test]
fn invalid_arguments_are_reported_by_clap() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["parft"],
            "unrecognized subcommand 'parft'\n\n  tip: a similar subcommand exists: 'perft'",
        ),
        (&["show", "--varian", "shogi"], "unexpected argument '--varian' found"),
        (&["show", "--variants", "shogi"], "tip: a similar argument exists: '--variant'"),
        (
            &["show", "--variant", "chess"],
            "'chess' for '--variant <GAME>'\n  [possible values: cannon",
        ),
        (&["moves", "--variant"], "a value is required for '--variant <GAME>'"),
        (&["show", "--sfen", "9/9", "b", "-"], "unexpected argument 'b' found"),
        (&["show", "--handicap", "rook", "--sfen", "startpos"], "cannot be used with"),
        (&["perft"], "the following required arguments were not provided:\n  <DEPTH>"),
        (&["perft", "deep"], "invalid value 'deep' for '<DEPTH>'"),
        (&["perft", "abc"], "'abc' for '<DEPTH>': expected a whole number from 0 to 100"),
        (&["perft", "-3"], "invalid value '-3' for '<DEPTH>': -3 is not in 0..=100"),
        (&["perft", "--threads", "-2", "1"], "'-2' for '--threads <N>': -2 is not in 1..=1024"),
        (&["perft", "101"], "101 is not in 0..=100"),
        (&["perft", "--threads", "0", "1"], "'0' for '--threads <N>': 0 is not in 1..=1024"),
        (&["perft", "1", "2"], "unexpected argument '2' found"),
        (&["perft", "--depth", "4"], "tip: the depth is a plain number: perft 4"),
        (&["bench", "--depth=4"], "tip: the depth is a plain number: bench 10"),
        (&["go", "--depth", "5"], "tip: limits have no dashes: go depth 20"),
        (&["go", "--movetime=5"], "tip: limits have no dashes: go movetime 5000"),
        (&["go", "--infinite"], "unexpected argument '--infinite' found"),
        (&["--variant", "chess"], "'chess' for '--variant <GAME>'\n  [possible values: cannon"),
        (&["go", "--hash", "0", "depth", "1"], "0 is not in 1..=1048576"),
        (&["go", "--file", "-", "--moves", "2h1h", "depth", "1"], "cannot be used with"),
        (&["bench", "0"], "0 is not in 1..=200"),
        (&["completions", "dos"], "invalid value 'dos' for '<SHELL>'\n  [possible values: bash,"),
        (&["show", "--color", "red"], "invalid value 'red' for '--color <WHEN>'"),
        (
            &["show", "--notation", "kif"],
            "'kif' for '--notation <STYLE>'\n  [possible values: usi,",
        ),
    ];
    for (args, message) in cases {
        let text = clap_error(args);
        assert!(text.contains(message), "{args:?}: {text}");
    }
}

#[test]
fn invalid_input_is_reported_on_one_line() {
    let eight_squares = "lnsgkgsnl/1r5b1/pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let cases: &[(&[&str], &str)] = &[
        (&["show", "--sfen", ""], "--sfen: missing board at character 1"),
        (
            &["show", "--variant", "shogi", "--sfen", eight_squares],
            "--sfen: rank c has 8 squares instead of 9",
        ),
        (
            &["show", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 x - 1"],
            "--sfen: invalid side to move (expected",
        ),
        (&["show", "--sfen", "4k4/9/9/9/9/9/9/9/4K4[P w"], "--sfen: missing ']'"),
        (
            &["show", "--sfen", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1"],
            "--sfen: white is in check but not to move",
        ),
        (
            &["show", "--handicap", "queen"],
            "--handicap: unknown handicap 'queen'; cannonshogi has 'left lance'",
        ),
        (&["moves", "--moves", "7g7"], "--moves: move 1, '7g7': expected a square of the board"),
        (
            &["moves", "--moves", "2h1h 8b8x"],
            "--moves: move 2, '8b8x': expected a square of the board",
        ),
        (
            &["moves", "--moves", "2h1h 2h1h"],
            "--moves: move 2, '2h1h': no piece on the origin square",
        ),
        (&["moves", "--moves", "2h1h 1h2h"], "--moves: move 2, '1h2h': the piece belongs to the"),
        (&["moves", "--moves", "h2z2"], "--moves: move 1, 'h2z2': expected a square of the board"),
        (&["moves", "--moves", "P*5e"], "--moves: move 1, 'P*5e': no such piece in hand"),
        (
            &["moves", "--moves", "\u{1b}[2J\n大"],
            "--moves: move 1, '\\u{1b}[2J': expected a square",
        ),
        (&["go", "depth"], "invalid limit 'depth': expected a whole number, found the end of the"),
        (&["go", "depth", "deep"], "limit 'depth deep': expected a whole number, found \"deep\""),
        (&["go", "movetime", "0.5"], "'movetime 0.5': expected a whole number, found \"0.5\""),
        (&["go", "fast"], "invalid limit 'fast': unknown token \"fast\""),
        (&["go", "ponder"], "invalid limit 'ponder': only available in a session"),
        (&["go", "searchmoves", "1a1b"], "searchmoves: '1a1b' is not a legal move: "),
        (&["go", "--file", "no-such-file", "depth", "1"], "no-such-file: "),
        (&["go", "--file", "-", "infinite"], "'infinite' cannot be used with '--file'"),
        (
            &["go", "--file", "-", "searchmoves", "2h1h"],
            "'searchmoves' cannot be used with '--file'",
        ),
        (
            &["--variant", "shogi", "show"],
            "'--variant' must follow the command, as in 'ozutsu show --variant shogi'",
        ),
        (&["piece", "X"], "unknown piece 'X'; cannonshogi has R Rook, B Bishop, U Gold Cannon, "),
        (&["piece", ""], "unknown piece ''"),
    ];
    for (args, message) in cases {
        let line = input_error(args);
        assert!(line.contains(message), "{args:?}: {line}");
    }
}

#[test]
fn errors_name_the_reason_why_a_move_is_illegal() {
    let expect = |game, sfen, mv, reason: &str| {
        let line = input_error(&["show", "--variant", game, "--sfen", sfen, "--moves", mv]);
        assert_eq!(line, format!("--moves: move 1, '{mv}': {reason}"));
    };
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b 2P 1";
    expect("shogi", kings, "P*5a", "the square is already occupied");
    expect("shogi", kings, "P*4a", "the piece could never move from there");
    expect("shogi", kings, "5i5g", "the piece cannot move there");
    expect(
        "shogi",
        "4k4/9/9/9/9/9/P8/9/4K4 b P 1",
        "P*9f",
        "the file already has an unpromoted pawn of the same side",
    );
    expect("shogi", "4k4/9/9/9/9/9/9/8r/4K4 b - 1", "5i5h", "the king would be in check there");
    let screen = "4k4/9/9/9/4u4/9/9/9/3GK4 b - 1";
    expect(
        "cannonshogi",
        screen,
        "6i5h",
        "the piece would become a screen for a check of its own king",
    );
}

#[test]
fn errors_name_the_game_if_it_may_be_wrong() {
    let shogi = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let too_many = "18 'P' pieces, but the game has only 10";
    for args in [&["show"][..], &["show", "--variant", "taihoshogi"]] {
        let line = input_error(&[args, &["--sfen", shogi]].concat());
        let hint = "; this looks like shogi: use --variant shogi";
        assert!(line.contains(too_many) && line.ends_with(hint), "{line}");
    }
    let hint = "; the game is cannonshogi, use --variant for another";
    for args in [["--sfen", "9/9 b - 1"], ["--moves", "2g2f"]] {
        let line = input_error(&[&["show"][..], &args].concat());
        assert!(line.ends_with(hint), "{line}");
        let selected = input_error(&[&["show", "--variant", "cannonshogi"][..], &args].concat());
        assert_eq!(line, format!("{selected}{hint}"));
    }
}

/// As when piping into `head`.
#[test]
fn a_closed_output_pipe_is_not_an_error() {
    let commands: [&[&str]; 8] = [
        &["go", "infinite"],
        &["bench", "2"],
        &["piece", "--variant", "cannonshosu"],
        &["show"],
        &["moves"],
        &["games"],
        &["completions", "zsh"],
        &["--help"],
    ];
    for args in commands {
        let mut command = ozutsu(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{args:?}: {:?}", output.status);
        assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_are_an_error() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = ozutsu(&["show", "--sfen"]);
    let output = command.arg(OsStr::from_bytes(b"\xff")).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.starts_with("error: invalid UTF-8"), "{text}");
}
