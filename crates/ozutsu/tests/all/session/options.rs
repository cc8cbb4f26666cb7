//! Tests of the effect of each option.

use super::{most_nodes, value};
use crate::client::{Client, count_bestmoves};
use eval::network::{InputMap, Network, Weights};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

/// Black can declare a win now, or mate the bare king in some moves.
const DECLARABLE: &str = "+B+R+BKGGGG1/S1SSS4/P1PPPPPPP/9/9/9/+R8/9/4k4";

#[test]
fn declarations_count_only_where_they_can_be_made() {
    let mut client = Client::with_game("uci", "shogi");
    client.ask(&format!("position fen {DECLARABLE}[NNNNLLLL] w - - 0 1"));
    client.send("go depth 2");
    let lines = client.wait_for("bestmove");
    assert!(!lines.iter().any(|line| line.contains("score mate 1 ")), "{lines:#?}");
    // The game ends with a mate instead of going on without end.
    let mut moves = String::new();
    while moves.split_whitespace().count() < 60 {
        client.ask(&format!("position fen {DECLARABLE}[NNNNLLLL] w - - 0 1 moves {moves}"));
        let best = client.go("go nodes 20000");
        let Some(mv) = value(&best, "bestmove").filter(|mv| *mv != "(none)") else { break };
        moves += &format!(" {mv}");
    }
    assert!(client.ask("d").contains(&"State: mate".to_owned()), "{moves}");
    client.quit();
}

#[test]
fn minimum_time_and_network_delay_change_the_time_used() {
    use std::time::{Duration, Instant};
    let mut client = Client::with_game("usi", "shogi");
    client.ask("setoption name MinimumThinkingTime value 150");
    // With one legal move the search would otherwise answer at once.
    client.ask("position sfen 8k/9/9/9/9/9/7r1/9/K8 b - 1");
    let start = Instant::now();
    client.go("go btime 10000 wtime 10000");
    assert!(start.elapsed() >= Duration::from_millis(150));
    // A delay as long as the clock leaves no time.
    client.ask("setoption name MinimumThinkingTime value 0");
    client.ask("setoption name Move Overhead value 10000\nposition startpos");
    for go in ["go btime 10000 wtime 10000", "go byoyomi 10000"] {
        client.send(go);
        let lines = client.wait_for("bestmove");
        let nodes = lines.iter().filter_map(|line| value(line, "nodes")?.parse::<u64>().ok());
        // A search of ten seconds would have many more nodes.
        assert!(nodes.max().is_some_and(|nodes| nodes < 100_000), "{lines:?}");
    }
    client.quit();
}

#[test]
fn clear_hash_and_usinewgame_forget_earlier_searches() {
    let mut client = Client::with_game("usi", "cannonshosu");
    let nodes = |client: &mut Client| {
        client.send("go depth 6");
        let lines = client.wait_for("bestmove");
        let last = lines.iter().filter_map(|line| value(line, "nodes")).next_back();
        last.expect("nodes are printed").parse::<u64>().expect("a number")
    };
    let first = nodes(&mut client);
    assert_ne!(nodes(&mut client), first, "the second search uses the hash table");
    for command in ["setoption name ClearHash", "setoption name Clear Hash", "usinewgame"] {
        client.send(command);
        assert_eq!(nodes(&mut client), first, "{command}");
    }
    client.quit();
}

#[test]
fn low_skill_levels_search_few_nodes() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask("setoption name SkillLevel value 0");
    for _ in 0..3 {
        client.send("go btime 600000 wtime 600000");
        let lines = client.wait_for("bestmove");
        assert!(most_nodes(&lines).expect("nodes are printed") <= 1_000, "{lines:?}");
    }
    // An Elo rating has the same effect and overrides the level.
    let searched = |client: &mut Client| {
        // Without the hash table of earlier searches.
        client.send("usinewgame\ngo nodes 20000");
        let lines = client.wait_for("bestmove");
        most_nodes(&lines).expect("nodes are printed")
    };
    client.ask("setoption name SkillLevel value 20\nsetoption name USI_Elo value 600");
    assert!(searched(&mut client) > 1_000, "USI_Elo needs USI_LimitStrength");
    client.ask("setoption name UCI_LimitStrength value true");
    assert!(searched(&mut client) <= 1_000);
    client.ask("setoption name UCI_Elo value 3000\nsetoption name SkillLevel value 0");
    assert!(searched(&mut client) > 1_000, "the highest rating is full strength");
    client.ask("setoption name USI_LimitStrength value false");
    // An infinite search continues until it is stopped.
    client.send("go infinite");
    // Long enough for the few nodes of a low level.
    thread::sleep(Duration::from_millis(100));
    assert_eq!(count_bestmoves(&client.sync()), 0);
    client.send("stop");
    client.wait_for_line("bestmove");
    client.quit();
}

