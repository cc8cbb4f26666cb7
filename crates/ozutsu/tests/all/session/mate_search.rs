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
    // An invalid value changes nothing.
    client.ask("setoption name MateLength value first");
    assert_eq!(solve_with_length(&mut client, "longest").0, first);
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
    // The node limit holds for the mate solver and the full search together.
    client.send("go mate 6 nodes 1000");
    let lines = client.wait_for("bestmove");
    assert!(most_nodes(&lines).expect("nodes are printed") <= 1_000, "{lines:?}");
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
