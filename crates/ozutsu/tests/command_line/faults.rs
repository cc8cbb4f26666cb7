//! What makes no sense, and who does not listen.

use crate::{ozutsu, refusal};
use std::process::Stdio;

#[test]
fn bad_input_is_named_in_one_line() {
    let short = "lnsgkgsnl/1r5b1/pppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let cases: &[(&[&str], &str)] = &[
        (&["parft"], "unrecognized subcommand 'parft' (a similar subcommand exists: 'perft')"),
        (&["show", "--varian", "shogi"], "unexpected argument '--varian' found"),
        (
            &["show", "--variant", "chess"],
            "'chess' for '--variant <GAME>' [possible values: cannon",
        ),
        (&["moves", "--variant"], "a value is required for '--variant <GAME>'"),
        (&["show", "--sfen", "9/9", "b", "-"], "'b' found (a position or a list of moves is one"),
        (&["show", "--sfen", ""], "--sfen: the board missing at character 1"),
        (&["show", "--variant", "shogi", "--sfen", short], "--sfen: rank c has 8 squares, not 9"),
        (&["show", "--sfen", "4k4/9/9/9/9/9/9/9/4K4 x - 1"], "--sfen: the side to move is one of"),
        (&["show", "--sfen", "4k4/9/9/9/9/9/9/9/4K4[P w"], "--sfen: the bracket ']' missing"),
        (&["show", "--sfen", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1"], "--sfen: white, not to move, is in"),
        (
            &["show", "--handicap", "queen"],
            "--handicap: no 'queen' in cannonshogi, but 'left lance'",
        ),
        (&["show", "--handicap", "rook", "--sfen", "startpos"], "cannot be used with"),
        (&["moves", "--moves", "7g7"], "--moves: move 1, '7g7': a square of the board expected"),
        (&["moves", "--moves", "2h1h 8b8x"], "--moves: move 2, '8b8x': a square of the board"),
        (&["moves", "--moves", "2h1h 2h1h"], "--moves: move 2, '2h1h': there is no piece to move"),
        (&["moves", "--moves", "2h1h 1h2h"], "--moves: move 2, '1h2h': the piece belongs to the"),
        (&["moves", "--moves", "h2z2"], "--moves: move 1, 'h2z2': a square of the board expected"),
        (&["moves", "--moves", "P*5e"], "--moves: move 1, 'P*5e': no such piece is in hand"),
        (&["moves", "--moves", "\u{1b}[2J\n大"], "--moves: move 1, '\\u{1b}[2J': a square"),
        (&["perft"], "the following required arguments were not provided: <DEPTH>"),
        (&["perft", "deep"], "invalid value 'deep' for '<DEPTH>'"),
        (&["perft", "-1"], "unexpected argument '-1' found"),
        (&["perft", "101"], "101 is not in 0..=100"),
        (&["perft", "--threads", "0", "1"], "'0' for '--threads <N>': 0 is not in 1..=1024"),
        (&["perft", "1", "2"], "unexpected argument '2' found"),
        (&["perft", "--depth", "4"], "'--depth' found (the depth is a bare number)"),
        (&["bench", "--depth=4"], "'--depth' found (the depth is a bare number)"),
        (&["go", "--depth", "5"], "'--depth' found (limits are words: depth 5)"),
        (&["go", "--movetime=5"], "'--movetime' found (limits are words: depth 5)"),
        (&["--variant", "shogi"], "'--variant' found (after a command; in a session: setoption na"),
        (&["show", "--variants", "shogi"], "'--variants' found (a similar argument exists: '--v"),
        (&["go"], "the following required arguments were not provided: <LIMIT>"),
        (&["go", "depth"], "'depth': expected a whole number, found the end of the line"),
        (&["go", "depth", "deep"], "'depth deep': expected a whole number, found \"deep\""),
        (&["go", "fast"], "'fast': unknown token \"fast\""),
        (&["go", "ponder"], "'ponder': only a session can do that"),
        (&["go", "searchmoves", "1a1b"], "searchmoves: '1a1b' is no legal move"),
        (&["go", "--hash", "0", "depth", "1"], "0 is not in 1..=1048576"),
        (&["go", "--file", "no-such-file", "depth", "1"], "no-such-file: "),
        (&["go", "--file", "-", "--moves", "2h1h", "depth", "1"], "cannot be used with"),
        (&["go", "--file", "-", "infinite"], "--file: infinite is for one position"),
        (&["go", "--file", "-", "searchmoves", "2h1h"], "--file: searchmoves is for one position"),
        (&["bench", "0"], "0 is not in 1..=200"),
        (&["piece", "X"], "no piece of cannonshogi is called 'X'; it has R B U A C I G S N L P K"),
        (&["piece", ""], "no piece of cannonshogi is called ''"),
        (&["completions", "dos"], "invalid value 'dos' for '<SHELL>' [possible values: bash,"),
        (&["show", "--color", "red"], "invalid value 'red' for '--color <WHEN>'"),
        (&["show", "--notation", "kif"], "'kif' for '--notation <STYLE>' [possible values: usi,"),
    ];
    for (args, fault) in cases {
        let line = refusal(args);
        assert!(line.contains(fault), "{args:?}: {line}");
        assert!(!line.contains("-- -") && !line.contains("--version"), "{args:?}: {line}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_the_reason() {
    let why = |game, sfen, mv, reason: &str| {
        let line = refusal(&["show", "--variant", game, "--sfen", sfen, "--moves", mv]);
        assert_eq!(line, format!("--moves: move 1, '{mv}': {reason}"));
    };
    let kings = "4k4/9/9/9/9/9/9/9/4K4 b 2P 1";
    why("shogi", kings, "P*5a", "the square is occupied");
    why("shogi", kings, "P*4a", "a piece dropped there could never move");
    why("shogi", kings, "5i5g", "the piece does not move there");
    why(
        "shogi",
        "4k4/9/9/9/9/9/P8/9/4K4 b P 1",
        "P*9f",
        "an own unpromoted pawn stands on that file",
    );
    why("shogi", "4k4/9/9/9/9/9/9/8r/4K4 b - 1", "5i5h", "the king would be in check there");
    let screen = "4k4/9/9/9/4u4/9/9/9/3GK4 b - 1";
    why("cannonshogi", screen, "6i5h", "the piece would be the screen for a check of its own king");
}

/// `head` and the like close the pipe early.
#[test]
fn a_reader_that_leaves_is_no_fault() {
    let requests: [&[&str]; 8] = [
        &["go", "infinite"],
        &["bench", "2"],
        &["piece", "--variant", "cannonshosu"],
        &["show"],
        &["moves"],
        &["games"],
        &["completions", "zsh"],
        &["--help"],
    ];
    for args in requests {
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
fn arguments_that_are_no_text_are_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let mut command = ozutsu(&["show", "--sfen"]);
    let output = command.arg(OsStr::from_bytes(b"\xff")).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{text}");
}
