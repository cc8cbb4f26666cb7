//! The built program, asked from the outside.

use std::process::{Command, Output, Stdio};

const GAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];

fn ozutsu(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
    command.args(args).env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

fn run(args: &[&str]) -> Output {
    ozutsu(args).output().expect("the program starts")
}

/// What a request that makes sense prints.
#[track_caller]
fn answer(args: &[&str]) -> String {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).expect("the answer is UTF-8")
}

/// The one line that a request that makes no sense prints.
#[track_caller]
fn refusal(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} wrote to stdout");
    let text = String::from_utf8(output.stderr).expect("the message is UTF-8");
    let line = text.strip_suffix('\n').expect("the message ends its line");
    assert!(!line.contains('\n'), "{args:?}: {line}");
    line.strip_prefix("error: ").expect("the message says that it is one").into()
}

/// The rest of the line of `show` that begins with a label.
#[track_caller]
fn fact(label: &str, args: &[&str]) -> String {
    let shown = answer(args);
    let rest = shown.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(": "));
    rest.unwrap_or_else(|| panic!("{args:?} shows no {label}: {shown}")).into()
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
        assert_eq!(answer(&["perft", "--variant", game, "3"]), line);
        let one_thread = ["perft", "--variant", game, "--threads", "1", "3"];
        assert_eq!(answer(&one_thread), line);
    }
    assert_eq!(answer(&["perft", "0"]), "Nodes searched: 1\n");
    assert_eq!(answer(&["perft", "--divide", "0"]), "Nodes searched: 1\n");
}

#[test]
fn perft_divides_in_order() {
    let text = answer(&["perft", "--variant", "shogi", "--divide", "2"]);
    let (moves, total) = text.split_once("\n\n").expect("a blank line before the total");
    assert_eq!(total, "Nodes searched: 900\n");
    let lines: Vec<_> = moves.lines().collect();
    assert!(lines.is_sorted() && lines.contains(&"7g7f: 30"), "{lines:?}");
    let counts = lines.iter().filter_map(|line| line.split_once(": ")?.1.parse::<u32>().ok());
    assert_eq!((lines.len(), counts.sum::<u32>()), (30, 900));
    let western =
        answer(&["perft", "--variant", "shogi", "--divide", "--notation", "western", "1"]);
    assert!(western.contains("\nP-7f: 1\n"), "{western}");
}

#[test]
fn positions_come_as_sfen_fen_startpos_or_handicap() {
    let sfen = "4k4/9/9/9/4U4/9/9/9/3K5 b P 1";
    let fen = "4k4/9/9/9/4U4/9/9/9/3K5[P] w - - 0 1";
    for position in [sfen, fen] {
        assert_eq!(answer(&["perft", "--sfen", position, "1"]), "Nodes searched: 100\n");
        assert_eq!(fact("SFEN", &["show", "--sfen", position]), sfen);
    }
    let fen_shown = ["show", "--sfen", sfen, "--notation", "uci"];
    assert_eq!(fact("FEN", &fen_shown), fen);
    let start = answer(&["moves"]);
    assert_eq!(answer(&["moves", "--sfen", "startpos"]), start);
    assert_eq!(answer(&["moves", "--variant", "CannonShogi", "--moves", " "]), start);
    let given = fact("SFEN", &["show", "--variant", "shosu", "--handicap", "Rook-and-left-lance"]);
    assert!(given.starts_with("lnsgkqgsn1/8b1/") && given.ends_with(" w - 1"), "{given}");
}

#[test]
fn moves_are_played_in_either_writing() {
    let usi = ["show", "--variant", "shosu", "--moves", "10h10g 10c10d"];
    let uci = ["show", "--variant", "shosu", "--moves", "a3a4 a8a7"];
    assert_eq!(answer(&usi), answer(&uci));
    assert_eq!(fact("Last move", &usi), "10c10d (P-10d)");
    assert_eq!(fact("Last move", &[&usi[..], &["--notation", "uci"]].concat()), "a8a7 (P-10d)");
    assert_eq!(fact("Last move", &[&usi[..], &["--notation", "western"]].concat()), "P-10d");
}

