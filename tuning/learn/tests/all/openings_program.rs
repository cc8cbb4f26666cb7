//! Openings of a game from a file.

use rules::Position;
use std::process::Command;

/// A rules file.
const MINICANNON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");

#[test]
fn openings_are_generated() {
    let output = Command::new(env!("CARGO_BIN_EXE_ozutsu-learn"))
        .args([
            "openings",
            "--rules",
            MINICANNON,
            "--variant",
            "minicannon",
            "--count",
            "3",
            "--plies",
            "3",
            "--nodes",
            "100",
        ])
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    games::load(MINICANNON.as_ref());
    let rules = games::by_name("minicannon").unwrap();
    let openings: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(openings.len(), 3, "{text}");
    for opening in openings {
        let moves = opening.strip_prefix("minicannon startpos moves ").expect(opening);
        let mut position = Position::start(rules);
        for text in moves.split(' ') {
            position.try_move(rules.parse_usi(text).unwrap()).unwrap();
        }
        assert_eq!(position.ply(), 3);
    }
}

#[test]
fn an_unknown_game_is_rejected() {
    let output = Command::new(env!("CARGO_BIN_EXE_ozutsu-learn"))
        .args(["openings", "--variant", "minicannon"])
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("unknown game 'minicannon', expected one of cannonshogi"),
        "{message}"
    );
}
