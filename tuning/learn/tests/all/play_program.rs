//! The program: self-play games of a game from a file, and the command line.

use crate::common::{MINICANNON, error, fresh_path, games_file, path, run, stdout};
use ozutsu_learn::game_files::ScoredGame;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use {crate::common::program, std::io::Write, std::process::Stdio};

/// Plays games of `minicannon`. Returns the status and the messages.
fn play(out: &Path, rules: &str) -> (Option<i32>, String) {
    let _ = fs::remove_file(out);
    let arguments = "play --variant minicannon --games 3 --nodes 40 --random 2-4 --balance 5000";
    let arguments: Vec<_> = arguments.split(' ').chain(["--rules", rules, "--out"]).collect();
    let (status, _, messages) = run(&arguments, &[out]);
    (status, messages)
}

#[test]
fn games_are_played_and_counted() {
    let out = path("minicannon.txt");
    let (status, messages) = play(&out, MINICANNON);
    assert_eq!(status, Some(0), "{messages}");
    assert!(messages.contains("\ncompleted depths: "), "{messages}");
    let text = fs::read_to_string(&out).unwrap();
    assert!(games::load(MINICANNON.as_ref()).errors.is_empty());
    let games: Vec<_> = text.lines().map(|line| ScoredGame::parse(line).unwrap()).collect();
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.rules.name() == "minicannon"));
    let arguments =
        ["--rules", MINICANNON, "play", "--variant", "minicannon", "--games", "3", "--out"];
    let complete = format!("{}: complete, 3 games\n", out.display());
    assert_eq!(run(&arguments, &[&out]).2, complete);

    // The lines of a self-play file name the game, which must be known.
    let packed = fresh_path("minicannon-unknown.games");
    let message = error(&["pack", out.to_str().unwrap(), "--out"], &[&packed]);
    assert!(message.contains("unknown game 'minicannon'"), "{message}");
}

#[test]
fn games_are_packed_and_relabelled() {
    let [text, packed, back, relabelled] =
        ["pack.txt", "pack.games", "pack-back.txt", "relabelled.txt"].map(fresh_path);
    assert_eq!(play(&text, MINICANNON).0, Some(0));
    let convert = |command: &[&str], from: &Path, to: &Path| {
        let files = ["--rules", MINICANNON, from.to_str().unwrap(), "--force", "--out"];
        let printed = stdout(&[command, &files].concat(), &[to]);
        assert!(printed.contains(": 3 games, "), "{printed}");
        assert_eq!(printed.contains("\ncompleted depths: "), command[0] == "relabel", "{printed}");
        fs::read(to).unwrap()
    };
    let all = convert(&["pack", "--threads", "2"], &text, &packed);
    assert_eq!(convert(&["pack", "--threads", "1"], &text, &packed), all);
    assert_eq!(convert(&["pack"], &packed, &back), fs::read(&text).unwrap());
    let new = convert(&["relabel", "--nodes", "300", "--threads", "2"], &text, &relabelled);
    assert_eq!(convert(&["relabel", "--nodes", "300", "--threads", "1"], &text, &relabelled), new);
    // Shards have every game once.
    let [first, second] = ["relabelled-1.txt", "relabelled-2.txt"].map(fresh_path);
    let mut parts = Vec::new();
    for (part, shard) in [(&first, "1/2"), (&second, "2/2")] {
        let files = [text.to_str().unwrap(), "--shard", shard, "--out", part.to_str().unwrap()];
        stdout(&[&["--rules", MINICANNON, "relabel", "--nodes", "300"], &files[..]].concat(), &[]);
        parts.push(fs::read_to_string(part).unwrap());
    }
    let lines: Vec<_> = parts.iter().map(|part| part.lines().collect::<Vec<_>>()).collect();
    let merged = [lines[0][0], lines[1][0], lines[0][1]].map(|line| format!("{line}\n")).concat();
    assert_eq!((merged.as_bytes(), lines[0].len(), lines[1].len()), (&*new, 2, 1));
    let message = error(&["relabel", text.to_str().unwrap(), "--shard", "3/2", "--out"], &[&first]);
    assert!(message.contains("'3/2'") && message.contains("with I from 1 to N"), "{message}");
    // The moves stay, the scores change.
    let moves = |text: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(text).into_owned();
        text.split_whitespace().map(|word| word.split(':').next().unwrap().into()).collect()
    };
    let old = fs::read(&text).unwrap();
    assert!(new != old && moves(&new) == moves(&old));
    let message = error(&["pack", text.to_str().unwrap(), "--force", "--out"], &[&packed]);
    assert!(message.contains("pack.txt, line 1: unknown game 'minicannon'"), "{message}");
}

