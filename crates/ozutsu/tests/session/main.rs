//! Sessions with the built program.

mod client;
mod fuzz;

use client::{Client, answers};

const GAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];
/// Black mates with a gold in hand.
const MATE_IN_ONE: &str = "8k/9/8P/9/9/9/9/9/K8 b G 1";
const MATED: &str = "k8/1G7/K8/9/9/9/9/9/9 w - 1";

/// The value that follows a word of a line.
fn value<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != key).nth(1)
}

#[test]
fn it_introduces_itself_in_both_protocols() {
    let mut client = Client::new();
    client.say("usi");
    let usi = client.until("usiok");
    assert!(usi[0].starts_with("id name Ozutsu ") && usi[1].starts_with("id author "), "{usi:?}");
    let options = |lines: &[String]| {
        let names = lines.iter().filter_map(|line| line.strip_prefix("option name "));
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let listed = options(&usi);
    assert!(listed.iter().any(|line| line == "USI_Hash type spin default 16 min 1 max 1048576"));
    assert!(listed.iter().any(|line| line == "DebugLog type string default <empty>"), "{listed:?}");
    let variants: Vec<_> = listed.iter().filter(|line| line.contains("Variant")).collect();
    assert_eq!(variants.len(), 1, "declared once: {variants:?}");
    for line in &usi {
        assert!(line.is_ascii() && !line.contains("  ") && line.trim() == line, "{line:?}");
    }
    for line in &listed {
        assert!(line.split(' ').nth(1) == Some("type"), "no spaces in names: {line}");
    }
    client.say("uci");
    let uci = options(&client.until("uciok"));
    assert_eq!(uci.len(), listed.len());
    assert!(uci.iter().any(|line| line == "Clear Hash type button"), "{uci:?}");
    assert!(uci.iter().any(|line| line.starts_with("Hash type spin")), "{uci:?}");
    client.quit();
}

#[test]
fn introducing_itself_again_changes_nothing() {
    let mut client = Client::playing("usi", "shosu");
    client.ask("position startpos moves 10h10g");
    client.say("usi");
    client.until("usiok");
    let drawn = client.ask("d");
    assert!(drawn.iter().any(|line| line == "Last move: 10h10g (P-10g)"), "{drawn:?}");
    client.quit();
}

#[test]
fn some_clients_never_say_a_protocol() {
    let mut client = Client::new();
    assert_eq!(client.sync(), [""; 0]);
    let best = client.go("go depth 2");
    assert!(best.starts_with("bestmove ") && !best.contains("(none)"), "{best}");
    client.quit();
}

#[test]
fn every_game_can_be_chosen_and_switched_to() {
    for (protocol, notation) in [("usi", "usi"), ("uci", "uci")] {
        let mut client = Client::playing(protocol, "shogi");
        for game in GAMES {
            let told = client.ask(&format!("setoption name USI_Variant value {game}"));
            let size = if game.contains("shosu") { "10" } else { "9" };
            let start = format!("info string variant {game} files {size} ranks {size} pocket ");
            assert!(told.len() == 1 && told[0].starts_with(&start), "{told:?}");
            assert!(told[0].contains(" template shogi startpos "), "{told:?}");
            let side = if notation == "usi" { " b - 1" } else { "[] w - - 0 1" };
            assert!(told[0].ends_with(side), "{told:?}");
            // What it said is a position it takes.
            let (_, startpos) = told[0].split_once("startpos ").expect("a start");
            let word = if notation == "usi" { "sfen" } else { "fen" };
            assert_eq!(client.ask(&format!("position {word} {startpos}")), [""; 0]);
            let best = client.go("go depth 2");
            let legal = client.ask("moves");
            let played = best.split(' ').nth(1).expect("a move");
            assert!(legal[0].split(' ').any(|mv| mv == played), "{best}: {legal:?}");
        }
        client.quit();
    }
}

#[test]
fn files_of_two_digits_are_read_in_every_spelling() {
    let mut client = Client::playing("usi", "shosu");
    for moves in ["10h10g 10c10d", ":h:g :c:d", "10h10g 010c010d", "10h10g= 10c10d"] {
        let drawn = client.ask(&format!("position startpos moves {moves}\nd"));
        assert!(drawn.iter().any(|line| line.starts_with("Last move: 10c10d")), "{drawn:?}");
    }
    client.ask("uci\nposition startpos moves a3a4 a8a7");
    let drawn = client.ask("d");
    assert!(drawn.iter().any(|line| line.starts_with("Last move: a8a7")), "{drawn:?}");
    client.quit();
}

#[test]
fn positions_come_in_many_ways() {
    let mut client = Client::playing("usi", "shogi");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for position in [
        "position startpos".to_owned(),
        "position startpos moves".into(),
        "position sfen startpos".into(),
        format!("position sfen {start} b - 1"),
        format!("position sfen {start} b -"),
        format!("  position\tsfen  {start} b - 1 moves \r"),
        format!("position sfen {start}[] w - - 0 1"),
        format!("position fen {start}[-] w 0 1"),
    ] {
        let drawn = client.ask(&format!("position sfen {MATED}\n{position}\nd"));
        let sfen = format!("SFEN: {start} b - 1");
        assert!(drawn.contains(&sfen), "{position}: {drawn:?}");
    }
    // A client of many games writes counts behind the pieces in hand.
    let drawn = client.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b P2r2 1\nd");
    assert!(drawn.contains(&"SFEN: 4k4/9/9/9/9/9/9/9/4K4 b 2P2r 1".to_owned()), "{drawn:?}");
    client.quit();
}

#[test]
fn what_makes_no_sense_is_told_in_one_line_and_changes_nothing() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("position startpos moves 7g7f");
    let long = "x".repeat(100_000);
    for (line, reason) in [
        ("position", "expected `startpos`"),
        ("position nowhere", "expected `startpos`"),
        ("position sfen", "expected a position"),
        ("position sfen 9/9 b - 1", "rank"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1", "the side to move is one of two letters"),
        ("position sfen 4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "white, not to move, is in check"),
        ("position startpos moves 7g7f 3c34", "expected a move, found \"3c34\""),
        ("position startpos moves 7g7f 7f7e", "move 2, '7f7e': the piece belongs to the opponent"),
        ("position startpos moves 7g7e", "move 1, '7g7e': the piece does not move there"),
        ("position startpos moves P*5e", "move 1, 'P*5e': no such piece is in hand"),
        ("position startpos moves 10a10b", "move 1, '10a10b': a square of the board expected"),
        ("position startpos moves 7g7f resign", "expected a move"),
        ("setoption", "expected `name`"),
        ("setoption name", "expected an option's name"),
        ("setoption name Nonsense value 3", "there is no option 'Nonsense'"),
        ("setoption name USI_Hash value lots", "a number from 1 to 1048576 expected"),
        ("setoption name USI_Hash value 99999999", "a number from 1 to 1048576 expected"),
        ("setoption name USI_Ponder value perhaps", "true or false expected"),
        ("setoption name UCI_Variant value chess", "one of cannonshogi, "),
        ("setoption name EnteringKingRule value Try", "Game or Off expected"),
        ("setoption name DebugLog value /no/such/directory/log", "DebugLog cannot be"),
        ("bench deep", "'deep' is no depth"),
        ("xyzzy now", "unknown command 'xyzzy'"),
        ("大筒", "unknown command '大筒'"),
        (&long, "unknown command"),
    ] {
        let told = client.ask(line);
        assert!(told.len() == 1, "{line}: {told:?}");
        assert!(told[0].starts_with("info string ") && told[0].contains(reason), "{told:?}");
        let drawn = client.ask("d");
        assert!(drawn.contains(&"Last move: 7g7f (P-7f)".to_owned()), "{line}: {drawn:?}");
    }
    for silent in ["", "   ", "\r", "\t\r", "stop", "ponderhit", "gameover", "debug on"] {
        assert_eq!(client.ask(silent), [""; 0], "{silent:?}");
    }
    client.send(b"\xff\xfe nonsense\r\n");
    assert_eq!(client.sync().len(), 1);
    client.quit();
}

#[test]
fn an_illegal_move_is_refused_in_the_words_of_the_protocol() {
    let mut client = Client::playing("uci", "cannonshogi");
    let screen = "4k4/9/9/9/4u4/9/9/9/3GK4[] w - - 0 1";
    let told = client.ask(&format!("position fen {screen} moves d1e2"));
    let why =
        "info string move 1, 'd1e2': the piece would be the screen for a check of its own king";
    assert!(told.len() == 1 && told[0].starts_with(why), "{told:?}");
    client.quit();
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
        // Whatever is still to come comes before the next answer, whose move tells it apart.
        client.say("position startpos");
        client.say("go depth 1 searchmoves 7g7f");
        let mut heard = Vec::new();
        loop {
            let line = client.next();
            let is_last = line.starts_with("bestmove 7g7f");
            heard.push(line);
            if is_last {
                break;
            }
        }
        let solved = heard.iter().filter(|line| line.starts_with("checkmate")).count();
        assert_eq!(answers(&heard) + solved, 2, "{events}: {heard:#?}");
    }
    client.quit();
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
            client.say("isready\nd");
            let before = client.until("Key: ");
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
fn mates_are_counted_as_each_protocol_does() {
    for (protocol, mated, nothing) in
        [("usi", "score mate -0", "bestmove resign"), ("uci", "score mate -0", "bestmove (none)")]
    {
        let mut client = Client::playing(protocol, "shogi");
        client.ask(&format!("position sfen {MATED}"));
        client.say("go depth 3");
        let told = client.until("bestmove");
        assert!(told[0].contains(mated) && told[1] == nothing, "{told:?}");
        client.ask(&format!("position sfen {MATE_IN_ONE}"));
        client.say("go depth 3");
        let told = client.until("bestmove");
        assert!(told.iter().any(|line| line.contains("score mate 1 ")), "{told:?}");
        client.quit();
    }
    // Three plies, two moves.
    let three = "7k1/9/9/6+P2/9/9/9/9/K8 b 2G 1";
    for (protocol, count) in [("usi", "score mate 3 "), ("uci", "score mate 2 ")] {
        let mut client = Client::playing(protocol, "shogi");
        client.ask(&format!("position sfen {three}"));
        client.say("go depth 6");
        let told = client.until("bestmove");
        assert!(told.iter().any(|line| line.contains(count)), "{told:#?}");
        client.quit();
    }
}

#[test]
fn what_the_rules_decide_is_told_as_mate() {
    // Black can only make the position come back by checking, for the fourth time.
    let perpetual = "position sfen 4k4/9/9/9/9/R8/9/9/8K b - 1 moves \
        9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a";
    let mut client = Client::playing("usi", "shogi");
    client.ask(perpetual);
    client.say("go depth 3 searchmoves 9b9a");
    let told = client.until("bestmove");
    assert!(told.iter().any(|line| line.contains("score mate -1 ")), "{told:#?}");
    client.quit();
}

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
    client.quit();
}

#[test]
fn the_lines_of_a_search_have_their_order() {
    const KEYS: [&str; 9] =
        ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time", "pv"];
    for protocol in ["usi", "uci"] {
        let mut client = Client::playing(protocol, "taihoshogi");
        client.say("setoption name MultiPV value 3\ngo depth 5");
        let told = client.until("bestmove");
        let (best, infos) = told.split_last().expect("an answer");
        for line in infos {
            let places: Vec<_> =
                KEYS.iter().map(|key| line.split(' ').position(|word| word == *key)).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{line}");
        }
        let last: Vec<_> = infos.iter().filter_map(|line| value(line, "multipv")).collect();
        assert!(last.ends_with(&["1", "2", "3"]), "{last:?}");
        let line = infos.iter().rfind(|line| value(line, "multipv") == Some("1")).expect("a line");
        let pv: Vec<_> = line.split(' ').skip_while(|word| *word != "pv").skip(1).collect();
        assert_eq!(value(best, "bestmove"), Some(pv[0]), "{line} {best}");
        assert_eq!(value(best, "ponder"), Some(pv[1]), "{line} {best}");
        // The line is legal.
        assert_eq!(client.ask(&format!("position startpos moves {}", pv.join(" "))), [""; 0]);
        client.quit();
    }
}

#[test]
fn a_strict_client_understands_every_line() {
    use usi::{EngineCommand, InfoParams};
    let mut client = Client::playing("usi", "shogi");
    client.say("usi\nsetoption name MultiPV value 2");
    client.until("usiok");
    client.go("go depth 6");
    client.ask(&format!("position sfen {MATED}"));
    client.go("go depth 1");
    client.ask(&format!("position sfen {MATE_IN_ONE}\nnonsense"));
    client.go("go depth 2");
    client.say("go mate 1000");
    client.line("checkmate");
    let mut scores = 0;
    for line in &client.heard {
        match EngineCommand::parse(line) {
            Ok(EngineCommand::Unknown) | Err(_) => panic!("{line}"),
            Ok(EngineCommand::Info(params)) => {
                scores += params.iter().filter(|p| matches!(p, InfoParams::Score(..))).count();
            }
            Ok(_) => {}
        }
        assert!(vampirc_usi::parse_strict::<vampirc_usi::EngineMessage>(line).is_ok(), "{line}");
    }
    assert!(scores > 6, "{:#?}", client.heard);
    client.quit();
}

#[test]
fn counts_are_told_move_by_move() {
    let mut client = Client::playing("usi", "shogi");
    client.say("go perft 3");
    let told = client.until("Nodes searched");
    assert_eq!(told[told.len() - 2..], ["", "Nodes searched: 25470"]);
    assert!(told.contains(&"7g7f: 900".to_owned()) || told.len() == 32, "{told:?}");
    client.say("go perft 0");
    assert_eq!(client.line("Nodes"), "Nodes searched: 1");
    // A count without end is stopped, without a move.
    client.say("go perft 90\nstop");
    let told = client.line("info string");
    assert_eq!(told, "info string stopped before the count was done");
    client.ask("uci");
    client.say("go perft 1");
    assert!(client.until("Nodes").contains(&"c3c4: 1".to_owned()));
    client.quit();
}

#[test]
fn people_are_answered_too() {
    let mut client = Client::playing("uci", "shosu");
    let drawn = client.ask("d");
    assert!(drawn.iter().any(|line| line.contains(" a   b   c ")), "{drawn:?}");
    for label in ["State: ongoing", "Checkers: none", "Checks in a row: black 0", "FEN: ", "Key: "]
    {
        assert!(drawn.iter().any(|line| line.starts_with(label)), "{label}: {drawn:?}");
    }
    assert!(client.ask("eval")[0].starts_with("Evaluation: "));
    assert_eq!(client.ask("moves")[0].split(' ').count(), 35);
    assert!(client.ask("help").len() > 10);
    client.say("bench 1");
    let last = client.line("").clone();
    assert!(!last.is_empty());
    let total = client.until("").pop().expect("a line");
    assert!(!total.is_empty());
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
fn it_leaves_when_nobody_listens() {
    let mut client = Client::playing("usi", "shogi");
    client.say("setoption name MultiPV value 5\ngo infinite");
    client.close_ears();
    let status = client.exit();
    assert!(status.success(), "{status}");
}

#[test]
fn lines_may_end_as_on_any_system() {
    let mut client = Client::new();
    client.send(b"\xef\xbb\xbfusi\r\nsetoption name UCI_Variant value shogi\r\n");
    client.send(b"position startpos moves 7g7f\r\nmoves\r\ngo depth 1\r\n");
    client.until("usiok");
    client.line("info string variant");
    assert_eq!(client.next().split(' ').count(), 30);
    assert!(!client.line("bestmove").contains('\r'));
    client.quit();
}

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
fn a_lost_game_is_given_up_if_that_is_wished() {
    let lost = "position sfen 4k4/4r4/9/9/9/9/9/9/4K4 b r2b4g 1";
    let mut client = Client::playing("usi", "shogi");
    client.ask(lost);
    assert_ne!(client.go("go depth 2"), "bestmove resign");
    client.ask("setoption name ResignValue value 1000");
    assert_eq!(client.go("go depth 2"), "bestmove resign");
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
    assert_eq!(client.go("go depth 2"), "bestmove win");
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
    client.go("go movetime 10000");
    client.go("go btime 10000 wtime 10000");
    client.quit();
}

#[test]
fn low_levels_search_little() {
    let mut client = Client::playing("usi", "shogi");
    client.ask("setoption name SkillLevel value 0");
    for _ in 0..3 {
        client.say("go btime 600000 wtime 600000");
        let told = client.until("bestmove");
        let nodes = told.iter().filter_map(|line| value(line, "nodes")?.parse::<u64>().ok());
        assert!(nodes.max().expect("nodes are told") <= 1_000, "{told:?}");
    }
    // So it is with a rating, which goes before the level.
    let most_nodes = |client: &mut Client| {
        client.say("go nodes 20000");
        let told = client.until("bestmove");
        let nodes = told.iter().filter_map(|line| value(line, "nodes")?.parse::<u64>().ok());
        nodes.max().expect("nodes are told")
    };
    client.ask("setoption name SkillLevel value 20\nsetoption name USI_Elo value 600");
    assert!(most_nodes(&mut client) > 2_000, "a rating alone says nothing");
    client.ask("setoption name UCI_LimitStrength value true");
    assert!(most_nodes(&mut client) <= 1_000);
    client.ask("setoption name UCI_Elo value 3000\nsetoption name SkillLevel value 0");
    assert!(most_nodes(&mut client) > 2_000, "the highest is full strength");
    client.ask("setoption name USI_LimitStrength value false");
    // And that not in an analysis, which goes on until it is stopped.
    client.say("go infinite\nisready");
    assert_eq!(answers(&client.until("readyok")), 0);
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
