//! Tests that every search prints exactly one answer, whatever the order of the commands, and that the
//! session ends cleanly.

use super::mate_search::ENDLESS_CHECKS;
use super::{MATE_IN_ONE, MATED};
use crate::client::{Client, count_bestmoves};
use std::thread;
use std::time::{Duration, Instant};

/// Runs a perft, which first stops all searches. Returns all lines up to its total.
fn wait_for_all_answers(client: &mut Client) -> Vec<String> {
    client.send("go perft 0");
    let mut lines = Vec::new();
    while lines.last().is_none_or(|line| line != "Nodes searched: 1") {
        lines.push(client.next_line());
    }
    lines
}

#[test]
fn a_search_has_one_answer_whatever_commands_follow() {
    let mut client = Client::with_game("usi", "cannonshogi");
    for commands in [
        "go depth 2",
        "go infinite\nstop",
        "go infinite\nstop\nstop\nstop",
        "go infinite\nstop\ngameover lose",
        "go infinite\ngameover",
        "go infinite\ngameover win\nstop",
        "go ponder btime 1000 wtime 1000\nstop",
        "go ponder btime 100 wtime 100\nponderhit",
        "go ponder btime 100 wtime 100\nponderhit\nstop",
        "go ponder btime 100 wtime 100\nponderhit\nponderhit\ngameover draw",
        "go ponder depth 2\nisready\nponderhit",
        "go ponder\nponderhit btime 50 wtime 50",
        "go ponder depth 1\nsetoption name USI_Hash value 2\nponderhit",
        "go movetime 20",
        "go movetime 0",
        "go btime 0 wtime 0",
        "go btime -50 wtime 1 byoyomi 0",
        "go btime 50.7 wtime 1e2",
        "go byoyomi 20",
        "go wtime 40",
        "go nodes 1",
        "go depth 1 nodes 10 movetime 9 btime 5",
        "go infinite\nusinewgame\nstop",
        "go infinite\nposition startpos",
        "go infinite\nposition nowhere",
        "go infinite\ngo perft 1",
        "go depth 99999\nstop",
        "stop\ngo nodes 50",
        "ponderhit\ngo nodes 50\nponderhit",
        "go searchmoves 2h1h depth 2",
        "go searchmoves 1a1b depth 2",
        "go mate 1",
    ] {
        client.send(commands);
        let lines = wait_for_all_answers(&mut client);
        let checkmates = lines.iter().filter(|line| line.starts_with("checkmate")).count();
        assert_eq!(count_bestmoves(&lines) + checkmates, 1, "{commands}: {lines:#?}");
    }
    client.quit();
}

/// Returns all sequences of up to `max_length` of the commands.
fn sequences<'a>(commands: &[&'a str], max_length: usize) -> Vec<Vec<&'a str>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..max_length {
        let extend = |start: &Vec<&'a str>| {
            let start = start.clone();
            commands.iter().map(move |&command| [&start[..], &[command]].concat())
        };
        last = last.iter().flat_map(extend).collect();
        all.extend(last.clone());
    }
    all
}

fn count_searches(commands: &[&str]) -> usize {
    commands.iter().filter(|command| command.starts_with("go ")).count()
}

#[test]
fn every_search_has_one_answer_in_every_order_of_commands() {
    let commands =
        ["go infinite", "go ponder depth 2", "go depth 2", "stop", "ponderhit", "gameover win"];
    let mut client = Client::with_game("usi", "shosu");
    for commands in sequences(&commands, 4) {
        client.send(&commands.join("\n"));
        let lines = wait_for_all_answers(&mut client);
        assert_eq!(count_bestmoves(&lines), count_searches(&commands), "{commands:?}: {lines:#?}");
        client.received.clear();
    }
    client.quit();
}

#[test]
fn the_session_can_end_after_every_order_of_commands() {
    let commands = ["go infinite", "go ponder depth 2", "stop", "ponderhit", "gameover", "isready"];
    for commands in sequences(&commands, 2) {
        for sends_quit in [true, false] {
            let mut client = Client::with_args(&["--variant", "shogi"]);
            client.send(&format!("usi\n{}", commands.join("\n")));
            if sends_quit {
                client.send("quit");
            }
            client.close_input();
            let (lines, status) = client.wait_for_exit();
            assert!(status.success(), "{commands:?}: {status}");
            assert_eq!(
                count_bestmoves(&lines),
                count_searches(&commands),
                "{commands:?}: {lines:#?}"
            );
        }
    }
}

