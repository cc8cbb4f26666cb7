//! `ozutsu-learn judge` compares evaluations on the same positions, and refuses bad input with a message.

use crate::common::{fresh_path, games_file, path, run, stdout};
use std::fs;

const POSITIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../lab/shogi.tsv");

/// Writes the first reference positions and returns the arguments that judge by them.
fn arguments(name: &str) -> Vec<String> {
    let positions = fs::read_to_string(POSITIONS).unwrap();
    let positions: Vec<_> = positions.lines().take(12).collect();
    let file = path(name);
    fs::write(&file, positions.join("\n")).unwrap();
    let words = ["judge", "--variant", "shogi", "--nodes", "60,400", "--positions"];
    words.into_iter().map(str::to_owned).chain([file.display().to_string()]).collect()
}

fn with<'a>(arguments: &'a [String], more: &[&'a str]) -> Vec<&'a str> {
    arguments.iter().map(String::as_str).chain(more.iter().copied()).collect()
}

#[test]
fn evaluations_are_compared_with_the_first() {
    let arguments = arguments("judge.tsv");
    let parameters = fresh_path("judge-parameters.txt");
    let games = games_file("judge-games.txt", "shogi", 10);
    stdout(&["fit", games.to_str().unwrap(), "--epochs", "1", "--out"], &[&parameters]);
    let file = parameters.to_str().unwrap();
    let evals = ["built-in", "linear", "built-in", file, "--concurrency"];
    let text = stdout(&[with(&arguments, &evals), vec!["2"]].concat(), &[]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!(lines[0], "shogi: 12 positions, hash 16 MiB, one thread");
    assert!(lines[1].ends_with("  60 nodes                400 nodes"), "{text}");
    assert!(lines[2].starts_with("built-in ") && lines[2].matches('±').count() == 2, "{text}");
    assert!(lines[3].starts_with("linear ") && lines[3].matches("%)").count() == 2, "{text}");
    // The same evaluation finds the same moves.
    assert_eq!(lines[4].matches("(+0.0% ±0.0%)").count(), 2, "{text}");
    assert!(lines[5].starts_with(file), "{text}");
    assert_eq!(stdout(&[with(&arguments, &evals), vec!["1"]].concat(), &[]), text);
}

#[test]
fn search_margins_are_set_in_a_build_that_has_them() {
    let arguments = arguments("judge-margins.tsv");
    let wide = "built-in,reverse_futility_margin=190,late_move_base=12";
    let evals = ["built-in", wide, "reverse_futility_margin=95"];
    if cfg!(feature = "tune") {
        let text = stdout(&with(&arguments, &evals), &[]);
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[3].starts_with(wide), "{text}");
        assert_eq!(lines[4].matches("(+0.0% ±0.0%)").count(), 2, "the defaults: {text}");
    }
    let refused = |eval: &str| {
        let (status, printed, message) = run(&with(&arguments, &[eval]), &[]);
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{message}");
        message
    };
    let message = refused("reverse_futility_margin=9999");
    let expected = if cfg!(feature = "tune") {
        "expected a whole number from 40 to 200"
    } else {
        "the search margins are fixed in this build; build it with --features tune"
    };
    assert_eq!(message, format!("error: reverse_futility_margin=9999: {expected}\n"));
}

#[test]
fn bad_positions_and_evaluations_are_refused() {
    let file = path("unnamed-game.tsv");
    for (text, more, expected) in [
        (
            "startpos\t7g7f\n",
            &[][..],
            "unnamed-game.tsv: the name is not that of a game; use --variant\n",
        ),
        ("", &["--variant", "shogi"], "unnamed-game.tsv: no positions\n"),
        (
            "startpos\t7g7e\n",
            &["--variant", "shogi"],
            "unnamed-game.tsv, line 1: '7g7e': the piece cannot move there\n",
        ),
        ("startpos\t7g7f\n", &["--variant", "shogi", "no-eval"], "(os error 2)\n"),
        (
            "startpos\t7g7f\n",
            &["--variant", "shogi", "--nodes", "0"],
            "For more information, try '--help'.\n",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let words = ["judge", "--positions", file.to_str().unwrap()];
        let (status, printed, message) = run(&[&words, more].concat(), &[]);
        assert_eq!((status, printed.as_str()), (Some(2), ""), "{message}");
        assert!(message.ends_with(expected), "{message}");
    }
}
