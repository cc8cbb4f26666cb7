//! Tournaments of more than two engines, and what they write.

use crate::{
    FAULTY_ENGINE, a_against_b, long_match, new_path, play_against, read, run, stderr, stdout,
};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// Returns the words of each row of a cross table.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("   # engine")).skip(1);
    rows.map(|line| line.split_whitespace().collect::<Vec<_>>())
        .take_while(|words| words[0].parse::<u32>().is_ok())
        .collect()
}

#[test]
fn engines_that_fail_lose_a_round_robin() {
    let engines = ["none", "crash", "illegal", "deaf"]
        .map(|fault| format!("-engine name={fault} cmd={FAULTY_ENGINE} option.Fault={fault}"));
    let pgn = new_path("faults.pgn");
    let output = run(&format!(
        "{} -each nodes=1 -variant shogi -recover -maxmoves 8 -concurrency 4 -pgnout {pgn}",
        engines.join(" ")
    ));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    let rows = rows(&text);
    assert_eq!(rows.len(), 4, "{text}");
    assert_eq!(rows[0][..7], ["1", "none", "6", "6", "0", "0", "100.0%"], "{text}");
    // Of two engines that fail, the one to move first does.
    let points: f64 = rows.iter().map(|row| row[3].parse::<f64>().unwrap()).sum();
    assert_eq!(points, 12.0, "{text}");
    assert!(text.contains("none: ") && text.contains("crash: - knps, depth -, "), "{text}");
    let games = read(pgn);
    assert_eq!(games.matches("[Result ").count(), 12);
    assert_eq!(games.matches("[White \"none\"]").count(), 3);
}

#[test]
fn a_gauntlet_is_resumed_and_merged() {
    let state = new_path("gauntlet.state");
    let play = |tournament: &str, rounds: u32| {
        run(&a_against_b(&format!(
            "-engine name=C cmd={FAULTY_ENGINE} -variant shogi,shosu -maxmoves 4 -repeat \
             -tournament {tournament} -rounds {rounds} -resume {state}"
        )))
    };
    play("gauntlet", 2);
    let output = play("gauntlet", 4);
    let text = stdout(&output);
    let mut games: Vec<_> =
        rows(&text).iter().map(|row| (row[1].to_owned(), row[2].to_owned())).collect();
    games.sort();
    let expected = [("A", "16"), ("B", "8"), ("C", "8")];
    assert_eq!(games, expected.map(|(name, games)| (name.to_owned(), games.to_owned())), "{text}");
    let merged = run(&format!("--merge {state}"));
    assert_eq!(rows(&stdout(&merged)).len(), 3, "{}", stderr(&merged));
    let error = stderr(&play("round-robin", 4));
    assert!(error.contains("-tournament is gauntlet in the file, round-robin on"), "{error}");
    // The first pair is of the first two engines, as in files of older versions.
    let text = read(&state);
    let line = text.lines().find(|line| line.contains("\"engines\"")).unwrap();
    assert!(line.starts_with("{\"number\":1,\"game\":\"shogi\",\"engines\":[0,2],"), "{line}");
    fs::write(&state, text.replace("[0,2]", "[2,9]")).unwrap();
    let error = stderr(&play("gauntlet", 5));
    assert!(error.contains("pair 1 has engines that do not meet"), "{error}");
}

