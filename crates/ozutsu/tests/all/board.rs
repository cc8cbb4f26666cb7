//! Tests of signals that end the command `board`.

use crate::command_line::{ozutsu, send_signal};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A board whose data is kept in a folder, at a printed address.
fn start(data: &Path) -> (Child, String) {
    start_at(data, "0")
}

fn start_at(data: &Path, port: &str) -> (Child, String) {
    let mut command =
        ozutsu(&["board", "--variant", "shogi", "--no-open", "--port", port, "--hash", "1"]);
    command.env("XDG_DATA_HOME", data).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("Board: http://").expect("the address comes first");
    (child, address.to_owned())
}

/// Ends a board and returns its exit status and what it has printed to stderr. A board that hangs fails.
#[track_caller]
fn end(mut child: Child, signal: &str) -> (Option<i32>, String) {
    send_signal(&child, signal);
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("the board does not end");
        }
        thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns whether programs started by this one ignore SIGHUP, as under `nohup`.
fn is_hangup_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask & 1 != 0))
}

#[test]
fn a_board_that_is_ended_keeps_its_games() {
    let signals = ["-INT", "-TERM", "-HUP"];
    for signal in &signals[..if is_hangup_ignored() { 2 } else { 3 }] {
        let folder = tempfile::tempdir().unwrap();
        let (child, address) = start(folder.path());
        play_on_board(&address, "7g7f");
        assert_eq!(end(child, signal), (Some(0), String::new()), "{signal}");
        let games = fs::read_dir(folder.path().join("ozutsu/board-games")).unwrap();
        let [game] = &Vec::from_iter(games.map(|entry| entry.unwrap().path()))[..] else {
            panic!()
        };
        let kept = fs::read_to_string(game).unwrap();
        assert!(kept.contains("1. c3c4 "), "7g7f in PGN: {kept}");
    }
}

#[test]
fn pages_find_their_table_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let (child, address) = start(folder.path());
    play_on_board(&address, "7g7f");
    end(child, "-TERM");
    let port = address.split_once(':').unwrap().1.split_once('/').unwrap().0;
    let (child, again) = start_at(folder.path(), port);
    assert_eq!(again, address, "the key stays");
    receive_until(&mut open_page(&address), r#""last_move":["7g","7f"]"#);
    // A program that is killed leaves its tables, too.
    end(child, "-KILL");
    let (child, _) = start_at(folder.path(), port);
    receive_until(&mut open_page(&address), r#""last_move":["7g","7f"]"#);
    end(child, "-INT");
    let kept = fs::read_to_string(folder.path().join("ozutsu/board-tables.json")).unwrap();
    assert!(kept.contains("1. c3c4 "), "7g7f in PGN: {kept}");
}

#[test]
fn a_board_whose_data_is_locked_ends_and_says_what_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("ozutsu")).unwrap();
    let lock = File::create(folder.path().join("ozutsu/board.lock")).unwrap();
    lock.lock().unwrap();
    for signal in ["-INT", "-TERM"] {
        let (child, address) = start(folder.path());
        play_on_board(&address, "7g7f");
        let (status, errors) = end(child, signal);
        assert_eq!(status, Some(1), "{errors}");
        assert!(errors.contains("error: games and tables not saved: "), "{errors}");
        assert!(errors.ends_with("another program has locked it\n"), "{errors}");
    }
}

#[test]
fn a_board_that_cannot_write_its_data_says_so_once_and_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("ozutsu/board.json")).unwrap();
    fs::write(folder.path().join("ozutsu/board-games"), "").unwrap();
    let (child, address) = start(folder.path());
    let received = play_on_board(&address, "7g7f");
    assert!(received.contains("\"problem\":{\"code\":\"not_kept\""), "{received}");
    let (status, errors) = end(child, "-TERM");
    assert_eq!(status, Some(1), "{errors}");
    let lines: Vec<_> = errors.lines().collect();
    // What is in the way of the game can be noticed before the end, too.
    assert!(matches!(lines.len(), 2 | 3) && lines[0].starts_with("warning: "), "{errors}");
    assert_eq!(errors.matches("not a regular file").count(), 1, "{errors}");
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("error: games not saved: ") && last.contains("board-games"),
        "{errors}"
    );
}

/// Opens a page of a board with a printed address at a table, through a WebSocket.
fn open_page(address: &str) -> TcpStream {
    let (host, key) = address.split_once("/#key=").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(
        stream,
        "GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Connection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    send(&mut stream, &format!(r#"{{"table": "a", "key": "{key}"}}"#));
    stream
}

/// Sends a message to the board.
fn send(stream: &mut TcpStream, text: &str) {
    let length = u8::try_from(text.len()).ok().filter(|&length| length < 126).unwrap();
    // A text frame, masked with zeros.
    stream.write_all(&[0x81, 0x80 | length, 0, 0, 0, 0]).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
}

/// Plays the first move of a game. Returns what the page has received.
fn play_on_board(address: &str, mv: &str) -> String {
    let mut stream = open_page(address);
    let request = r#"{"command": "play", "node": 0, "move": "MOVE"}"#.replace("MOVE", mv);
    send(&mut stream, &format!(r#"{{"id": "1", "request": {request}}}"#));
    receive_until(&mut stream, r#""reply":"done""#)
}

/// Returns what a page receives up to a text.
fn receive_until(stream: &mut TcpStream, text: &str) -> String {
    let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&received).contains(text) {
        let length = stream.read(&mut buffer).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&received));
        received.extend(&buffer[..length]);
    }
    String::from_utf8_lossy(&received).into_owned()
}
