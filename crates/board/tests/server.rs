//! Tests of the HTTP server: what it serves, what it refuses, and that it stays up.

use board::{Options, serve};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// The address of a running board.
struct Board {
    port: String,
    key: String,
}

/// Takes what the board prints.
struct Printed(Sender<String>, Vec<u8>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.send(String::from_utf8_lossy(&self.1).into_owned());
        Ok(())
    }
}

/// Starts a board, which runs until the test program ends.
fn start() -> Board {
    let (sender, printed) = channel();
    let rules = games::by_name("shogi").unwrap();
    let options =
        Options { rules, port: Some(0), threads: 1, hash: 1, open: false, program: "test" };
    thread::spawn(move || serve(options, &mut Printed(sender, Vec::new())));
    let line = printed.recv().unwrap();
    let address = line.trim().strip_prefix("Board: http://127.0.0.1:").unwrap();
    let (port, key) = address.split_once("/?key=").unwrap();
    assert_eq!(key.len(), 32, "{line}");
    Board { port: port.into(), key: key.into() }
}

impl Board {
    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// Sends a request with the given lines of the head after the first one, and returns the answer.
    fn request(&self, first: &str, head: &[String], body: &str) -> String {
        let mut stream = self.connect();
        let head: String = head.iter().map(|line| format!("{line}\r\n")).collect();
        let length = body.len();
        let text = format!(
            "{first} HTTP/1.1\r\n{head}Connection: close\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        // The server may answer and close before it has read a large request.
        let _ = stream.write_all(text.as_bytes());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    fn cookie(&self) -> String {
        format!("Cookie: ozutsu_board_{}={}", self.port, self.key)
    }

    fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path}"), &[self.host(), self.cookie()], "")
    }

    fn post(&self, table: &str, body: &str) -> String {
        let head = [self.host(), self.cookie(), "Content-Type: application/json".into()];
        self.request(&format!("POST /command?table={table}"), &head, body)
    }

    /// Opens the stream of events of a table and returns it after the first messages.
    fn open(&self, table: &str) -> TcpStream {
        let mut stream = self.connect();
        let (host, cookie) = (self.host(), self.cookie());
        write!(stream, "GET /events?table={table} HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n").unwrap();
        read_until(&mut stream, "\"message\":\"analysis\"");
        stream
    }
}

