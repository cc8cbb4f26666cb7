//! One answer for each search, whatever comes when, and an orderly end.

use crate::client::{Client, answers};
use crate::mates::ENDLESS;
use crate::{MATE_IN_ONE, MATED};
use std::thread;
use std::time::Duration;

/// What is said until everything is answered: a count, which ends all searches, comes after that.
fn until_all_is_said(client: &mut Client) -> Vec<String> {
    client.say("go perft 0");
    let mut heard = Vec::new();
    while heard.last().is_none_or(|line| line != "Nodes searched: 1") {
        heard.push(client.next());
    }
    heard
}

#[test]
fn one_go_one_answer_in_every_order_of_events() {
    let mut client = Client::playing("usi", "cannonshogi");
    for events in [
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
        client.say(events);
        let heard = until_all_is_said(&mut client);
        let solved = heard.iter().filter(|line| line.starts_with("checkmate")).count();
        assert_eq!(answers(&heard) + solved, 1, "{events}: {heard:#?}");
    }
    client.quit();
}

/// Every sequence of so many of the events at most.
fn sequences<'a>(events: &[&'a str], most: usize) -> Vec<Vec<&'a str>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |start: &Vec<&'a str>| {
            let start = start.clone();
            events.iter().map(move |&event| [&start[..], &[event]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.clone());
    }
    all
}

fn searches(events: &[&str]) -> usize {
    events.iter().filter(|event| event.starts_with("go ")).count()
}

#[test]
fn every_order_of_events_has_one_answer_for_each_search() {
    let events =
        ["go infinite", "go ponder depth 2", "go depth 2", "stop", "ponderhit", "gameover win"];
    let mut client = Client::playing("usi", "shosu");
    for events in sequences(&events, 4) {
        client.say(&events.join("\n"));
        let heard = until_all_is_said(&mut client);
        assert_eq!(answers(&heard), searches(&events), "{events:?}: {heard:#?}");
        client.heard.clear();
    }
    client.quit();
}

#[test]
fn every_order_of_events_may_end_the_session() {
    let events = ["go infinite", "go ponder depth 2", "stop", "ponderhit", "gameover", "isready"];
    for events in sequences(&events, 2) {
        for says_so in [true, false] {
            let mut client = Client::playing("usi", "shogi");
            client.say(&events.join("\n"));
            if says_so {
                client.say("quit");
            }
            client.hang_up();
            let (said, status) = client.rest();
            assert!(status.success(), "{events:?}: {status}");
            assert_eq!(answers(&said), searches(&events), "{events:?}: {said:#?}");
        }
    }
}

#[test]
fn each_of_many_searches_is_answered() {
    let mut client = Client::playing("usi", "shogi");
    client.say(&"go infinite\n".repeat(50));
    client.say("stop");
    for _ in 0..50 {
        client.line("bestmove");
    }
    assert_eq!(answers(&client.sync()), 0);
    client.quit();
}

#[test]
fn nothing_is_played_before_stop_or_ponderhit() {
    let mut client = Client::playing("usi", "shogi");
    for position in [MATE_IN_ONE, MATED] {
        client.ask(&format!("position sfen {position}"));
        for go in ["go infinite", "go ponder btime 10 wtime 10", "go infinite depth 1"] {
            client.say(go);
            // By then the search has nothing left to do but wait.
            thread::sleep(Duration::from_millis(50));
            let before = client.sync();
            assert_eq!(answers(&before), 0, "{go}: {before:?}");
            client.say("stop");
            client.line("bestmove");
        }
        client.say("go ponder btime 10 wtime 10\nponderhit");
        client.line("bestmove");
    }
    client.quit();
}

#[test]
fn it_leaves_at_once() {
    for last in ["quit", "go infinite\nquit", "go perft 90\nquit", "bench 100\nquit"] {
        let mut client = Client::playing("usi", "shogi");
        client.say(last);
        let (said, status) = client.rest();
        assert!(status.success(), "{last}: {status}");
        assert_eq!(answers(&said), usize::from(last.contains("infinite")), "{last}: {said:?}");
    }
    for last in ["", "go infinite\n", "go ponder btime 1\n", "isready"] {
        let mut client = Client::playing("usi", "shogi");
        client.send(last.as_bytes());
        client.hang_up();
        let (said, status) = client.rest();
        assert!(status.success(), "{last}: {status}");
        assert_eq!(answers(&said), usize::from(last.starts_with("go")), "{last}: {said:?}");
        assert_eq!(said.iter().any(|line| line == "readyok"), last == "isready", "{said:?}");
    }
}

#[test]
fn the_end_of_input_ends_a_problem_with_its_answer() {
    for says_so in [true, false] {
        let mut client = Client::playing("usi", "shogi");
        client.say(&format!("position sfen {ENDLESS}\ngo mate infinite"));
        if says_so {
            client.say("quit");
        }
        client.hang_up();
        let (said, status) = client.rest();
        assert!(status.success(), "{status}");
        assert_eq!(said, ["checkmate timeout"]);
    }
}

#[test]
fn it_leaves_when_nobody_listens() {
    for last in ["setoption name MultiPV value 5\ngo infinite", "go infinite", "bench 100", "d"] {
        let mut client = Client::playing("usi", "shogi");
        client.say(last);
        client.close_ears();
        // What is said to nobody is noticed when it is said.
        while client.try_to_send(b"d\n") {
            thread::sleep(Duration::from_millis(5));
        }
        let status = client.exit();
        assert!(status.success(), "{last}: {status}");
    }
}
