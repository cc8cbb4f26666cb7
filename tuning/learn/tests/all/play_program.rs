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
fn games_are_packed_and_relabelled() {
    let [text, packed, back, relabelled] =
        ["pack.txt", "pack.games", "pack-back.txt", "relabelled.txt"].map(path);
    assert!(play(&text, MINICANNON).status.success());
    let convert = |command: &[&str], from: &Path, to: &Path| {
        let [from, to] = [from, to].map(|path| path.to_str().unwrap());
        let output = run(&[command, &["--rules", MINICANNON, from, "--out", to]].concat());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(printed.contains(": 3 games, "), "{}", String::from_utf8_lossy(&output.stderr));
        fs::read(to).unwrap()
    };
    let small = convert(&["pack"], &text, &packed);
    assert_eq!(convert(&["pack"], &packed, &back), fs::read(&text).unwrap());
    let with_lines = convert(&["pack", "--quiet-lines", "--threads", "2"], &text, &packed);
    assert!(with_lines.len() > small.len());
    assert_eq!(convert(&["pack", "--quiet-lines", "--threads", "1"], &text, &packed), with_lines);
    let new = convert(&["relabel", "--nodes", "300", "--threads", "2"], &text, &relabelled);
    assert_eq!(convert(&["relabel", "--nodes", "300", "--threads", "1"], &text, &relabelled), new);
    // The moves stay, the scores change.
    let moves = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text).into_owned();
        text.split_whitespace().map(|word| word.split(':').next().unwrap().into()).collect()
    };
    let old = fs::read(&text).unwrap();
    assert!(new != old && moves(&new) == moves(&old));
    let message = run(&["pack", text.to_str().unwrap(), "--out", packed.to_str().unwrap()]);
    let message = String::from_utf8_lossy(&message.stderr).into_owned();
    assert!(message.ends_with("pack.txt, line 1: unknown game 'minicannon'\n"), "{message}");
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
