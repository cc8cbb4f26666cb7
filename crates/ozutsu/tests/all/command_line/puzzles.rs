//! The command `puzzles`.

use super::{input_error, stdout_of};
use std::fs;

/// The moves of a game of cannonshogi that ends two plies before a mate in two.
const MOVES: [&str; 13] = [
    "6h6d", "3b3e", "2h2d", "8b8e", "2d2c", "7b6c", "2c2f+", "3e3h+", "1g1f", "C*9e", "7g6g",
    "6b2f", "1f1e",
];

/// The position after the moves, and its puzzle.
const PUZZLE: &str = "cannonshogi lnsgkgsnl/5u1b1/p1pcp1p1p/3U5/cr6P/7i1/P2PP1P2/1BA2I+a2/LNSGKGSNL w r 1; \
    bm R*6h; dm 2; pv R*6h 6g7g 6h4h+; acn ";

/// Writes a file to the folder for temporary files.
fn write_file(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("ozutsu-{}-{name}", std::process::id()));
    fs::write(&path, text).expect("the folder for temporary files is writable");
    path.to_str().expect("the folder has a UTF-8 name").to_owned()
}

#[test]
fn puzzles_are_found_in_records_and_self_play_games() {
    let moves = MOVES.join(" ");
    let (opening, played) = MOVES.split_at(6);
    let scored: Vec<_> = played.iter().map(|mv| format!("{mv}:-12")).collect();
    let self_play =
        format!("cannonshogi\t0-1\tinsight\t{}\t{}\n", opening.join(" "), scored.join(" "));
    for (name, text, id) in [
        ("games.usi", format!("position startpos moves {moves}\n"), "game 1 ply 13"),
        ("games.txt", self_play.repeat(2), "game 1 ply 13"),
    ] {
        let path = write_file(name, &text);
        let found = stdout_of(&["puzzles", "--last", "4", "--threads", "2", &path]);
        let [line] = found.lines().collect::<Vec<_>>()[..] else { panic!("one puzzle: {found}") };
        let nodes = line.strip_prefix(PUZZLE).unwrap_or_else(|| panic!("{line}"));
        assert!(nodes.ends_with(&format!("; id \"{path} {id}\"")), "{line}");
        // The puzzle is read back and solved.
        let puzzles = write_file("puzzles.epd", &found);
        let solved = stdout_of(&["go", "--file", &puzzles, "mate", "10000"]);
        assert!(solved.contains("1 of 1 best moves found"), "{solved}");
        for arguments in [["--min-plies", "5"], ["--max-plies", "1"], ["--last", "1"]] {
            let found = stdout_of(&["puzzles", arguments[0], arguments[1], &path]);
            assert_eq!(found.is_empty(), arguments[0] != "--last", "{arguments:?}: {found}");
        }
        for path in [path, puzzles] {
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn stored_puzzles_are_printed() {
    let text = stdout_of(&["puzzles", "--stored", "CannonShosu"]);
    assert!(
        text.lines().count() > 100 && text.lines().all(|line| line.starts_with("cannonshosu "))
    );
    let error = input_error(&["puzzles", "--stored", "shogi"]);
    assert_eq!(error, "--stored: there are no puzzles of shogi");
}

#[test]
fn puzzles_are_rated_again() {
    const CAPTURE: &str =
        "shogi 4k4/9/9/9/9/9/4r4/9/4K3G b G 1; bm G*5h; pv G*5h; acn 1; id \"no mate\"";
    let stored = stdout_of(&["puzzles", "--stored", "shosu"]);
    let lines: Vec<&str> = stored.lines().collect();
    let unrated = |line: &str| {
        let (puzzle, rest) = line.split_once("; acn ").unwrap();
        let (_, id) = rest.split_once(';').unwrap();
        format!("{puzzle};{id}")
    };
    // A hard mate, a win and an easy mate come out by rating. Wins keep theirs.
    let hard = unrated(lines[lines.len() - 1]);
    let path = write_file("unsorted.epd", &format!("{hard}\n{CAPTURE}\n{}\n", lines[0]));
    let rated = stdout_of(&["puzzles", "--rate", &path]);
    let [first, second, third] = rated.lines().collect::<Vec<_>>()[..] else { panic!("{rated}") };
    assert_eq!(first, CAPTURE);
    assert_eq!((unrated(second), unrated(third)), (unrated(lines[0]), hard));
    // Ratings do not change.
    fs::write(&path, &rated).unwrap();
    assert_eq!(stdout_of(&["puzzles", "--rate", &path]), rated);
    fs::write(&path, "shogi startpos; pv 7g7e").unwrap();
    let error = input_error(&["puzzles", "--rate", &path]);
    let reason = "'7g7e' is not a legal move here: the piece cannot move there";
    assert_eq!(error, format!("{path}: line 1: {reason}"));
    fs::remove_file(path).unwrap();
}

#[test]
fn errors_name_the_line() {
    let line = "cannonshogi\t0-1\tinsight\t6h6d\t6h6d:1\n";
    let path = write_file("broken.txt", line);
    let error = input_error(&["puzzles", &path]);
    let reason = "'6h6d' is not a legal move here: no piece on the origin square";
    assert_eq!(error, format!("{path}: line 1: {reason}"));
    fs::remove_file(path).unwrap();
    let error = input_error(&["puzzles", "/no/games.pgn"]);
    assert!(error.starts_with("/no/games.pgn: No such file"), "{error}");
}
