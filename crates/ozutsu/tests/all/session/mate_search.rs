//! Tests of `go mate`.

use super::{MATE_IN_ONE, most_nodes, value};
use crate::client::{Client, count_bestmoves};

/// Mate in 3 plies; the only solution starts with a rook check.
const MATE_IN_THREE: &str = "k8/9/2GS5/9/9/9/4P4/4K4/8R b - 1";
/// Mate in 11 plies that takes the solver about 10,000 nodes.
const MATE_IN_ELEVEN: &str =
    "8k/S3+S3+b/lp2pp3/3p2s2/pg3P1LP/1PPP1n1P1/PS6N/8R/3K4L b R3G2NL3Pb3p 119";
/// Position in which the solver finds neither a mate nor a refutation in reasonable time.
pub const ENDLESS_CHECKS: &str = "4k4/9/9/9/9/9/9/9/4K4 b RB2Grb2g4s4n4l18p 1";

#[test]
fn mate_searches_are_answered_with_checkmate() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    for go in ["go mate 60000", "go mate infinite", "go mate"] {
        client.send(go);
        assert_eq!(client.wait_for_line("checkmate"), "checkmate G*1b");
    }
    client.ask("position startpos");
    for go in ["go mate infinite", "go mate infinite depth 3"] {
        client.send(go);
        assert_eq!(client.wait_for_line("checkmate"), "checkmate nomate", "no check at all");
    }
    // Depth and nodes limit the search.
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for (go, answer) in [
        ("go mate infinite", "checkmate 1i9i 9a8a 6c7b+"),
        ("go mate infinite depth 1", "checkmate timeout"),
        ("go mate infinite nodes 1", "checkmate timeout"),
    ] {
        client.send(go);
        assert_eq!(client.wait_for_line("checkmate"), answer, "{go}");
    }
    // A search can be stopped.
    client.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1");
    client.send("go mate infinite\nstop");
    let answer = client.wait_for_line("checkmate");
    assert!(["checkmate timeout", "checkmate nomate"].contains(&&*answer), "{answer}");
    assert_eq!(client.sync(), [""; 0]);
    client.quit();

    let mut client = Client::with_game("uci", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    assert!(client.go("go mate 1").starts_with("bestmove G@"));
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    client.send("go mate 2");
    let lines = client.wait_for("bestmove");
    assert!(lines[0].contains("score mate 2 "), "{lines:?}");
    assert_eq!(lines[1], "bestmove i1a1 ponder a9b9");
    // The node limit holds for the mate solver and the full search together.
    client.ask(&format!("position sfen {MATE_IN_ELEVEN}"));
    client.send("go mate 6 nodes 1000");
    let lines = client.wait_for("bestmove");
    assert!(most_nodes(&lines).expect("nodes are printed") <= 1_000, "{lines:?}");
    client.quit();
}

/// Returns the answer to `go mate infinite` with a value of `MateLength`, and the nodes searched.
fn solve_with_length(client: &mut Client, length: &str) -> (String, u64) {
    client.ask(&format!("setoption name MateLength value {length}"));
    client.send("go mate infinite");
    let mut lines = client.wait_for("checkmate");
    let nodes = most_nodes(&lines).expect("nodes are printed");
    (lines.pop().expect("an answer"), nodes)
}

#[test]
fn mate_length_decides_how_far_a_mate_is_shortened() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ELEVEN}"));
    let plies = |answer: &str| answer.split(' ').count() - 1;
    let (first, first_nodes) = solve_with_length(&mut client, "first");
    let (shorter, shorter_nodes) = solve_with_length(&mut client, "shorter");
    let (shortest, shortest_nodes) = solve_with_length(&mut client, "Shortest");
    assert_eq!(plies(&shortest), 11, "{shortest}");
    assert!(plies(&first) > 11 && plies(&shorter) <= plies(&first), "{first} {shorter}");
    // Besides doubling the nodes, a search may take 1,000 more.
    assert!(shorter_nodes >= first_nodes && shorter_nodes <= 2 * first_nodes + 1_000);
    assert!(shortest_nodes > first_nodes);
    // An invalid value is refused and changes nothing.
    client.ask("setoption name MateLength value first");
    for value in ["longest", "", "1"] {
        let lines = client.ask(&format!("setoption name MateLength value {value}"));
        let error = format!(
            "info string invalid value '{value}' for MateLength: expected first, shorter or shortest"
        );
        assert_eq!(lines, [error]);
        client.send("go mate infinite");
        assert_eq!(client.wait_for_line("checkmate"), first, "{value}");
    }
    // In UCI, too, the option holds for the search by checks alone.
    client.send("uci");
    client.wait_for("uciok");
    let mate = |client: &mut Client, length: &str| {
        client.ask(&format!("setoption name MateLength value {length}"));
        client.send("go mate 30");
        let lines = client.wait_for("bestmove");
        let moves = lines.iter().rev().find_map(|line| value(line, "mate")?.parse::<usize>().ok());
        moves.expect("a mate is printed")
    };
    assert_eq!(mate(&mut client, "shortest"), 6);
    assert_eq!(mate(&mut client, "first"), plies(&first).div_ceil(2));
    client.quit();
}

