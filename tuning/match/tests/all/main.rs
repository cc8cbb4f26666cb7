//! Runs the built programs.

mod engine_failures;
mod matches;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod spsa;
mod tournaments;

use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::{fmt, fs};

/// The program.
const OZUTSU_MATCH: &str = env!("CARGO_BIN_EXE_ozutsu-match");
/// The path of a test engine that fails as its option `Fault` specifies: an example of this package, which
/// `cargo test` builds unless it is told to build other targets only.
struct FaultyEngine;
const FAULTY_ENGINE: FaultyEngine = FaultyEngine;

impl FaultyEngine {
    fn path(&self) -> PathBuf {
        let examples = Path::new(OZUTSU_MATCH).with_file_name("examples");
        let path = examples.join(format!("faulty_engine{EXE_SUFFIX}"));
        assert!(path.is_file(), "{}: run the tests without --test", path.display());
        path
    }
}

impl fmt::Display for FaultyEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path().display())
    }
}

/// Runs `ozutsu-match` with arguments separated by spaces.
#[track_caller]
fn run(args: &str) -> Output {
    run_program(OZUTSU_MATCH, args)
}

/// The arguments of a match of A against B, which have no fault and no clock.
fn a_against_b(args: &str) -> String {
    format!(
        "-engine name=A cmd={FAULTY_ENGINE} -engine name=B cmd={FAULTY_ENGINE} -each nodes=1 {args}"
    )
}

/// Starts a match of 100,000 games of A against B, which goes on until it is stopped.
fn long_match(args: &str, stdout: Stdio) -> Child {
    let args = a_against_b(&format!("-variant shogi -games 100000 {args}"));
    Command::new(OZUTSU_MATCH).args(args.split_whitespace()).stdout(stdout).spawn().unwrap()
}

#[track_caller]
fn run_program(program: &str, args: &str) -> Output {
    Command::new(program).args(args.split_whitespace()).output().expect("the program starts")
}

/// Plays a match of "good", which has no fault, against "bad", which has the given one. `args` are
/// further keys of "bad", then flags. There are no clocks, because the machine may be busy.
#[track_caller]
fn play_against(fault: &str, args: &str) -> Output {
    run(&format!(
        "-engine name=good cmd={FAULTY_ENGINE} nodes=1 startup=30 ping=30 \
         -engine name=bad cmd={FAULTY_ENGINE} nodes=1 option.Fault={fault} {args} \
         -variant shogi -repeat -maxmoves 8"
    ))
}

/// Returns what the program printed to stdout.
fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns what the program printed to stderr.
fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Writes a file in the folder for test files and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = new_path(name);
    fs::write(&path, text).unwrap();
    path
}

/// Returns a path at which no file exists. Each test needs its own names.
fn new_path(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    path
}

/// Returns the text of a file.
#[track_caller]
fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}
