//! Games from files on the command line.

use super::{clap_error, field, input_error, run, stdout_of};
use crate::GAMES;
use std::fs;
use std::path::PathBuf;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/examples/minicannon.toml");

/// Writes a file to the folder for temporary files.
fn write_file(name: &str, text: &str) -> String {
    let path: PathBuf = std::env::temp_dir().join(format!("ozutsu-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("the folder for temporary files is writable");
    path.to_str().expect("the folder has a UTF-8 name").to_owned()
}

#[test]
fn a_game_from_a_file_works_in_every_command() {
    let with_game = |command: &'static str, more: &[&'static str]| {
        let args = [&[command, "--rules", EXAMPLE, "--variant", "minicannon"], more].concat();
        stdout_of(&args)
    };
    assert_eq!(with_game("perft", &["4"]), "Nodes searched: 35056\n");
    let moves = with_game("moves", &["--moves", "R-1c"]);
    assert!(moves.contains("5a5b"), "{moves}");
    let shown = with_game("show", &["--kanji", "--sfen", "2k2/5/5/5/2K2 b 2CRg2p 1"]);
    assert!(shown.contains("in hand: 飛車 砲×2"), "{shown}");
    assert!(shown.contains("in hand: 金将 歩兵×2"), "{shown}");
    let pieces = with_game("piece", &["C"]);
    assert!(pieces.contains("2 in the game, both sides together"), "{pieces}");
    let moved = with_game("show", &["--moves", "2e2b", "--notation", "western"]);
    assert!(moved.contains("Last move: C-2b\n"), "{moved}");
    let answer = with_game("go", &["--sfen", "k4/5/K4/5/5 b G", "mate", "10000"]);
    assert!(answer.contains("checkmate G*"), "{answer}");
    let answer = with_game("go", &["--hash", "1", "depth", "3"]);
    assert!(answer.contains("bestmove "), "{answer}");
    let bench = with_game("bench", &["2"]);
    let rows: Vec<_> = bench.lines().collect();
    let [rows @ .., last] = &rows[..] else { panic!("{bench}") };
    assert!(
        rows.len() > 1 && rows[0].ends_with("  minicannon  rcsgk/4p/5/P4/KGSCR b - 1"),
        "{bench}"
    );
    let nodes = |row: &str| row.split_whitespace().next().unwrap().parse::<u64>().unwrap();
    let total: u64 = rows.iter().map(|row| nodes(row)).sum();
    assert!(total > 0 && last.starts_with(&format!("{total} nodes ")), "{bench}");
}

#[test]
fn the_option_may_be_anywhere_and_repeated() {
    let other = write_file(
        "other.toml",
        &fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", "\"othercannon\""),
    );
    let equals = format!("--rules={other}");
    for args in [
        ["--rules", EXAMPLE, &equals, "games"],
        [&equals, "games", "--rules", EXAMPLE],
        ["games", &equals, "--rules", EXAMPLE],
    ] {
        let listed = stdout_of(&args);
        let names: Vec<_> = listed
            .lines()
            .filter(|line| !line.starts_with(' '))
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        assert_eq!(names[..6], GAMES);
        assert!(names[6..].contains(&"minicannon") && names[6..].contains(&"othercannon"));
    }
    fs::remove_file(other).unwrap();
}

#[test]
fn sources_are_files_of_the_same_games() {
    for game in GAMES {
        let source = stdout_of(&["games", "--source", game]);
        assert!(source.starts_with("# ") && source.contains("Source:"), "{game}");
        let copy = write_file(
            &format!("{game}.toml"),
            &source.replacen(&format!("\"{game}\""), "\"copy\"", 1),
        );
        let of_copy = stdout_of(&["moves", "--rules", &copy, "--variant", "copy"]);
        assert_eq!(of_copy, stdout_of(&["moves", "--variant", game]));
        fs::remove_file(copy).unwrap();
    }
    let converted = stdout_of(&["games", "--rules", EXAMPLE, "--source", "MiniCannon"]);
    let copy = write_file("converted.toml", &converted);
    let perft = stdout_of(&["perft", "--rules", &copy, "--variant", "minicannon", "4"]);
    assert_eq!(perft, "Nodes searched: 35056\n");
    fs::remove_file(copy).unwrap();
}

