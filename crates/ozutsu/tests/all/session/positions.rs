//! Tests of selecting games and setting up positions, with valid and invalid input.

use super::MATED;
use crate::GAMES;
use crate::client::Client;

#[test]
fn every_game_can_be_selected() {
    for protocol in ["usi", "uci"] {
        let mut client = Client::with_game(protocol, "shogi");
        for game in GAMES {
            let lines = client.ask(&format!("setoption name USI_Variant value {game}"));
            let size = if game.contains("shosu") { "10" } else { "9" };
            let start = format!("info string variant {game} files {size} ranks {size} pocket ");
            assert!(lines.len() == 1 && lines[0].starts_with(&start), "{lines:?}");
            assert!(lines[0].contains(" template shogi startpos "), "{lines:?}");
            let side = if protocol == "usi" { " b - 1" } else { "[] w - - 0 1" };
            assert!(lines[0].ends_with(side), "{lines:?}");
            // The printed position is accepted.
            let (_, startpos) = lines[0].split_once("startpos ").expect("a start");
            let format = if protocol == "usi" { "sfen" } else { "fen" };
            assert_eq!(client.ask(&format!("position {format} {startpos}")), [""; 0]);
            let best = client.go("go depth 2");
            let legal = client.ask("moves");
            let played = best.split(' ').nth(1).expect("a move");
            assert!(legal[0].split(' ').any(|mv| mv == played), "{best}: {legal:?}");
        }
        client.quit();
    }
}

#[test]
fn two_digit_files_are_accepted_in_every_spelling() {
    let mut client = Client::with_game("usi", "shosu");
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
fn positions_are_accepted_in_every_form() {
    let mut client = Client::with_game("usi", "shogi");
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
    // Some clients write the number of pieces in hand after the piece.
    let drawn = client.ask("position sfen 4k4/9/9/9/9/9/9/9/4K4 b P2r2 1\nd");
    assert!(drawn.contains(&"SFEN: 4k4/9/9/9/9/9/9/9/4K4 b 2P2r 1".to_owned()), "{drawn:?}");
    client.quit();
}

#[test]
fn invalid_commands_are_reported_on_one_line_and_change_nothing() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask("position startpos moves 7g7f");
    let long = "x".repeat(100_000);
    for (line, reason) in [
        ("position", "expected `startpos`"),
        ("position nowhere", "expected `startpos`"),
        ("position sfen", "expected a position"),
        ("position sfen 9/9 b - 1", "rank"),
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1", "invalid side to move (expected 'b' or 'w')"),
        ("position sfen 4k4/4R4/9/9/9/9/9/9/4K4 b - 1", "white is in check but not to move"),
        ("position startpos moves 7g7f 3c34", "invalid move 2 \"3c34\""),
        ("position startpos moves 7g7f 7f7e", "move 2, '7f7e': the piece belongs to the opponent"),
        ("position startpos moves 7g7e", "move 1, '7g7e': the piece cannot move there"),
        ("position startpos moves P*5e", "move 1, 'P*5e': no such piece in hand"),
        ("position startpos moves 10a10b", "invalid move 1 \"10a10b\": "),
        ("position startpos moves 7g7f resign", "invalid move 2"),
        ("setoption", "expected `name`"),
        ("setoption name", "expected an option name"),
        ("setoption name Nonsense value 3", "unknown option 'Nonsense'"),
        ("setoption name USI_Hash value lots", "expected a number from 1 to 1048576"),
        ("setoption name USI_Hash value 99999999", "expected a number from 1 to 1048576"),
        ("setoption name USI_Ponder value perhaps", "expected true or false"),
        ("setoption name UCI_Variant value chess", "expected one of cannonshogi, "),
        ("setoption name EnteringKingRule value Try", "expected Game or Off"),
        (
            "setoption name DebugLog value /no/such/directory/log",
            "cannot open DebugLog '/no/such/directory/log': ",
        ),
        ("bench deep", "bench: invalid depth 'deep'"),
        ("xyzzy now", "unknown command 'xyzzy'"),
        ("大筒", "unknown command '大筒'"),
        (&long, "unknown command"),
    ] {
        let lines = client.ask(line);
        assert!(lines.len() == 1, "{line}: {lines:?}");
        assert!(lines[0].starts_with("info string ") && lines[0].contains(reason), "{lines:?}");
        let drawn = client.ask("d");
        assert!(drawn.contains(&"Last move: 7g7f (P-7f)".to_owned()), "{line}: {drawn:?}");
    }
    for silent in ["", "   ", "\r", "\t\r", "stop", "ponderhit", "gameover", "debug on"] {
        assert_eq!(client.ask(silent), [""; 0], "{silent:?}");
    }
    client.send_bytes(b"\xff\xfe nonsense\r\n");
    assert_eq!(client.sync().len(), 1);
    client.quit();
}

