//! Tests that no move is made from another position or in another game than the client's.

use crate::client::{Client, count_bestmoves};

const SHOGI_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Sends a `position` command that must be refused on one line. Returns the line.
#[track_caller]
fn refuse(client: &mut Client, position: &str) -> String {
    let lines = client.ask(position);
    assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{position}: {lines:?}");
    lines[0].clone()
}

#[test]
fn a_refused_position_stays_refused_for_clients() {
    for (protocol, no_move) in [("usi", "bestmove resign"), ("uci", "bestmove (none)")] {
        let mut client = Client::with_game(protocol, "cannonshogi");
        for position in [
            &format!("position sfen {SHOGI_START}"),
            "position sfen 9/9 b - 1",
            "position startpos moves 7g7e",
            "position startpos moves 7g7",
            "position nowhere",
            "\u{feff}position nowhere",
            "position",
        ] {
            let line = refuse(&mut client, position);
            assert!(line.contains("; the position is refused; the game is cannonshogi"), "{line}");
            for go in ["go", "go depth 2", "go btime 1000 wtime 1000", "go movetime 10"] {
                client.send(go);
                let lines = client.wait_for("bestmove");
                assert!(lines[0].starts_with("info string the last position was refused: "));
                assert_eq!(lines[1..], [no_move], "{position}: {go}");
            }
            for command in ["moves", "eval", "2h1h", "undo"] {
                let lines = client.ask(command);
                assert!(lines.len() == 1 && lines[0].contains("was refused"), "{lines:?}");
            }
        }
        // An infinite search has no answer before `stop`.
        client.send("go infinite");
        assert_eq!(count_bestmoves(&client.sync()), 0);
        client.send("stop");
        assert_eq!(client.wait_for_line("bestmove"), no_move);
        client.send("go ponder btime 100 wtime 100");
        assert_eq!(count_bestmoves(&client.sync()), 0);
        client.send("ponderhit");
        assert_eq!(client.wait_for_line("bestmove"), no_move);
        // The next position is searched, and so is the start of a newly selected game.
        client.ask("position startpos");
        assert_ne!(client.go("go depth 1"), no_move);
        refuse(&mut client, "position sfen 9/9 b - 1");
        client.ask("setoption name UCI_Variant value shogi");
        assert_ne!(client.go("go depth 1"), no_move);
        client.quit();
    }
}

#[test]
fn mates_and_counts_are_not_those_of_another_position() {
    let mut client = Client::with_game("usi", "shogi");
    refuse(&mut client, "position sfen 9/9 b - 1");
    client.send("go mate 1000");
    assert_eq!(client.wait_for_line("checkmate"), "checkmate timeout");
    client.send("go perft 2");
    assert_eq!(client.wait_for_line("Nodes"), "Nodes searched: 0");
    client.quit();
}

#[test]
fn the_last_good_position_stays_for_a_person() {
    let mut client = Client::new();
    client.ask("position startpos moves 2h1h");
    let line = refuse(&mut client, &format!("position sfen {SHOGI_START}"));
    assert!(line.contains("; the position is unchanged; the game is cannonshogi, but"), "{line}");
    let drawn = client.ask("d");
    assert!(drawn.contains(&"Last move: 2h1h (R-1h)".to_owned()), "{drawn:?}");
    assert_ne!(client.go("go infinite\nstop"), "bestmove resign");
    client.quit();
}

#[test]
fn refusals_name_the_game_that_a_position_looks_like() {
    let mut client = Client::with_game("usi", "cannonshogi");
    let shogi = "the game is cannonshogi, but this looks like shogi; \
        setoption name UCI_Variant value shogi";
    for position in [
        format!("position sfen {SHOGI_START}"),
        format!("position sfen {SHOGI_START} moves 7g7f 3c3d"),
        "position fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1".into(),
        "position startpos moves 7g7f 3c3d 2g2f".into(),
    ] {
        let line = refuse(&mut client, &position);
        assert!(line.ends_with(shogi), "{position}: {line}");
    }
    // The hint is followed.
    client.ask("setoption name UCI_Variant value shogi");
    assert_eq!(client.ask(&format!("position sfen {SHOGI_START}")), [""; 0]);
    // Several games have these pieces.
    let shosu = "position sfen lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL";
    let line = refuse(&mut client, &format!("{shosu} b - 1"));
    let hint = "the game is shogi, but this fits shosu, shosucourier, cannonshosu; \
        setoption name UCI_Variant value GAME chooses one";
    assert!(line.ends_with(hint), "{line}");
    let line = refuse(&mut client, "position sfen 9/9 b - 1");
    let hint = "the game is shogi; setoption name UCI_Variant value GAME chooses another";
    assert!(line.ends_with(hint), "{line}");
    client.quit();
}

#[test]
fn the_default_game_is_an_argument() {
    let mut client = Client::with_args(&["--variant", "shogi"]);
    client.send("usi");
    let lines = client.wait_for("usiok");
    let variant = lines.iter().find(|line| line.contains("UCI_Variant")).expect("an option");
    assert!(variant.contains("default shogi "), "{variant}");
    assert_eq!(client.ask("position startpos moves 7g7f 3c3d"), [""; 0]);
    let drawn = client.ask("d");
    assert_eq!(drawn[0], "Shogi (shogi)");
    let best = client.go("go depth 2");
    let legal = client.ask("moves");
    let played = best.split(' ').nth(1).expect("a move");
    assert!(legal[0].split(' ').any(|mv| mv == played), "{best}: {legal:?}");
    client.quit();
}