#[test]
fn the_log_of_a_match_is_relabelled() {
    let [log, out] = ["match.tsv", "match.txt"].map(fresh_path);
    fs::write(&log, "shogi\tone\ttwo\t1-0\ttwo resigns\tstartpos moves 7g7f 3c3d\n").unwrap();
    let files = [log.to_str().unwrap(), "--out", out.to_str().unwrap()];
    stdout(&[&["relabel", "--nodes", "50"], &files[..]].concat(), &[]);
    let text = fs::read_to_string(&out).unwrap();
    assert!(text.starts_with("shogi\t1-0\tmatch\t\t7g7f:"), "{text}");
    // Without scores there is nothing to train on.
    let message = error(&[&["pack", "--force"], &files[..]].concat(), &[]);
    assert!(message.contains("match.tsv, line 1: expected five fields"), "{message}");
}

#[cfg(unix)]
#[test]
fn all_games_of_a_pipe_are_relabelled() {
    let games = games_file("piped.txt", "shogi", 4);
    let [of_file, of_pipe] = ["relabelled-file.txt", "relabelled-pipe.txt"].map(fresh_path);
    let arguments = |games| ["relabel", "--nodes", "20", games, "--out"];
    stdout(&arguments(games.to_str().unwrap()), &[&of_file]);
    let mut relabel = program(&arguments("/dev/stdin"), &[&of_pipe]);
    let mut child = relabel.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&fs::read(&games).unwrap()).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(fs::read(&of_pipe).unwrap(), fs::read(&of_file).unwrap());
}

#[test]
fn teachers_label_games_without_a_search() {
    let network =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/games/shogi/network.ozn");
    let games = games_file("taught-games.txt", "shogi", 4);
    let relabel = |teachers: &[&str], name: &str| {
        let out = fresh_path(name);
        let printed = stdout(&[&["relabel"], teachers, &["--out"]].concat(), &[&out, &games]);
        assert_eq!(printed, format!("{}: 4 games, 208 positions\n", out.display()));
        fs::read_to_string(&out).unwrap()
    };
    let one = relabel(&["--teacher", network], "taught-once.txt");
    assert_ne!(one, fs::read_to_string(&games).unwrap());
    // The mean of equal evaluations is the same, whatever the number of threads.
    let three = ["--teacher", network, "--threads", "1"];
    let three = [&["--teacher", network, "--teacher", network], &three[..]].concat();
    assert_eq!(relabel(&three, "taught-thrice.txt"), one);

    let files = [fresh_path("taught-never.txt"), games.clone()];
    for (arguments, expected) in [
        (["--teacher", network, "--nodes", "9"], "cannot be used with"),
        (["--teacher", network, "--teacher", "no-such.ozn"], "no-such.ozn: "),
    ] {
        let message = error(
            &[&["relabel"], &arguments[..], &["--out"]].concat(),
            &files.each_ref().map(|path| &**path),
        );
        assert!(message.contains(expected) && !files[0].exists(), "{message}");
    }
    // Every game must fit the teacher.
    let mixed = fresh_path("taught-mixed.txt");
    let other = games_file("taught-other.txt", "cannonshogi", 1);
    fs::write(&mixed, [fs::read(&games).unwrap(), fs::read(&other).unwrap()].concat()).unwrap();
    let message = error(&["relabel", "--teacher", network, "--out"], &[&files[0], &mixed]);
    assert!(message.contains("line 5: the games are of a game 'cannonshogi' with"), "{message}");
}

#[test]
fn errors_in_a_rules_file_are_reported() {
    let broken = path("broken.toml");
    let text = fs::read_to_string(MINICANNON).unwrap().replace("files = 5", "files = 50");
    fs::write(&broken, text).unwrap();
    let out = path("never-written.txt");
    let (status, message) = play(&out, broken.to_str().unwrap());
    let expected = format!("{}:12: files: 50 is not from 3 to 10", broken.display());
    assert!(message.contains(&expected), "{message}");
    assert!(status != Some(0) && !out.exists());
}

#[test]
fn invalid_arguments_are_rejected() {
    for (arguments, expected) in [
        // With more random moves nearly every game would end within its opening.
        (["play", "--random", "41"], "41 is not in 0..=40"),
        (["play", "--random", "9-6"], "the range 9-6 is empty"),
        (["play", "--random", "six"], "invalid number 'six', expected N or N-N"),
        (["play", "--variant", "chess"], "unknown game 'chess', expected one of cannonshogi, "),
        (["openings", "--variant", "chess"], "unknown game 'chess', expected one of cannonshogi, "),
    ] {
        let (status, _, message) = run(&arguments, &[]);
        assert_eq!(status, Some(2));
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
#[cfg(unix)]
fn only_a_regular_file_is_an_evaluation() {
    let arguments = ["play", "--eval", "/dev/zero", "--out"];
    let message = error(&arguments, &[&path("not-written.txt")]);
    assert!(message.contains("/dev/zero: not a regular file"), "{message}");
}

#[test]
fn completion_scripts_name_the_subcommands() {
    for shell in ["bash", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell], &[]);
        assert!(script.contains("ozutsu-learn") && script.contains("relabel"), "{shell}");
    }
}