#[test]
fn moves_are_listed_sorted_on_one_line() {
    for game in GAMES {
        let count = fact("Legal moves", &["show", "--variant", game]);
        for style in ["usi", "uci", "western"] {
            let text = answer(&["moves", "--variant", game, "--notation", style]);
            let line = text.strip_suffix('\n').expect("the line ends");
            let moves: Vec<_> = line.split(' ').collect();
            assert_eq!(moves.len().to_string(), count, "{game}: {text}");
            assert!(moves.is_sorted() && !line.contains('\n'), "{game}: {text}");
        }
    }
    let mated = "k8/1G7/K8/9/9/9/9/9/9 w - 1";
    assert_eq!(answer(&["moves", "--variant", "shogi", "--sfen", mated]), "\n");
}

#[test]
fn show_draws_the_board() {
    let opening = ["show", "--variant", "shogi", "--moves", "7g7f 3c3d 8h2b+"];
    let drawn = "\
Shogi (shogi)

  △ White to move, in hand: nothing
    9   8   7   6   5   4   3   2   1
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │ l │ n │ s │ g │ k │ g │ s │ n │ l │ a
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │ r │   │   │   │   │   │+B │   │ b
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │ p │ p │ p │ p │ p │ p │   │ p │ p │ c
  ├───┼───┼───╋───┼───┼───╋───┼───┼───┤
  │   │   │   │   │   │   │ p │   │   │ d
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │   │   │   │   │   │   │   │   │ e
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │   │ P │   │   │   │   │   │   │ f
  ├───┼───┼───╋───┼───┼───╋───┼───┼───┤
  │ P │ P │   │ P │ P │ P │ P │ P │ P │ g
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │ · │   │   │   │   │   │ R │   │ h
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │ L │ N │ S │ G │ K │ G │ S │ N │ L │ i
  └───┴───┴───┴───┴───┴───┴───┴───┴───┘
  ▲ Black, in hand: B

State: ongoing
Last move: 8h2b+ (Bx2b+)
Checkers: none
Legal moves: 33
SFEN: lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
Key: ";
    let shown = answer(&opening);
    assert!(shown.starts_with(drawn), "{shown}");
    let kanji = answer(&[&opening[..], &["--kanji"]].concat());
    assert!(kanji.contains("│    │v飛 │    │    │    │    │    │ 馬 │    │ b"), "{kanji}");
}

#[test]
fn show_draws_every_game_with_its_own_edges() {
    for game in GAMES {
        let wide = game.contains("shosu");
        let labels = |style| answer(&["show", "--variant", game, "--notation", style]);
        let (usi, uci) = (labels("usi"), labels("uci"));
        assert_eq!(usi.contains("   10   9   8   7   6"), wide, "{usi}");
        assert_eq!(uci.contains(" f   g   h   i   j\n"), wide, "{uci}");
        assert_eq!(uci.contains("│ 10\n"), wide, "{uci}");
        // The zones' corners have their dots.
        assert_eq!(usi.matches('╋').count(), 4, "{usi}");
        let kanji = answer(&["show", "--variant", game, "--kanji"]);
        assert!(kanji.contains('玉') && kanji.contains("v王"), "{kanji}");
    }
}

#[test]
fn show_says_what_the_state_is() {
    let state = |game, sfen, moves| {
        fact("State", &["show", "--variant", game, "--sfen", sfen, "--moves", moves])
    };
    assert_eq!(state("shogi", "startpos", "7g7f"), "ongoing");
    assert_eq!(state("cannonshogi", "4k4/4p4/9/9/4U4/9/9/9/3K5 w - 1", ""), "check");
    assert_eq!(state("shogi", "k8/1G7/K8/9/9/9/9/9/9 w - 1", ""), "mate");
    assert_eq!(state("shogi", "k8/9/1G7/4B4/9/9/9/9/8K w - 1", ""), "stalemate");
    let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    assert_eq!(state("shogi", "startpos", &shuffle), "repetition draw");
    let rook = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
    let black = state("shogi", "4k4/9/9/9/9/R8/9/9/8K b - 1", rook);
    assert_eq!(black, "perpetual check, black loses");
    let white = "1a1i 5i5h 1i1h 5h5i 1h1i 5i5h 1i1h 5h5i 1h1i 5i5h 1i1h 5h5i 1h1i";
    let white = state("shogi", "k7r/9/9/9/9/9/9/9/4K4 w - 1", white);
    assert_eq!(white, "perpetual check, white loses");
    let entered = state("shogi", "K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1", "");
    assert_eq!(entered, "impasse, black may claim a win");
}

#[test]
fn show_tells_of_checks() {
    let check = ["show", "--variant", "shosu", "--sfen", "4k5/10/10/10/10/R9/10/10/10/9K b - 1"];
    let check = [&check[..], &["--moves", "10f10a 6a6b 10a10b"]].concat();
    assert_eq!(fact("Checkers", &check), "10b");
    assert_eq!(fact("Checks in a row", &check), "black 2, white 0, at most 3");
    let unlimited = answer(&["show", "--variant", "shosucourier"]);
    assert!(!unlimited.contains("Checks in a row"), "{unlimited}");
}

