//! Errors of invalid arguments.

use std::process::Command;

/// Runs the program with invalid arguments and returns its error message.
fn error_message(arguments: &[&str]) -> String {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/unwritten.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_ozutsu-learn"))
        .args(["play", "--out", out])
        .args(arguments)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// With more random moves nearly every game would end within its opening, and the generator would
/// find no opening.
#[test]
fn too_many_random_moves_are_rejected() {
    let message = error_message(&["--random", "41"]);
    assert!(message.contains("41 is not in 0..=40"), "{message}");
}

#[test]
fn an_invalid_range_of_random_moves_is_rejected() {
    let message = error_message(&["--random", "9-6"]);
    assert!(message.contains("the range 9-6 is empty"), "{message}");
    let message = error_message(&["--random", "six"]);
    assert!(message.contains("invalid number 'six', expected N or N-N"), "{message}");
}

#[test]
fn an_unknown_game_is_rejected() {
    let message = error_message(&["--variant", "chess"]);
    assert!(message.contains("unknown game 'chess', expected one of cannonshogi, "), "{message}");
}