/// Without a clock the same engines play the same game from the same position.
#[test]
fn openings_differ_by_default() {
    let log = new_path("openings.log");
    let games = || {
        let text = read(&log);
        text.lines().map(|line| line.rsplit('\t').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let output = play_against("none", &format!("-games 20 -log {log}"));
    assert_eq!(stderr(&output), "");
    assert_eq!(games().iter().collect::<HashSet<_>>().len(), 10);
    fs::remove_file(&log).unwrap();
    let output = play_against("none", &format!("-games 20 -openings startpos -log {log}"));
    assert!(games().iter().all(|game| game == &games()[0]));
    let warning = "warning: 1 opening(s) of shogi for 10 pairs with each: without a clock, engines repeat \
                   their games\n";
    assert_eq!(stderr(&output), warning);
}

#[test]
fn site_and_trace_are_written() {
    let pgn = new_path("site.pgn");
    let args = format!("-debug -wait 1 -event E -site Here -pgnout {pgn}");
    let output = play_against("none", &args);
    let text = read(&pgn);
    assert_eq!(text.matches("[Event \"E\"]\n[Site \"Here\"]\n[Date \"2").count(), 2, "{text}");
    let trace = stderr(&output);
    for part in [") < usi\n", ") > usiok\n", " good(", " bad(", ") > bestmove "] {
        assert!(trace.contains(part), "{part}: {trace}");
    }
}

/// Returns a text of all pairs in a state file, in their order there.
fn stored_texts(state: &str, format: &str) -> String {
    let text = read(state);
    let pairs = text.lines().filter(|line| line.starts_with("{\"number\":"));
    let pair = |line: &str| serde_json::from_str::<Value>(line).unwrap();
    pairs.map(|line| pair(line)[format].as_str().unwrap().to_owned()).collect()
}

/// State, PGN and log agree, whenever a match is killed.
#[test]
fn a_match_that_is_killed_is_resumed_without_a_game_lost_or_twice() {
    let [state, pgn, log] = ["killed.state", "killed.pgn", "killed.log"].map(new_path);
    let args = format!(
        "-repeat -maxmoves 4 -seed 1 -concurrency 2 -resume {state} -pgnout {pgn} -log {log}"
    );
    let stored = || stored_texts(&state, "log").lines().count() as u32;
    let length = || fs::metadata(&state).map_or(0, |metadata| metadata.len());
    for wait in (0..8).map(|number| Duration::from_millis(3 * number)) {
        // The first line is shorter.
        let before = length().max(1_000);
        let mut child = long_match(&args, Stdio::null());
        while length() <= before {
            assert!(child.try_wait().unwrap().is_none(), "the match has ended");
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(wait);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let games = stored() + 20;
    let output = run(&a_against_b(&format!("-variant shogi -games {games} {args}")));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(&format!("\nshogi {games:>14} ")), "{}", stdout(&output));
    assert_eq!(stored(), games);
    for (path, format) in [(&pgn, "pgn"), (&log, "log")] {
        assert!(read(path) == stored_texts(&state, format), "{format}");
    }
    let rounds: HashSet<_> =
        read(&pgn).lines().filter(|line| line.starts_with("[Round ")).map(str::to_owned).collect();
    assert_eq!(rounds.len() as u32, games / 2);
}

/// Nothing is written after what could not be, though other games are being played.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_match() {
    let [state, pgn] = ["full.state", "full.pgn"].map(new_path);
    let files = format!("-resume {state} -pgnout {pgn}");
    let play = |log: &str| play_against("none", &format!("-games 24 -concurrency 4 {files} {log}"));
    let output = play("-log /dev/full");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error: cannot write /dev/full: "), "{}", stderr(&output));
    assert_eq!(stored_texts(&state, "log").lines().count(), 2);
    assert_eq!(play("").status.code(), Some(0));
    let games = read(&pgn);
    for round in 1..=12 {
        assert_eq!(games.matches(&format!("[Round \"{round}\"]")).count(), 2, "{games}");
    }
}

/// A match that goes on until it is dropped.
struct LongMatch(Child);

impl Drop for LongMatch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_state_file_is_used_by_one_match_at_a_time() {
    let state = new_path("shared.state");
    let resume = format!("-resume {state}");
    let running = LongMatch(long_match(&format!("-maxmoves 6 {resume}"), Stdio::null()));
    while !Path::new(&state).exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let id = if cfg!(unix) { format!(", number {}", running.0.id()) } else { String::new() };
    let output = run(&a_against_b(&format!("-games 100000 {resume}")));
    assert_eq!(output.status.code(), Some(1));
    let expected = format!("error: {state} is in use by another process{id}\n");
    assert_eq!(stderr(&output), expected);
}
