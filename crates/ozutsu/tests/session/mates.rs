//! Mate problems.

use crate::client::{Client, answers};
use crate::{MATE_IN_ONE, most_nodes, value};

/// A rook drives the king out, and a gold mates; no other check does.
const MATE_IN_THREE: &str = "k8/9/2GS5/9/9/9/4P4/4K4/8R b - 1";
/// It takes the solver some ten thousand nodes.
const MATE_IN_ELEVEN: &str =
    "8k/S3+S3+b/lp2pp3/3p2s2/pg3P1LP/1PPP1n1P1/PS6N/8R/3K4L b R3G2NL3Pb3p 119";
/// The checks have no end in sight.
pub const ENDLESS: &str = "4k4/9/9/9/9/9/9/9/4K4 b RB2Grb2g4s4n4l18p 1";

#[test]
fn mate_problems_are_answered_with_checkmate() {
    let mut client = Client::playing("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    for go in ["go mate 60000", "go mate infinite", "go mate"] {
        client.say(go);
        assert_eq!(client.line("checkmate"), "checkmate G*1b");
    }
    client.ask("position startpos");
    client.say("go mate infinite");
    assert_eq!(client.line("checkmate"), "checkmate nomate", "there is no check at all");
    // Checks alone, and within the plies and the work allowed.
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for (go, answer) in [
        ("go mate infinite", "checkmate 1i9i 9a8a 7c7b"),
        ("go mate infinite depth 1", "checkmate nomate"),
        ("go mate infinite nodes 1", "checkmate timeout"),
    ] {
        client.say(go);
        assert_eq!(client.line("checkmate"), answer, "{go}");
    }
    // A search that finds nothing ends when it is told to.
    client.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1");
    client.say("go mate infinite\nstop");
    let answer = client.line("checkmate");
    assert!(["checkmate timeout", "checkmate nomate"].contains(&&*answer), "{answer}");
    assert_eq!(client.sync(), [""; 0]);
    client.quit();

    let mut client = Client::playing("uci", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    assert!(client.go("go mate 1").starts_with("bestmove G@"));
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    client.say("go mate 2");
    let told = client.until("bestmove");
    assert!(told[0].contains("score mate 2 "), "{told:?}");
    assert_eq!(told[1], "bestmove i1a1 ponder a9b9");
    // Both looks at it, by checks and by all moves, keep to the nodes together.
    client.ask(&format!("position sfen {MATE_IN_ELEVEN}"));
    client.say("go mate 6 nodes 1000");
    let told = client.until("bestmove");
    assert!(most_nodes(&told).expect("nodes are told") <= 1_000, "{told:?}");
    client.quit();
}

#[test]
fn a_problem_may_say_how_to_begin() {
    let mut client = Client::playing("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for (go, answer) in [
        ("go mate infinite searchmoves 1i9i", "checkmate 1i9i 9a8a 7c7b"),
        ("go mate infinite searchmoves 7c8b 1i9i", "checkmate 1i9i 9a8a 7c7b"),
        ("go mate infinite searchmoves 7c8b", "checkmate nomate"),
        ("go searchmoves 1i1a mate infinite", "checkmate nomate"),
        ("go mate searchmoves 5g5f", "checkmate nomate"),
        ("go mate infinite searchmoves 1i9i depth 1", "checkmate nomate"),
        ("go mate 60000 searchmoves 1i9i nodes 1", "checkmate timeout"),
    ] {
        client.say(go);
        let told = client.until("checkmate");
        assert_eq!(told.last().map(String::as_str), Some(answer), "{go}");
        assert!(!told.iter().any(|line| line.starts_with("info string")), "{go}: {told:?}");
    }
    client.say("uci");
    client.until("uciok");
    assert!(client.go("go mate 2 searchmoves i1a1").starts_with("bestmove i1a1"));
    client.quit();
}

#[test]
fn a_problem_may_have_other_limits() {
    let mut client = Client::playing("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for go in ["go mate movetime 60000", "go mate 60000 btime 90000", "go mate byoyomi 60000"] {
        client.say(go);
        assert_eq!(client.line("checkmate"), "checkmate 1i9i 9a8a 7c7b", "{go}");
    }
    // There is none, and to find that out takes longer than anyone waits.
    client.ask(&format!("position sfen {ENDLESS}"));
    for go in
        ["go mate infinite byoyomi 50", "go mate 600000 btime 60 wtime 1", "go mate movetime 50"]
    {
        client.say(go);
        assert_eq!(client.line("checkmate"), "checkmate timeout", "{go}");
    }
    client.quit();
}

#[test]
fn what_is_found_while_pondering_is_told_when_it_may_be() {
    let mut client = Client::playing("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    for (go, then) in [
        ("go ponder mate 60000", "ponderhit"),
        ("go ponder mate infinite", "stop"),
        ("go infinite mate 60000", "stop"),
    ] {
        client.say(go);
        client.until("info depth 1 ");
        let meanwhile = client.ask("d");
        assert!(meanwhile.iter().all(|line| !line.contains("checkmate")), "{go}: {meanwhile:?}");
        client.say(then);
        assert_eq!(client.line("checkmate"), "checkmate G*1b", "{go}");
    }
    client.quit();
}

#[test]
fn one_problem_after_the_other_is_solved_anew() {
    let mut client = Client::playing("usi", "shogi");
    let nodes = |client: &mut Client, position: &str| {
        client.ask(&format!("position sfen {position}"));
        client.say("go mate infinite");
        let told = client.until("checkmate");
        value(&told[0], "nodes").map(str::to_owned)
    };
    let first = [MATE_IN_ONE, MATE_IN_THREE].map(|position| nodes(&mut client, position));
    assert!(first.iter().all(Option::is_some) && first[0] != first[1], "{first:?}");
    for between in ["", "setoption name USI_Hash value 1", "usinewgame", "go depth 2"] {
        client.say(between);
        // More questions than a byte counts.
        for _ in 0..100 {
            let again = [MATE_IN_ONE, MATE_IN_THREE].map(|position| nodes(&mut client, position));
            assert_eq!(again, first, "{between}");
        }
    }
    assert_eq!(answers(&client.sync()), 0);
    client.quit();
}