#[test]
fn debug_log_records_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session.log");
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("setoption name DebugLog value {}", path.display()));
    client.go("go depth 1");
    client.ask("setoption name DebugLog value <empty>");
    client.go("go depth 2");
    client.quit();
    let log = fs::read_to_string(&path).expect("the log exists");
    let lines: Vec<_> = log.lines().collect();
    assert!(lines.contains(&"> go depth 1") && !lines.contains(&"> go depth 2"), "{log}");
    assert!(lines.iter().any(|line| line.starts_with("< bestmove ")), "{log}");
}

#[test]
fn eval_file_loads_a_network_for_its_game() {
    let shogi = games::by_name("shogi").unwrap();
    // A network that adds a constant to the linear evaluation: 320 units, 120 centipawns, for the side
    // to move.
    let network = Network::zeroed(InputMap::new(shogi), 32, 0);
    let weights = Weights { output_bias: 255 * 64 / 5, ..network.weights() };
    let bytes = network.with_weights(weights).unwrap().to_bytes();
    let folder = tempfile::tempdir().unwrap();
    let [valid, truncated] = ["valid.nn", "truncated.nn"].map(|name| folder.path().join(name));
    fs::write(&valid, &bytes).unwrap();
    fs::write(&truncated, &bytes[..bytes.len() - 1]).unwrap();

    let mut client = Client::with_game("usi", "shogi");
    let evaluation = |client: &mut Client| -> f64 {
        // At the start, the network's and the linear evaluation can be equal when rounded.
        client.send("position startpos moves 7g7f 3c3d 8h2b+ 3a2b");
        let line = client.ask("eval").concat();
        line.split(' ').nth(1).and_then(|pawns| pawns.parse().ok()).expect("a number of pawns")
    };
    let built_in = evaluation(&mut client);
    client.ask("setoption name UseNNUE value false");
    let linear = evaluation(&mut client);
    assert_ne!(linear, built_in);
    client.ask("setoption name Use NNUE value true");
    assert_eq!(evaluation(&mut client), built_in);
    let set = |path: &Path| format!("setoption name EvalFile value {}", path.display());
    assert_eq!(client.ask(&set(&valid)), [""; 0]);
    let with_network = evaluation(&mut client);
    assert!((with_network - linear - 1.2).abs() < 0.02, "{linear} {with_network}");
    client.go("go depth 4");

    // An invalid file is refused, and the old network stays in use.
    let error_of = |file: &Path| fs::File::open(file).unwrap_err().to_string();
    let missing = Path::new("/no/such/file");
    for (file, error) in [
        (
            truncated.as_path(),
            format!("the file has {} bytes; expected {}", bytes.len() - 1, bytes.len()),
        ),
        (missing, error_of(missing)),
        (Path::new("/"), "not a regular file".into()),
    ] {
        let [line] = &client.ask(&set(file))[..] else { panic!("one line for {}", file.display()) };
        let prefix = format!("info string cannot load EvalFile '{}': ", file.display());
        assert!(line.starts_with(&prefix) && line.contains(&error), "{line}");
        assert_eq!(evaluation(&mut client), with_network);
    }

    // The network is not used in another game, but again after a return to its game.
    let line = client.ask("setoption name UCI_Variant value shosu").concat();
    let reason = "the network is for a game with another board or other pieces";
    assert!(
        line.contains(&format!("' for shosu: {reason}; using the built-in evaluation")),
        "{line}"
    );
    assert!(client.go("go depth 4").starts_with("bestmove "));
    let line = client.ask(&set(&valid)).concat();
    assert!(line.contains("the network is for a game with another board"), "{line}");
    client.ask("setoption name UCI_Variant value shogi");
    assert_eq!(evaluation(&mut client), with_network);
    assert_eq!(client.ask("setoption name EvalFile value <empty>"), [""; 0]);
    assert_eq!(evaluation(&mut client), built_in);
    client.quit();

    // Many clients set options before the game.
    let mut client = Client::with_game("usi", "cannonshogi");
    client.ask(&set(&valid));
    client.ask("setoption name UCI_Variant value shogi");
    assert_eq!(evaluation(&mut client), with_network);

    // A file that is gone when it is needed again is not said to be for another game.
    drop(folder);
    let line = client.ask("setoption name UCI_Variant value shosu").concat();
    assert!(line.contains(&format!("' for shosu: {}", error_of(&valid))), "{line}");
    client.quit();
}
