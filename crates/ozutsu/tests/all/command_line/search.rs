//! Tests of the commands that search: go and bench.

use super::{ozutsu, stdout_of};
use crate::GAMES;
use std::process::{Output, Stdio};

#[test]
fn go_prints_usi_lines_into_a_pipe() {
    for game in GAMES {
        let text =
            stdout_of(&["go", "--variant", game, "--threads", "2", "--hash", "2", "depth", "4"]);
        let lines: Vec<_> = text.lines().collect();
        let (best, infos) = lines.split_last().expect("an answer");
        assert!(infos.iter().all(|line| line.starts_with("info depth ")), "{text}");
        assert!(infos.iter().any(|line| line.starts_with("info depth 4 ")), "{text}");
        let played = best.split(' ').nth(1).expect("a move");
        let legal = stdout_of(&["moves", "--variant", game]);
        assert!(legal.trim_end().split(' ').any(|mv| mv == played), "{text}");
    }
    let several = stdout_of(&["go", "--multipv", "3", "nodes", "2000", "movetime", "60000"]);
    assert!(several.contains(" multipv 3 ") && several.contains("\nbestmove "), "{several}");
    let mate =
        ["go", "--variant", "shogi", "--sfen", "8k/9/8P/9/9/9/9/9/K8 b G 1", "mate", "60000"];
    assert!(stdout_of(&mate).ends_with("checkmate G*1b\n"));
    let mated = stdout_of(&[
        "go",
        "--variant",
        "shogi",
        "--sfen",
        "k8/1G7/K8/9/9/9/9/9/9 w - 1",
        "depth",
        "2",
    ]);
    assert!(mated.ends_with("bestmove resign\n"), "{mated}");
}

#[test]
fn go_needs_no_limit() {
    let text = stdout_of(&["go", "--variant", "shogi", "--sfen", "8k/9/8P/9/9/9/9/9/K8 b G 1"]);
    assert!(text.ends_with("bestmove G*1b\n"), "{text}");
    let text = stdout_of(&["go", "nodes", "100.0"]);
    assert!(text.contains("\nbestmove "), "{text}");
}

/// Runs `go --file -` with a text as standard input.
fn go_file(text: &str, limits: &[&str]) -> Output {
    use std::io::Write;
    let mut command = ozutsu(&[&["go", "--file", "-"], limits].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("stdin is piped");
    input.write_all(text.as_bytes()).expect("the program reads");
    drop(input);
    child.wait_with_output().expect("the program ends")
}

#[test]
fn go_counts_the_best_moves_found_in_a_file() {
    let text = "# Mates\n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; id \"a gold\"\n\
        \n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1\tbm G*2b G*1b\n\
        shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm P-1b=; id declined\n\
        shosu startpos\n";
    let output = go_file(text, &["depth", "4"]);
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "no progress bar without a terminal"
    );
    let table = String::from_utf8(output.stdout).expect("stdout is UTF-8");
    let lines: Vec<_> = table.lines().collect();
    let columns = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(columns(lines[1])[..5], ["2", "yes", "G*1b", "mate", "1"]);
    assert!(lines[1].ends_with("  a gold"), "{table}");
    assert_eq!(columns(lines[2])[..3], ["4", "yes", "G*1b"]);
    assert!(lines[3].ends_with("  declined; best: 1c1b"), "{table}");
    assert_eq!(columns(lines[4])[..2], ["6", "-"]);
    assert!(lines[6].starts_with("2 of 3 best moves found in 4 positions; "), "{table}");
    assert_eq!(lines.len(), 7);
    // Positions are searched separately, so a repeated position gives the same result.
    let twice = "cannonshogi startpos\n".repeat(2);
    let output = go_file(&twice, &["nodes", "3000"]);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = table.lines().skip(1).take(2).map(|line| columns(line)[2..6].join(" "));
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() == 2 && rows[0] == rows[1], "{table}");
    let problem = go_file(text.lines().nth(1).unwrap_or_default(), &["mate", "60000"]);
    assert!(String::from_utf8_lossy(&problem.stdout).contains("1 of 1 best moves found"));
}

#[test]
fn go_mate_distinguishes_no_mate_from_timeout() {
    let text = "shogi 4k4/9/9/9/9/9/9/9/4K4 b R 1\n\
        shogi 4k4/9/9/9/9/9/9/9/4K4 b RB2Grb2g4s4n4l18p 1\n";
    let output = go_file(text, &["mate", "60000", "nodes", "5000"]);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let columns: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(columns[1][..5], ["1", "-", "nomate", "-", "-"], "{table}");
    assert_eq!(columns[2][..5], ["2", "-", "timeout", "-", "-"], "{table}");
    let nodes =
        |row: usize| columns[row][5].parse::<u64>().expect("small counts are written in full");
    assert!(nodes(1) > 0 && nodes(2) >= 5_000, "{table}");
    let sum = format!("2 positions; {} nodes in ", nodes(1) + nodes(2));
    assert!(table.contains(&sum), "{table}");
}

#[test]
fn go_reports_every_invalid_line_of_a_file_before_searching() {
    let output = go_file("startpos\nnowhere\nstartpos; bm 1a1b\n", &["depth", "1"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<_> = errors.lines().collect();
    assert_eq!(lines.len(), 2, "{errors}");
    assert_eq!(lines[0], "error: stdin: line 2: unknown game 'nowhere'");
    assert!(lines[1].starts_with("error: stdin: line 3: '1a1b' is not a legal move"), "{errors}");
}

#[test]
fn bench_prints_nodes_and_speed_last() {
    let total = |args: &[&str]| {
        let text = stdout_of(args);
        let last = text.lines().last().expect("a total").to_owned();
        let (nodes, speed) = last.split_once(" nodes ").expect("the last line has both");
        assert!(speed.strip_suffix(" nps").is_some_and(|speed| speed.parse::<u64>().is_ok()));
        nodes.parse::<u64>().expect("a number of nodes")
    };
    let [shogi, shosu] = ["shogi", "shosu"].map(|game| total(&["bench", "--variant", game, "1"]));
    assert!(shogi > 0 && shosu > 0 && shogi != shosu, "{shogi} {shosu}");
    assert_eq!(total(&["bench", "--variant", "SHOGI", "1"]), shogi);
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_its_result() {
    use std::io::{BufRead, BufReader};
    use std::process::Command;
    let mut command = ozutsu(&["go", "infinite"]);
    command.stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is piped")).lines();
    let first = lines.next().expect("a first line").expect("text");
    assert!(first.starts_with("info depth 1 "), "{first}");
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status().expect("a signal can be sent");
    assert!(status.success());
    let last = lines.last().expect("a last line").expect("text");
    assert!(last.starts_with("bestmove "), "{last}");
    assert!(child.wait().expect("the program ends").success());
}