#[test]
fn piece_draws_every_piece_of_every_game() {
    for game in GAMES {
        let start = fact("SFEN", &["show", "--variant", game]);
        let board = start.split(' ').next().unwrap_or_default();
        let all = answer(&["piece", "--variant", game]);
        for letter in board.chars().filter(char::is_ascii_uppercase) {
            assert!(
                all.contains(&format!("\n  {letter} ")) || all.starts_with(&format!("  {letter} "))
            );
        }
        // Each alone is a part of the whole.
        let king = answer(&["piece", "--variant", game, "K"]);
        let drawn = king.split("\n\n").next().unwrap_or_default();
        assert!(drawn.contains("  K King 玉将 王将\n") && all.contains(drawn), "{king}");
    }
}

#[test]
fn piece_shows_how_cannons_jump() {
    let drawn = "  U Gold Cannon 金砲        +U Flying Gold Cannon 成金砲
  mRcpR                     mRpRmFpB2
   9 8 7 6 5 4 3 2 1         9 8 7 6 5 4 3 2 1
   · · · · · · · · · a       · · · · · · · · · a
   · · · · · · · · · b       · · · · · · · · · b
   · · ■ · · · · · · c       · · ■ · · · · · · c
   · · × · · · · · · d       · · ● · · · · · · d
   · · □ · · · · · · e       · · □ · ● · · · · e
   · · ○ · · · · · · f       · ○ ○ □ · · · · · f
   ○ ○ U ○ □ × × × × g       ○ ○ U ○ □ ● ● ● ● g
   · · ○ · · · · · · h       · ○ ○ □ · · · · · h
   · · ○ · · · · · · i       · · ○ · ● · · · · i
";
    for name in ["U", "u", "+U", "gc", "Gold Cannon", "flying gold cannon", "金砲"] {
        let shown = answer(&["piece", name]);
        assert!(shown.starts_with(drawn), "{shown}");
    }
}

#[test]
fn games_tells_about_all() {
    let text = answer(&["games"]);
    for game in GAMES {
        assert!(text.contains(&format!("{game}  ")), "{text}");
    }
    assert!(text.starts_with("cannonshogi  Cannon Shogi, 9x9, the default\n"), "{text}");
    assert!(text.contains("at most 3 checks in a row") && text.contains("left lance; bishop"));
    assert!(text.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()));
}

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("handicap"), "{shell}");
    }
}

