//! Tests of signals that end the command `board`.

use crate::command_line::{ozutsu, send_signal};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::Duration;

#[test]
fn a_board_that_is_ended_keeps_its_games() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut command =
            ozutsu(&["board", "--variant", "shogi", "--no-open", "--port", "0", "--hash", "1"]);
        command.env("XDG_DATA_HOME", folder.path()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Board: http://").unwrap();
        play_on_board(address, "7g7f");
        send_signal(&child, signal);
        assert!(child.wait().unwrap().success(), "{signal}");
        let kept = fs::read_to_string(folder.path().join("ozutsu/board.json")).unwrap();
        assert!(kept.contains("1. c3c4 "), "7g7f in PGN: {kept}");
    }
}

/// Plays a move on a board with a printed address, through a WebSocket.
fn play_on_board(address: &str, mv: &str) {
    let (host, key) = address.split_once("/?key=").unwrap();
    let port = host.rsplit_once(':').unwrap().1;
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(
        stream,
        "GET /socket?table=a HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
         Cookie: ozutsu_board_{port}={key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    .unwrap();
    let request =
        format!(r#"{{"id": 1, "request": {{"command": "play", "node": 0, "move": "{mv}"}}}}"#);
    let length = u8::try_from(request.len()).ok().filter(|&length| length < 126).unwrap();
    // A text frame, masked with zeros.
    stream.write_all(&[0x81, 0x80 | length, 0, 0, 0, 0]).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let (mut received, mut buffer) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&received).contains(r#""reply":"done""#) {
        let length = stream.read(&mut buffer).unwrap();
        assert!(length > 0, "{}", String::from_utf8_lossy(&received));
        received.extend(&buffer[..length]);
    }
}