#[test]
fn illegal_moves_are_reported_in_the_notation_of_the_protocol() {
    let mut client = Client::with_game("uci", "cannonshogi");
    let screen = "4k4/9/9/9/4u4/9/9/9/3GK4[] w - - 0 1";
    let lines = client.ask(&format!("position fen {screen} moves d1e2"));
    let expected =
        "info string move 1, 'd1e2': the piece would become a screen for a check of its own king";
    assert!(lines.len() == 1 && lines[0].starts_with(expected), "{lines:?}");
    client.quit();
}

#[test]
fn every_reason_why_a_move_is_illegal_is_reported() {
    let kings = "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1";
    let shosu = "sfen 4k5/10/10/10/10/R9/10/10/10/9K b - 1";
    let three_checks = "10f10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b";
    let mut client = Client::new();
    for (game, start, moves, reason) in [
        ("shogi", "startpos", "5e5d", "no piece on the origin square"),
        ("shogi", "startpos", "3c3d", "the piece belongs to the opponent"),
        ("shogi", "startpos", "7g7e", "the piece cannot move there"),
        ("shogi", "startpos", "8h7g", "the destination has a piece of the same side"),
        ("shogi", "startpos", "7g7f+", "promotion requires moving from or into the promotion zone"),
        ("shogi", "sfen k8/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+", "the piece cannot promote"),
        ("shogi", "sfen k8/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a", "the piece must promote there"),
        ("shogi", kings, "L*5e", "no such piece in hand"),
        ("shogi", kings, "P*5i", "the square is already occupied"),
        ("shogi", kings, "P*9a", "the piece could never move from there"),
        (
            "shogi",
            "sfen 4k4/9/9/9/P8/9/9/9/4K4 b P 1",
            "P*9d",
            "the file already has an unpromoted pawn of the same side",
        ),
        ("shogi", "sfen 4k4/9/9/9/3r5/9/9/9/4K4 b - 1", "5i6i", "the king would be in check there"),
        ("shogi", "sfen 4k4/9/9/4r4/9/9/9/9/R3K4 b - 1", "9i9h", "the king would remain in check"),
        (
            "shogi",
            "sfen 4k4/9/9/4r4/9/9/9/4G4/4K4 b - 1",
            "5h6h",
            "the piece is pinned: its king would be in check",
        ),
        (
            "cannonshogi",
            "sfen 4k4/9/9/4u4/9/9/9/3G5/4K4 b - 1",
            "6h5h",
            "the piece would become a screen for a check of its own king",
        ),
        ("shogi", "sfen 8k/7R1/7G1/9/9/9/9/9/K8 b P 1", "P*1b", "a pawn drop must not give mate"),
        ("shosu", shosu, three_checks, "the limit of consecutive checks is reached"),
    ] {
        client.ask(&format!("setoption name UCI_Variant value {game}"));
        let lines = client.ask(&format!("position {start} moves {moves}"));
        let (number, last) = moves.split(' ').enumerate().last().expect("a move");
        let expected = format!("info string move {}, '{last}': {reason}; the position", number + 1);
        assert!(lines.len() == 1 && lines[0].starts_with(&expected), "{lines:?}");
        // `searchmoves` gives the same reason.
        let before = moves.rsplit_once(' ').map_or("", |(before, _)| before);
        client.ask(&format!("position {start} moves {before}"));
        client.send(&format!("go depth 1 searchmoves {last}"));
        let lines = client.wait_for("bestmove");
        assert_eq!(
            lines[0],
            format!("info string searchmoves: '{last}' is not a legal move: {reason}")
        );
    }
    client.quit();
}
