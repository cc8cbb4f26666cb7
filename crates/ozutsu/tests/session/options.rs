//! Each option does what it says.

use crate::client::{Client, answers};
use crate::{most_nodes, value};
use std::thread;
use std::time::Duration;

#[test]
fn the_game_before_a_draw_by_length_is_even() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name MaxMovesToDraw value 2\nsetoption name DrawValue value -70");
    client.ask("position startpos moves 7g7f");
    client.say("go depth 3");
    let told = client.until("bestmove");
    assert!(told.iter().any(|line| line.contains("score cp -70 ")), "{told:?}");
    client.ask("setoption name MaxMovesToDraw value 0");
    client.say("go depth 3");
    let told = client.until("bestmove");
    assert!(!told.iter().any(|line| line.contains("score cp -70 ")), "{told:?}");
    client.quit();
}

#[test]
fn the_last_move_before_a_draw_by_length_may_mate() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name MaxMovesToDraw value 50");
    client.ask("position sfen 8k/9/8P/9/9/9/9/9/K8 b G 50");
    client.say("go depth 3");
    let told = client.until("bestmove");
    assert!(told.iter().any(|line| line.contains("score mate 1 ")), "{told:?}");
    assert_eq!(told.last().map(String::as_str), Some("bestmove G*1b"));
    client.quit();
}

#[test]
fn a_lost_game_is_given_up_if_that_is_wished() {
    let lost = "position sfen 4k4/4r4/9/9/9/9/9/9/4K4 b r2b4g 1";
    let mut client = Client::playing("usi", "shogi");
    client.ask(lost);
    assert_ne!(client.go("go depth 2"), "bestmove resign");
    client.ask("setoption name ResignValue value 1000");
    assert_eq!(client.go("go depth 2"), "bestmove resign");
    // A search too short to see anything gives up nothing that is not lost.
    client.ask("position startpos");
    assert_ne!(client.go("go nodes 1"), "bestmove resign");
    client.ask(lost);
    // An analysis is not given up, and UCI knows no such thing.
    client.say("go infinite\nstop");
    assert_ne!(client.line("bestmove"), "bestmove resign");
    client.say("uci");
    client.until("uciok");
    assert_ne!(client.go("go depth 2"), "bestmove (none)");
    client.quit();
}

#[test]
fn a_win_is_declared_if_the_rules_are_to_hold() {
    let entered = "position sfen K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1";
    let mut client = Client::playing("usi", "shogi");
    client.ask(entered);
    client.say("go depth 2");
    let told = client.until("bestmove");
    assert_eq!(told.last().map(String::as_str), Some("bestmove win"));
    let last = &told[told.len() - 2];
    assert!(last.contains(" score ") && !last.contains("score mate -"), "{told:?}");
    client.say("go infinite\nstop");
    assert_ne!(client.line("bestmove"), "bestmove win");
    client.ask("setoption name EnteringKingRule value Off");
    assert_ne!(client.go("go depth 2"), "bestmove win");
    client.ask("setoption name EnteringKingRule value Game");
    client.say("uci");
    client.until("uciok");
    let best = client.go("go depth 2");
    assert!(best != "bestmove win" && best != "bestmove (none)", "{best}");
    client.quit();
}

#[test]
fn a_move_thinks_at_least_so_long_and_less_with_more_delay() {
    use std::time::{Duration, Instant};
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name MinimumThinkingTime value 150");
    // Only one move, so that nothing but the option makes it wait.
    client.ask("position sfen 8k/9/9/9/9/9/7r1/9/K8 b - 1");
    let start = Instant::now();
    client.go("go btime 10000 wtime 10000");
    assert!(start.elapsed() >= Duration::from_millis(150));
    // A delay as long as the clock leaves no time at all.
    client.ask("setoption name MinimumThinkingTime value 0");
    client.ask("setoption name Move Overhead value 10000\nposition startpos");
    for go in ["go movetime 10000", "go btime 10000 wtime 10000", "go byoyomi 10000"] {
        client.say(go);
        let told = client.until("bestmove");
        let nodes = told.iter().filter_map(|line| value(line, "nodes")?.parse::<u64>().ok());
        // In ten seconds there would be many more.
        assert!(nodes.max().is_some_and(|nodes| nodes < 100_000), "{told:?}");
    }
    client.quit();
}

#[test]
fn what_was_learnt_is_forgotten_when_that_is_wished() {
    let mut client = Client::playing("usi", "cannonshosu");
    let nodes = |client: &mut Client| {
        client.say("go depth 6");
        let told = client.until("bestmove");
        let last = told.iter().filter_map(|line| value(line, "nodes")).next_back();
        last.expect("nodes are told").parse::<u64>().expect("a number")
    };
    let first = nodes(&mut client);
    assert_ne!(nodes(&mut client), first, "what was learnt is used");
    for forget in ["setoption name ClearHash", "setoption name Clear Hash", "usinewgame"] {
        client.say(forget);
        assert_eq!(nodes(&mut client), first, "{forget}");
    }
    client.quit();
}