#[test]
fn check_describes_a_valid_game() {
    let text = stdout_of(&["games", "--check", EXAMPLE]);
    assert!(text.starts_with("minicannon  Mini Cannon Shogi, 5x5\n"), "{text}");
    assert!(text.contains("│ r │ c │ s │ g │ k │ a"), "{text}");
    assert!(text.ends_with("13 legal moves in the start position\n"), "{text}");
}

#[test]
fn check_lists_all_errors() {
    let text = fs::read_to_string(EXAMPLE).unwrap();
    let text = text.replace("\"mRcpR\"", "\"mRcpX\"").replace("\"FfW\"", "\"FgW\"");
    let path = write_file("errors.toml", &text);
    let output = run(&["games", "--check", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let errors = String::from_utf8(output.stderr).unwrap();
    let line = |start: &str| text.lines().position(|line| line.starts_with(start)).unwrap() + 1;
    assert_eq!(
        errors,
        format!(
            "error: {path}:{}: piece 'C': movement: unknown letter 'X' at character 5 of the \
             movement 'mRcpX'\n\
             error: {path}:{}: piece 'S': movement: unknown letter 'g' at character 2 of the \
             movement 'FgW'\n",
            line("movement = \"mRcpX\""),
            line("movement = \"FgW\"")
        )
    );
    fs::remove_file(path).unwrap();
}

#[test]
fn invalid_files_are_refused() {
    let missing = input_error(&["games", "--rules", "/no/such/file"]);
    assert_eq!(missing, "/no/such/file: No such file or directory (os error 2)");
    let folder = input_error(&["--rules=/", "show"]);
    assert_eq!(folder, "/: not a regular file");
    let built_in = write_file(
        "built-in.toml",
        &fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", "\"Shosu\""),
    );
    let error = input_error(&["show", "--rules", &built_in]);
    assert!(error.ends_with(": name: 'Shosu' is a built-in game; choose another name"), "{error}");
    let error = input_error(&["games", "--check", &built_in]);
    assert!(error.ends_with(": name: 'Shosu' is a built-in game; choose another name"), "{error}");
    fs::remove_file(built_in).unwrap();

    let text = clap_error(&["show", "--rules", EXAMPLE, "--variant", "minicanon"]);
    assert!(text.contains("tip: a similar value exists: 'minicannon'"), "{text}");
    let text = clap_error(&["show", "--rules"]);
    assert!(text.contains("a value is required for '--rules <FILE>'"), "{text}");
    assert_eq!(field("SFEN", &["show", "--variant", "shogi"]).chars().next(), Some('l'));
}

#[test]
fn diagrams_are_imported_as_rules_files() {
    let diagram = "files=5\nranks=5\nPawn:P:fW::a2,,e4\n+Pawn:+P:WfF::\nKing:K:K::a1,,e5\n";
    let path = write_file("diagram.txt", diagram);
    let error = input_error(&["games", "--import", &path]);
    assert!(error.contains("give --pawn P, or --pawn none"), "{error}");
    let error = input_error(&["games", "--import", &path, "--pawn", "p"]);
    assert!(error.ends_with("give --promotion-ranks N"), "{error}");
    let text = stdout_of(&[
        "games",
        "--import",
        &path,
        "--name",
        "tiny",
        "--pawn",
        "p",
        "--promotion-ranks",
        "1",
    ]);
    let game = write_file("tiny.toml", &text);
    assert_eq!(
        stdout_of(&["perft", "--rules", &game, "--variant", "tiny", "1"]),
        "Nodes searched: 3\n"
    );
    for path in [path, game] {
        fs::remove_file(path).unwrap();
    }
    let text = clap_error(&["games", "--name", "tiny"]);
    assert!(text.contains("--import <FILE>"), "{text}");
}
