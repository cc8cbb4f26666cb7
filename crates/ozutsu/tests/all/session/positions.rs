//! Tests of selecting games and setting up positions, with valid and invalid input.

use crate::client::Client;

#[test]
fn every_game_can_be_selected() {
    for protocol in ["usi", "uci"] {
        let mut client = Client::with_game(protocol, "shogi");
        for game in games::names() {
            let lines = client.ask(&format!("setoption name USI_Variant value {game}"));
            let rules = games::by_name(game).unwrap();
            let (files, ranks) = (rules.files(), rules.ranks());
            let start = format!("info string variant {game} files {files} ranks {ranks} pocket ");
            assert!(lines.len() == 1 && lines[0].starts_with(&start), "{lines:?}");
            assert!(lines[0].contains(" template shogi startpos "), "{lines:?}");
            let side = if protocol == "usi" { " b - 1" } else { "[] w - - 0 1" };
            assert!(lines[0].ends_with(side), "{lines:?}");
            // The printed position is accepted.
            let (_, startpos) = lines[0].split_once("startpos ").expect("a start");
            let format = if protocol == "usi" { "sfen" } else { "fen" };
            assert_eq!(client.ask(&format!("position {format} {startpos}")), [""; 0]);
            client.go_legally("go depth 2");
        }
        client.quit();
    }
}

#[test]
fn the_reason_why_a_move_is_illegal_is_reported() {
    let shosu = "sfen 4k5/10/10/10/10/R9/10/10/10/9K b - 1";
    let three_checks = "10f10a 6a6b 10a10b 6b6a 10b10a 6a6b 10a10b";
    let mut client = Client::with_game("usi", "shogi");
    for (game, start, moves, reason) in [
        ("shogi", "startpos", "3c3d", "the piece belongs to the opponent"),
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
        let expected = format!(
            "info string searchmoves: '{last}' is not a legal move: {reason}; no move is left, so all are \
             searched"
        );
        assert_eq!(lines[0], expected);
    }
    client.quit();
}

#[test]
fn unknown_commands_are_repeated_in_part_and_without_control_characters() {
    let mut client = Client::new();
    let long = "x".repeat(100_000);
    for (command, repeated) in [
        (format!("{}\n", long.repeat(10)).as_bytes(), format!("'{}…'", "x".repeat(60))),
        (b"\x1b[2J\xff\xfe\n", "'[2J\u{fffd}\u{fffd}'".into()),
        (format!("setoption name {long}\n").as_bytes(), format!("'{}…'", "x".repeat(60))),
        (format!("setoption name Hash value {long}\n").as_bytes(), "x…' for USI_Hash".into()),
        (format!("P-5{long}\n").as_bytes(), "x…': no legal move is written like this".into()),
        ("\u{202e}abc\n".as_bytes(), "'\\u{202e}abc'".into()),
    ] {
        client.send_bytes(command);
        let lines = client.sync();
        assert!(lines.len() == 1 && lines[0].contains(&repeated), "{repeated}: {lines:?}");
        assert!(lines[0].len() < 200 && !lines[0].contains(char::is_control), "{lines:?}");
    }
    client.quit();
}