#[test]
fn low_levels_search_little() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name SkillLevel value 0");
    for _ in 0..3 {
        client.say("go btime 600000 wtime 600000");
        let told = client.until("bestmove");
        assert!(most_nodes(&told).expect("nodes are told") <= 1_000, "{told:?}");
    }
    // So it is with a rating, which goes before the level.
    let searched = |client: &mut Client| {
        // Nothing that was learnt before makes it short.
        client.say("usinewgame\ngo nodes 20000");
        let told = client.until("bestmove");
        most_nodes(&told).expect("nodes are told")
    };
    client.ask("setoption name SkillLevel value 20\nsetoption name USI_Elo value 600");
    assert!(searched(&mut client) > 1_000, "a rating alone says nothing");
    client.ask("setoption name UCI_LimitStrength value true");
    assert!(searched(&mut client) <= 1_000);
    client.ask("setoption name UCI_Elo value 3000\nsetoption name SkillLevel value 0");
    assert!(searched(&mut client) > 1_000, "the highest is full strength");
    client.ask("setoption name USI_LimitStrength value false");
    // And that not in an analysis, which goes on until it is stopped.
    client.say("go infinite");
    // Long enough for the few nodes of a low level.
    thread::sleep(Duration::from_millis(100));
    assert_eq!(answers(&client.sync()), 0);
    client.say("stop");
    client.line("bestmove");
    client.quit();
}

#[test]
fn lines_come_no_more_often_than_is_wished() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name PvInterval value 100000\nsetoption name MultiPV value 2");
    client.say("go depth 6");
    let told = client.until("bestmove");
    let depths: Vec<_> = told.iter().filter_map(|line| value(line, "depth")).collect();
    assert_eq!(depths, ["1", "1", "6", "6"], "the first and the last");
    client.quit();
}

#[test]
fn a_session_can_be_recorded() {
    let path = std::env::temp_dir().join(format!("ozutsu-session-{}.log", std::process::id()));
    let mut client = Client::playing("usi", "shogi");
    client.ask(&format!("setoption name DebugLog value {}", path.display()));
    client.go("go depth 1");
    client.ask("setoption name DebugLog value <empty>");
    client.go("go depth 2");
    client.quit();
    let log = std::fs::read_to_string(&path).expect("there is a log");
    std::fs::remove_file(&path).expect("it is ours");
    let lines: Vec<_> = log.lines().collect();
    assert!(lines.contains(&"> go depth 1") && !lines.contains(&"> go depth 2"), "{log}");
    assert!(lines.iter().any(|line| line.starts_with("< bestmove ")), "{log}");
}

#[test]
fn options_set_during_a_search_hold_after_it() {
    let mut client = Client::playing("usi", "shogi");
    client.say("go infinite\nsetoption name UCI_Variant value shosu\nsetoption name Clear Hash");
    client.say("setoption name Threads value 2\nsetoption name USI_Hash value 4\nstop");
    let best = client.line("bestmove");
    assert!(!best.contains("10"), "still on nine files: {best}");
    let drawn = client.ask("d");
    assert_eq!(drawn[0], "Shosu Shogi (shosu)");
    assert!(client.go("go depth 4").starts_with("bestmove "));
    client.quit();
}

#[test]
fn names_and_values_are_read_as_clients_write_them() {
    let mut client = Client::playing("usi", "shogi");
    // Lines of a search show how many are told.
    let lines = |client: &mut Client| {
        client.say("go depth 1");
        let told = client.until("bestmove");
        told.iter().filter_map(|line| value(line, "multipv")?.parse::<u32>().ok()).max()
    };
    for (set, count) in [
        ("setoption name multipv value 3", 3),
        ("setoption name MULTI PV value 2", 2),
        ("setoption  name\tMultiPV   value  4 ", 4),
        ("setoption name MultiPV value 1\r", 1),
    ] {
        assert_eq!(client.ask(set), [""; 0], "{set}");
        assert_eq!(lines(&mut client), Some(count), "{set}");
    }
    for yes in ["true", "1", "TRUE", "0", "false"] {
        for name in ["USI_Ponder", "Ponder", "usi_limitstrength"] {
            let set = format!("setoption name {name} value {yes}");
            assert_eq!(client.ask(&set), [""; 0], "{set}");
        }
    }
    for nothing in ["setoption name DebugLog value", "setoption name DebugLog value <empty>"] {
        assert_eq!(client.ask(nothing), [""; 0], "{nothing}");
    }
    client.quit();
}

#[test]
fn more_threads_search_more_and_still_answer_once() {
    let mut client = Client::playing("usi", "cannonshosu");
    client.ask("setoption name Threads value 3");
    for _ in 0..3 {
        client.say("go infinite\nisready\nstop");
        client.line("bestmove");
    }
    assert_eq!(answers(&client.sync()), 0);
    client.quit();
}
