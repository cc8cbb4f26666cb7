//! Running the built program.

use std::path::PathBuf;
use std::process::{Command, Output};

/// The program.
pub const RUNNER: &str = env!("CARGO_BIN_EXE_ozutsu-match");
/// An engine that fails as it is told.
pub const FAULTY_ENGINE: &str = env!("CARGO_BIN_EXE_faulty_engine");

/// Runs the program with words a blank apart.
#[track_caller]
pub fn run(words: &str) -> Output {
    Command::new(RUNNER).args(words.split_whitespace()).output().expect("the program starts")
}

/// A match between a faultless engine and one with a fault, and what is said further of that and of
/// the match. There are no clocks, for the machine may be busy.
#[track_caller]
pub fn against(fault: &str, words: &str) -> Output {
    run(&format!(
        "-engine name=good cmd={FAULTY_ENGINE} nodes=1 \
         -engine name=bad cmd={FAULTY_ENGINE} nodes=1 option.Fault={fault} {words} \
         -variant shogi -repeat -maxmoves 8"
    ))
}

/// What it printed.
pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it complained of.
pub fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A path for a file of a test's, which is not there yet.
pub fn path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
