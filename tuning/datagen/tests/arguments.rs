//! Invalid arguments are refused with a message.

use std::process::Command;

/// Runs the program with arguments that it refuses, and returns its message.
fn refusal(arguments: &[&str]) -> String {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/refused.txt");
    let output = Command::new(env!("CARGO_BIN_EXE_ozutsu-datagen"))
        .args(["play", out])
        .args(arguments)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// With so many random moves no game would get past its opening, and the search for one would not
/// end.
#[test]
fn too_many_random_moves_are_refused() {
    let message = refusal(&["--random", "41"]);
    assert!(message.contains("41 is not in 0..=40"), "{message}");
}

#[test]
fn an_unknown_game_is_refused() {
    let message = refusal(&["--variant", "chess"]);
    assert!(message.contains("unknown game 'chess', expected one of cannonshogi, "), "{message}");
}