fn read_until(stream: &mut TcpStream, text: &str) -> String {
    let mut read = Vec::new();
    let mut buffer = [0; 4096];
    while !String::from_utf8_lossy(&read).contains(text) {
        let count = stream.read(&mut buffer).unwrap();
        assert!(count > 0, "closed before {text}: {}", String::from_utf8_lossy(&read));
        read.extend_from_slice(&buffer[..count]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

#[test]
fn the_page_is_served_to_those_who_know_the_key() {
    let board = start();
    let answer = board.request(&format!("GET /?key={}", board.key), &[board.host()], "");
    assert_eq!(status(&answer), "200");
    let lower = answer.to_lowercase();
    assert!(lower.contains("content-security-policy: default-src 'none'"), "{answer}");
    assert!(lower.contains("set-cookie: ozutsu_board_") && lower.contains("samesite=strict"));
    assert!(answer.contains("<!DOCTYPE html>"));
    for path in ["/", "/main.js", "/board.css", "/icon.svg"] {
        assert_eq!(status(&board.get(path)), "200", "{path}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/index.html/", "//"] {
        assert_eq!(status(&board.get(path)), "404", "{path}");
    }
}

#[test]
fn foreign_requests_are_refused() {
    let board = start();
    let (host, cookie) = (board.host(), board.cookie());
    let get = |head: &[String]| board.request("GET /", head, "");
    assert_eq!(status(&get(std::slice::from_ref(&host))), "403", "no key");
    assert_eq!(status(&board.request("GET /?key=0", std::slice::from_ref(&host), "")), "403");
    assert_eq!(status(&get(&["Host: evil.example".into(), cookie.clone()])), "403");
    let origin = "Origin: http://evil.example".to_owned();
    assert_eq!(status(&get(&[host.clone(), cookie.clone(), origin.clone()])), "403");
    let json = "Content-Type: application/json".to_owned();
    let post = board.request("POST /command?table=a", &[host, cookie, json, origin], "{}");
    assert_eq!(status(&post), "403");
}

#[test]
fn large_and_malformed_requests_are_refused() {
    let board = start();
    let large = format!("\"{}\"", "x".repeat(2 << 20));
    assert!(["413", "no answer"].contains(&status(&board.post("a", &large))));
    assert_eq!(status(&board.get(&format!("/{}", "x".repeat(2_000)))), "414");
    let head = [board.host(), board.cookie(), format!("X: {}", "x".repeat(40_000))];
    assert!(["431", "no answer"].contains(&status(&board.request("GET /", &head, ""))));
    let head = [board.host(), board.cookie(), "Content-Type: text/plain".into()];
    assert_eq!(status(&board.request("POST /command?table=a", &head, "{}")), "415");
    assert_eq!(status(&board.request("DELETE /", &head, "")), "405");
    assert_eq!(status(&board.get("/events?table=not%20a%20name")), "503");
    for body in
        ["", "{", "null", "[]", "{\"command\":\"nothing\"}", "{\"command\":\"undo\",\"x\":1}"]
    {
        let answer = board.post("a", body);
        assert!(answer.contains("\"reply\":\"error\""), "{body}: {answer}");
    }
    assert_eq!(status(&board.get("/")), "200");
}

#[test]
fn commands_change_the_table_and_pages_hear_of_it() {
    let board = start();
    let mut page = board.open("one");
    let other = board.open("two");
    let setup = "{\"command\":\"new_game\",\"variant\":\"shogi\",\
                 \"players\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}";
    assert!(board.post("one", setup).contains("\"reply\":\"done\""));
    let play = "{\"command\":\"play\",\"node\":0,\"move\":\"7g7f\"}";
    assert!(board.post("one", play).contains("\"reply\":\"done\""));
    read_until(&mut page, "\"last_move\":[\"7g\",\"7f\"]");
    assert!(board.post("one", play).contains("the board has changed meanwhile"));
    // Another page has a game of its own.
    assert!(board.post("two", play).contains("\"reply\":\"done\""));
    assert!(board.post("three", play).contains("this board is closed"));
    drop(other);
}

#[test]
fn a_closed_page_can_be_opened_again() {
    let board = start();
    let page = board.open("first");
    let play = "{\"command\":\"play\",\"node\":0,\"move\":\"7g7f\"}";
    assert!(board.post("first", play).contains("\"reply\":\"done\""));
    drop(page);
    // The server notices the closed connection in its own time; until then a new table is given.
    let mut others = Vec::new();
    for _ in 0..10 {
        let mut stream = board.connect();
        let (host, cookie) = (board.host(), board.cookie());
        write!(stream, "GET /events?table= HTTP/1.1\r\n{host}\r\n{cookie}\r\n\r\n").unwrap();
        let start = read_until(&mut stream, "\"message\":\"state\"");
        if start.contains("\"table\":\"first\"") {
            return;
        }
        others.push(stream);
        thread::sleep(Duration::from_millis(300));
    }
    panic!("the table of the closed page was not given again");
}

#[test]
fn thousands_of_requests_leave_the_board_up() {
    let board = start();
    let board = &board;
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(move || {
                for index in 0..300 {
                    match index % 3 {
                        0 => assert_eq!(status(&board.get("/texts.js")), "200"),
                        1 => assert_eq!(status(&board.request("GET /", &[], "")), "403"),
                        _ => drop(board.connect()),
                    }
                }
            });
        }
    });
    assert_eq!(status(&board.get("/")), "200");
}
