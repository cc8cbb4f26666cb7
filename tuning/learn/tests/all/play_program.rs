//! Self-play games of a game from a file.

use ozutsu_learn::game_files::GameRecord;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A rules file.
const MINICANNON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ozutsu-learn"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Plays games of `minicannon`.
fn play(out: &Path, rules: &str) -> Output {
    let _ = fs::remove_file(out);
    let out = out.to_str().expect("a UTF-8 path");
    run(&[
        "play",
        "--out",
        out,
        "--rules",
        rules,
        "--variant",
        "minicannon",
        "--games",
        "3",
        "--nodes",
        "40",
        "--random",
        "2-4",
        "--balance",
        "5000",
    ])
}

#[test]
fn games_are_played_and_counted() {
    let out = path("minicannon.txt");
    let output = play(&out, MINICANNON);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(&out).unwrap();
    assert!(games::load(MINICANNON.as_ref()).errors.is_empty());
    let games: Vec<_> = text.lines().map(|line| GameRecord::parse(line).unwrap()).collect();
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.rules.name() == "minicannon"));

    let out = out.to_str().unwrap();
    let stats = run(&["--rules", MINICANNON, "stats", out]);
    let text = String::from_utf8_lossy(&stats.stdout);
    assert!(text.starts_with("minicannon: 3 games, "), "{text}");
    // The lines of a self-play file name the game, which must be known.
    let stats = run(&["stats", out]);
    let message = String::from_utf8_lossy(&stats.stderr);
    assert!(!stats.status.success() && message.contains("unknown game 'minicannon'"), "{message}");
}

#[test]
fn errors_in_a_rules_file_are_reported() {
    let broken = path("broken.toml");
    let text = fs::read_to_string(MINICANNON).unwrap().replace("files = 5", "files = 50");
    fs::write(&broken, text).unwrap();
    let out = path("never-written.txt");
    let output = play(&out, broken.to_str().unwrap());
    let message = String::from_utf8_lossy(&output.stderr);
    let expected = format!("{}:12: files: 50 is not from 3 to 10", broken.display());
    assert!(message.contains(&expected), "{message}");
    assert!(!output.status.success() && !out.exists());
}