#[test]
fn each_of_many_queued_searches_is_answered() {
    let mut client = Client::with_game("usi", "shogi");
    client.send(&"go infinite\n".repeat(50));
    client.send("stop");
    for _ in 0..50 {
        client.wait_for_line("bestmove");
    }
    assert_eq!(count_bestmoves(&client.sync()), 0);
    client.quit();
}

#[test]
fn infinite_and_ponder_searches_answer_only_after_stop_or_ponderhit() {
    let mut client = Client::with_game("usi", "shogi");
    for position in [MATE_IN_ONE, MATED] {
        client.ask(&format!("position sfen {position}"));
        for go in ["go infinite", "go ponder btime 10 wtime 10", "go infinite depth 1"] {
            client.send(go);
            // Long enough for the search to finish; it then waits.
            thread::sleep(Duration::from_millis(50));
            let before = client.sync();
            assert_eq!(count_bestmoves(&before), 0, "{go}: {before:?}");
            client.send("stop");
            client.wait_for_line("bestmove");
        }
        client.send("go ponder btime 10 wtime 10\nponderhit");
        client.wait_for_line("bestmove");
    }
    client.quit();
}

#[test]
fn quit_and_the_end_of_input_end_every_job() {
    let mate = format!("position sfen {ENDLESS_CHECKS}\ngo mate infinite\n");
    // The last line need not end.
    for (input, last) in [
        ("quit\n", ""),
        ("go infinite\nquit\n", "bestmove"),
        ("go perft 90\nquit\n", ""),
        ("bench 100\nquit\n", ""),
        ("isready", "readyok"),
        (&mate, "checkmate timeout"),
        (&format!("{mate}quit\n"), "checkmate timeout"),
    ] {
        let mut client = Client::with_game("usi", "shogi");
        client.send_bytes(input.as_bytes());
        if !input.contains("quit") {
            client.close_input();
        }
        let (lines, status) = client.wait_for_exit();
        assert!(status.success(), "{input}: {status}");
        assert!(lines.last().map_or("", String::as_str).starts_with(last), "{input}: {lines:?}");
    }
}

#[test]
fn quit_does_not_wait_for_the_client_to_close_the_pipe() {
    for command in ["isready", "go infinite"] {
        let mut times: Vec<_> = (0..5)
            .map(|_| {
                let mut client = Client::with_game("usi", "shogi");
                client.send(command);
                let start = Instant::now();
                client.quit();
                start.elapsed()
            })
            .collect();
        times.sort();
        // Far more than it takes, and half the timeout that ends a session whose output is not read.
        assert!(times[2] < Duration::from_secs(1), "{command}: {times:?}");
    }
}

#[test]
fn limited_searches_finish_after_the_end_of_input() {
    for (input, last) in [
        ("go depth 7", "bestmove "),
        ("go nodes 30000", "bestmove "),
        ("go movetime 200", "bestmove "),
        ("go btime 2000 wtime 2000", "bestmove "),
        ("usi\ngo depth 7", "bestmove "),
        ("uci\ngo mate 2", "bestmove "),
        ("go perft 3", "Nodes searched: 216600"),
        ("bench 4", " nps"),
        ("setoption name UCI_Variant value shogi\ngo mate 60000 nodes 1000", "checkmate nomate"),
    ] {
        let mut client = Client::new();
        client.send(input);
        client.close_input();
        let (lines, status) = client.wait_for_exit();
        assert!(status.success(), "{input}: {status}");
        let end = lines.last().expect("an answer");
        assert!(end.starts_with(last) || end.ends_with(last), "{input}: {end}");
        assert!(!lines.iter().any(|line| line.contains("stopped")), "{input}: {lines:?}");
        if input.contains("depth 7") {
            assert!(lines.iter().any(|line| line.contains("info depth 7 ")), "{lines:?}");
        }
    }
}

#[test]
fn pondering_without_clocks_ends_with_ponderhit() {
    let mut client = Client::with_game("usi", "shogi");
    client.send("go ponder\nponderhit");
    client.wait_for_line("bestmove");
    client.send("go ponder infinite\nponderhit");
    assert_eq!(count_bestmoves(&client.sync()), 0);
    client.send("stop");
    client.wait_for_line("bestmove");
    client.quit();
}

#[test]
fn a_closed_output_ends_the_session() {
    for last in ["setoption name MultiPV value 5\ngo infinite", "go infinite", "bench 100", "d"] {
        let mut client = Client::with_game("usi", "shogi");
        client.send(last);
        client.close_output();
        // The program notices the closed pipe when it writes.
        while client.try_send_bytes(b"d\n") {
            thread::sleep(Duration::from_millis(5));
        }
        let status = client.exit_status();
        assert!(status.success(), "{last}: {status}");
    }
}
