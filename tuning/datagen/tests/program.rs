//! The built program and its arguments.

use std::process::Command;

/// What the program says of arguments that it refuses.
fn refusal(arguments: &[&str]) -> String {
    let out = concat!(env!("CARGO_TARGET_TMPDIR"), "/refused.txt");
    let play = Command::new(env!("CARGO_BIN_EXE_ozutsu-datagen"))
        .args(["play", out])
        .args(arguments)
        .output();
    let output = play.expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// So many random moves would end every game before it begins, for ever.
#[test]
fn there_is_an_end_to_random_moves() {
    let said = refusal(&["--random", "41"]);
    assert!(said.contains("41 is not in 0..=40"), "{said}");
}

#[test]
fn an_unknown_game() {
    let said = refusal(&["--variant", "chess"]);
    assert!(said.contains("unknown game 'chess', expected one of cannonshogi, "), "{said}");
}
