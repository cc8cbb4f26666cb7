//! Tests of sessions of people, who type no protocol.

use crate::client::{Client, count_bestmoves};

/// Returns the value of a labelled line of the board.
#[track_caller]
fn field(lines: &[String], label: &str) -> String {
    let value = lines.iter().rev().find_map(|line| line.strip_prefix(label)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("no {label}: {lines:#?}")).to_owned()
}

/// Sends a command that must be refused on one line, and returns the line.
#[track_caller]
fn error(client: &mut Client, command: &str) -> String {
    let lines = client.ask(command);
    assert_eq!(lines.len(), 1, "{command}: {lines:?}");
    lines[0].strip_prefix("info string ").expect("an info string").to_owned()
}

#[test]
fn moves_are_played_and_taken_back() {
    let mut client = Client::new();
    assert_eq!(field(&client.ask("new shogi"), "SFEN").split(' ').nth(1), Some("b"));
    for (line, last_move) in [
        ("7g7f", "7g7f (P-7f)"),
        ("g7g6", "3c3d (P-3d)"),
        ("Bx2b+", "8h2b+ (Bx2b+)"),
        ("3a2b 2g2f", "2g2f (P-2f)"),
        ("undo", "3a2b (Sx2b)"),
        ("undo 2", "3c3d (P-3d)"),
    ] {
        assert_eq!(field(&client.ask(line), "Last move"), last_move, "{line}");
    }
    let unchanged = "; the position is unchanged";
    for (line, expected) in [
        ("8c8d", format!("move 1, '8c8d': the piece belongs to the opponent{unchanged}")),
        ("2g2f 2g2f", format!("move 2, '2g2f': no piece on the origin square{unchanged}")),
        ("P-9z", format!("move 1, 'P-9z': no legal move is written like this{unchanged}")),
        ("undo 3", "undo: invalid number '3': expected 1 to 2".into()),
        ("undo all", "undo: invalid number 'all': expected 1 to 2".into()),
        ("10a10b", "unknown command '10a10b'; type 'help' for a list of commands".into()),
    ] {
        assert_eq!(error(&mut client, line), expected);
        assert_eq!(field(&client.ask("d"), "Last move"), "3c3d (P-3d)", "{line}");
    }
    client.ask("new");
    assert_eq!(error(&mut client, "undo"), "undo: there is no move to take back");
    let chess = error(&mut client, "new chess");
    assert!(chess.starts_with("new: unknown game 'chess': expected one of cannonshogi, "));
    assert_eq!(client.ask("new Shosu")[0], "Shosu Shogi (shosu)");
    client.quit();
}

#[test]
fn go_answers_and_plays_until_a_protocol_is_chosen() {
    let mut client = Client::new();
    client.ask("new shogi");
    for go in ["go depth 2", "go nodes 100", "go movetime 20", "go searchmoves 2g2f depth 1"] {
        let best = client.go(go);
        let played = best.split(' ').nth(1).expect("a move");
        let board = client.wait_for("Key: ");
        assert!(field(&board, "Last move").starts_with(played), "{best}: {board:#?}");
        client.ask("new");
    }
    // `go` alone answers without `stop`.
    let best = client.go("go");
    let played = best.split(' ').nth(1).expect("a move").to_owned();
    assert!(field(&client.wait_for("Key: "), "Last move").starts_with(&played), "{best}");
    client.ask("new");
    // Clocks are those of clients, and an analysis is not a move of the game.
    for go in ["go btime 20 wtime 20", "go infinite\nstop", "go ponder btime 9\nponderhit"] {
        client.go(go);
        assert!(client.ask("d").iter().all(|line| !line.starts_with("Last move")), "{go}");
    }
    // A search that another command stops does not change the position either.
    client.send("go depth 99\nposition startpos moves 7g7f");
    client.wait_for_line("bestmove");
    assert_eq!(field(&client.ask("d"), "Last move"), "7g7f (P-7f)");
    client.send("go depth 99\n3c3d");
    client.wait_for_line("bestmove");
    assert_eq!(field(&client.wait_for("Key: "), "Last move"), "3c3d (P-3d)");
    client.send("usi");
    client.wait_for("usiok");
    client.go("go depth 2");
    assert_eq!(field(&client.ask("d"), "Last move"), "3c3d (P-3d)");
    client.quit();
}

#[test]
fn help_tells_how_to_choose_a_game() {
    let help = Client::with_args(&["--variant", "shosu"]).ask("help").join("\n");
    for text in [
        "Games: cannonshogi, taihoshogi, shosu (current), ",
        "new shogi",
        "setoption name UCI_Variant value shogi",
        "--variant shogi",
        "ozutsu-shogi",
    ] {
        assert!(help.contains(text), "{text}: {help}");
    }
}

#[test]
fn unknown_commands_are_repeated_in_part_and_without_control_characters() {
    let mut client = Client::new();
    let long = "x".repeat(1_000_000);
    for (command, repeated) in [
        (format!("{long}\n").as_bytes(), format!("'{}…'", "x".repeat(60))),
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

#[test]
fn a_search_without_the_number_of_its_limit_is_refused() {
    for protocol in ["", "usi", "uci"] {
        let mut client = Client::new();
        client.send(protocol);
        client.sync();
        client.received.clear();
        for go in ["go perft", "go nodes", "go depth", "go depth x", "go movetime", "go mate soon"]
        {
            let line = error(&mut client, go);
            assert!(line.ends_with("; no search is started"), "{go}: {line}");
        }
        // No search is running.
        assert_eq!(count_bestmoves(&client.ask("stop")), 0);
        client.quit();
    }
}