/// Whether such a table can be allocated depends on the system.
#[test]
fn mates_are_found_if_memory_is_short() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask("setoption name USI_Hash value 1048576");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    client.send("go mate infinite");
    assert_eq!(client.wait_for_line("checkmate"), "checkmate G*1b");
    client.quit();
}

#[test]
fn futile_interpositions_count_unless_ignored() {
    // The rook checks on the file; drops on seven squares only delay the mate.
    let position = "position sfen k8/2G6/9/1N7/9/9/9/9/8R b 2b3g4s3n4l18p 1";
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("{position}\nsetoption name MateLength value shortest"));
    let plies = |client: &mut Client| {
        client.send("go mate infinite");
        client.wait_for_line("checkmate").split(' ').count() - 1
    };
    assert_eq!(plies(&mut client), 15);
    client.ask("setoption name IgnoreFutileInterpositions value true");
    assert_eq!(plies(&mut client), 1);
    // The option is for `go mate` only: a game goes on until mate.
    client.send("go nodes 20000");
    let lines = client.wait_for("bestmove");
    assert!(!lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:?}");
    // An invalid value is refused and changes nothing.
    let lines = client.ask("setoption name IgnoreFutileInterpositions value some");
    let error = "invalid value 'some' for IgnoreFutileInterpositions: expected true or false";
    assert_eq!(lines, [format!("info string {error}")]);
    assert_eq!(plies(&mut client), 1);
    client.ask("setoption name IgnoreFutileInterpositions value false");
    assert_eq!(plies(&mut client), 15);
    client.quit();
}

#[test]
fn searchmoves_restrict_the_first_move_of_a_mate() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for (go, answer) in [
        ("go mate infinite searchmoves 1i9i", "checkmate 1i9i 9a8a 6c7b+"),
        ("go mate infinite searchmoves 7c8b 1i9i", "checkmate 1i9i 9a8a 6c7b+"),
        ("go mate infinite searchmoves 7c8b", "checkmate nomate"),
        ("go searchmoves 1i1a mate infinite", "checkmate nomate"),
        ("go mate searchmoves 5g5f", "checkmate nomate"),
        ("go mate infinite searchmoves 1i9i depth 1", "checkmate timeout"),
        ("go mate 60000 searchmoves 1i9i nodes 1", "checkmate timeout"),
    ] {
        client.send(go);
        let lines = client.wait_for("checkmate");
        assert_eq!(lines.last().map(String::as_str), Some(answer), "{go}");
        assert!(!lines.iter().any(|line| line.starts_with("info string")), "{go}: {lines:?}");
    }
    client.send("uci");
    client.wait_for("uciok");
    assert!(client.go("go mate 2 searchmoves i1a1").starts_with("bestmove i1a1"));
    client.quit();
}

#[test]
fn mate_searches_respect_clocks_and_movetime() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_THREE}"));
    for go in ["go mate movetime 60000", "go mate 60000 btime 90000", "go mate byoyomi 60000"] {
        client.send(go);
        assert_eq!(client.wait_for_line("checkmate"), "checkmate 1i9i 9a8a 6c7b+", "{go}");
    }
    client.ask(&format!("position sfen {ENDLESS_CHECKS}"));
    for go in
        ["go mate infinite byoyomi 50", "go mate 600000 btime 60 wtime 1", "go mate movetime 50"]
    {
        client.send(go);
        assert_eq!(client.wait_for_line("checkmate"), "checkmate timeout", "{go}");
    }
    client.quit();
}

#[test]
fn a_mate_found_while_pondering_is_printed_after_stop_or_ponderhit() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("position sfen {MATE_IN_ONE}"));
    for (go, then) in [
        ("go ponder mate 60000", "ponderhit"),
        ("go ponder mate infinite", "stop"),
        ("go infinite mate 60000", "stop"),
    ] {
        client.send(go);
        client.wait_for("info depth 1 ");
        let meanwhile = client.ask("d");
        assert!(meanwhile.iter().all(|line| !line.contains("checkmate")), "{go}: {meanwhile:?}");
        client.send(then);
        assert_eq!(client.wait_for_line("checkmate"), "checkmate G*1b", "{go}");
    }
    client.quit();
}

#[test]
fn repeated_mate_searches_do_the_same_work() {
    let mut client = Client::with_game("usi", "shogi");
    let solve = |client: &mut Client, position: &str| {
        client.ask(&format!("position sfen {position}"));
        client.send("go mate infinite");
        let lines = client.wait_for("checkmate");
        value(&lines[0], "nodes").map(str::to_owned)
    };
    let first = [MATE_IN_ONE, MATE_IN_THREE].map(|position| solve(&mut client, position));
    assert!(first.iter().all(Option::is_some) && first[0] != first[1], "{first:?}");
    for between in ["", "setoption name USI_Hash value 1", "usinewgame", "go depth 2"] {
        client.send(between);
        // Repeated more than 256 times in all, so that an 8-bit counter overflows.
        for _ in 0..100 {
            let again = [MATE_IN_ONE, MATE_IN_THREE].map(|position| solve(&mut client, position));
            assert_eq!(again, first, "{between}");
        }
    }
    assert_eq!(count_bestmoves(&client.sync()), 0);
    client.quit();
}