#[test]
fn help_and_version() {
    let version = answer(&["--version"]);
    assert!(version.starts_with(&format!("ozutsu {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    assert!(version.contains("bmi2") || version.contains("portable"), "{version}");
    for command in ["go", "bench", "perft", "moves", "show", "piece", "completions"] {
        let help = answer(&[command, "--help"]);
        assert!(help.contains("Usage:") && help.contains("Examples:"), "{help}");
        assert!(answer(&["--help"]).contains(&format!("  {command}")));
    }
    assert!(answer(&["games", "-h"]).contains("Usage:"));
}

#[test]
fn colour_only_where_it_is_wanted() {
    let args = ["show", "--color"];
    let escapes = |when| answer(&[args[0], args[1], when]).contains('\u{1b}');
    assert!(escapes("always"));
    assert!(!escapes("never") && !escapes("auto"), "no terminal, no colour");
}

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
        (&["go"], "the following required arguments were not provided: <LIMIT>"),
        (&["go", "depth"], "'depth': expected a whole number, found the end of the line"),
        (&["go", "depth", "deep"], "'depth deep': expected a whole number, found \"deep\""),
        (&["go", "fast"], "'fast': unknown word \"fast\""),
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

#[test]
fn go_speaks_the_protocol_into_a_pipe() {
    for game in GAMES {
        let text =
            answer(&["go", "--variant", game, "--threads", "2", "--hash", "2", "depth", "4"]);
        let lines: Vec<_> = text.lines().collect();
        let (best, infos) = lines.split_last().expect("an answer");
        assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{text}");
        assert!(infos.iter().any(|line| line.starts_with("info depth 4 ")), "{text}");
        let played = best.split(' ').nth(1).expect("a move");
        let legal = answer(&["moves", "--variant", game]);
        assert!(legal.trim_end().split(' ').any(|mv| mv == played), "{text}");
    }
    let several = answer(&["go", "--multipv", "3", "nodes", "2000", "movetime", "60000"]);
    assert!(several.contains(" multipv 3 ") && several.contains("\nbestmove "), "{several}");
    let mate =
        ["go", "--variant", "shogi", "--sfen", "8k/9/8P/9/9/9/9/9/K8 b G 1", "mate", "60000"];
    assert!(answer(&mate).ends_with("checkmate G*1b\n"));
    let mated = answer(&[
        "go",
        "--variant",
        "shogi",
        "--sfen",
        "k8/1G7/K8/9/9/9/9/9/9 w - 1",
        "depth",
        "2",
    ]);
    assert!(mated.ends_with("bestmove resign\n"), "{mated}");
}

/// What `go --file -` says to a text, and how it ends.
fn go_through(text: &str, limits: &[&str]) -> Output {
    use std::io::Write;
    let mut command = ozutsu(&[&["go", "--file", "-"], limits].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    input.write_all(text.as_bytes()).expect("the program reads");
    drop(input);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn go_counts_the_best_moves_found_in_a_file() {
    let text = "# Mates\n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; id \"a gold\"\n\
        \n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1\tbm G*2b G*1b\n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm P-1b=; id declined\n\
        shosu startpos\n";
    let output = go_through(text, &["depth", "4"]);
    assert!(output.status.success() && output.stderr.is_empty(), "no bar where no terminal is");
    let table = String::from_utf8(output.stdout).expect("the answer is UTF-8");
    let lines: Vec<_> = table.lines().collect();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[1])[..5], ["2", "yes", "G*1b", "mate", "1"]);
    assert!(lines[1].ends_with("  a gold"), "{table}");
    assert_eq!(words(lines[2])[..3], ["4", "yes", "G*1b"]);
    assert!(lines[3].ends_with("  declined, where 1c1b is best"), "{table}");
    assert_eq!(words(lines[4])[..2], ["6", "-"]);
    assert!(lines[6].starts_with("2 of 3 best moves found in 4 positions; "), "{table}");
    assert_eq!(lines.len(), 7);
    // Each is searched as if it were alone, so order changes nothing.
    let twice = "cannonshogi startpos\n".repeat(2);
    let output = go_through(&twice, &["nodes", "3000"]);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = table.lines().skip(1).take(2).map(|line| words(line)[2..6].join(" "));
    let facts: Vec<_> = rows.collect();
    assert!(facts.len() == 2 && facts[0] == facts[1], "{table}");
    let problem = go_through(text.lines().nth(1).unwrap_or_default(), &["mate", "60000"]);
    assert!(String::from_utf8_lossy(&problem.stdout).contains("1 of 1 best moves found"));
}

#[test]
fn go_names_each_bad_line_of_a_file_before_it_begins() {
    let output = go_through("startpos\nnowhere\nstartpos; bm 1a1b\n", &["depth", "1"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert_eq!(lines[0], "error: stdin: line 2: no game is called 'nowhere'");
    assert!(lines[1].starts_with("error: stdin: line 3: '1a1b': "), "{told}");
}

#[test]
fn bench_is_fixed_work() {
    let total = |args: &[&str]| {
        let text = answer(args);
        let last = text.lines().last().expect("a total").to_owned();
        let (nodes, speed) = last.split_once(" nodes ").expect("the last line has both");
        assert!(speed.strip_suffix(" nps").is_some_and(|speed| speed.parse::<u64>().is_ok()));
        nodes.parse::<u64>().expect("a number of nodes")
    };
    let [shogi, shosu] = ["shogi", "shosu"].map(|game| total(&["bench", "--variant", game, "1"]));
    assert!(shogi > 0 && shosu > 0 && shogi != shosu, "{shogi} {shosu}");
    assert_eq!(total(&["bench", "--variant", "SHOGI", "1"]), shogi);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_still_answers() {
    use std::io::{BufRead, BufReader};
    let mut command = ozutsu(&["go", "infinite"]);
    command.stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let first = lines.next().expect("it begins").expect("text");
    assert!(first.starts_with("info depth 1 "), "{first}");
    let id = child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status().expect("a signal can be sent");
    assert!(told.success());
    let last = lines.last().expect("it answers").expect("text");
    assert!(last.starts_with("bestmove "), "{last}");
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_session_needs_no_command() {
    let mut command = ozutsu(&[]);
    let output = command.stdin(Stdio::null()).output().expect("the program starts");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
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
