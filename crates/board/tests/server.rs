//! Tests of the HTTP server: what it serves, what it refuses, and that it stays up.

use board::{Options, serve};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::{IpAddr, TcpStream};
use std::path::PathBuf;
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

/// Starts a board without a data folder, which runs until the test program ends.
fn start() -> Board {
    start_in(None)
}

fn start_in(data_folder: Option<PathBuf>) -> Board {
    let line = start_at(None, data_folder);
    let board = Board::printed(line.trim());
    assert!(line.starts_with("Board: http://127.0.0.1:") && board.key.len() == 32, "{line}");
    board
}

/// Starts a board at an address. Returns what it prints.
fn start_at(listen: Option<IpAddr>, data_folder: Option<PathBuf>) -> String {
    let (sender, printed) = channel();
    let options = Options { listen, ..options(data_folder) };
    thread::spawn(move || serve(options, &mut Printed(sender, Vec::new())));
    printed.recv().unwrap()
}

fn options(data_folder: Option<PathBuf>) -> Options {
    Options {
        rules: games::by_name("shogi").unwrap(),
        listen: None,
        port: Some(0),
        hosts: Vec::new(),
        threads: 1,
        hash: 1,
        open: false,
        program: "test",
        data_folder,
    }
}

impl Board {
    /// Returns the board with a printed address.
    fn printed(line: &str) -> Self {
        let address = line.strip_prefix("Board: http://").unwrap();
        let (host, key) = address.split_once("/#key=").unwrap();
        let port = host.rsplit_once(':').unwrap().1;
        Self { port: port.into(), key: key.into() }
    }

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

    /// Returns why a page is refused that begins with a message.
    fn refusal(&self, opening: &Value) -> String {
        let refused = self.open_by(opening.clone()).next().unwrap();
        assert_eq!(refused["message"], "refused", "{refused}");
        refused["error"]["code"].as_str().unwrap().into()
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    fn origin(&self) -> String {
        format!("Origin: http://127.0.0.1:{}", self.port)
    }

    fn get(&self, path: &str) -> String {
        self.request(&format!("GET {path}"), &[self.host()], "")
    }

    /// Asks for a socket with the given lines of the head.
    fn socket(&self, head: &[String]) -> String {
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let head = [head, &[upgrade.to_owned()]].concat();
        self.request("GET /socket", &head, "")
    }

    /// Opens a page at a table and returns it after the first messages.
    fn open(&self, table: &str) -> Page {
        self.open_by(json!({"table": table, "key": self.key}))
    }

    /// Opens a page by its first message.
    fn open_by(&self, opening: Value) -> Page {
        let mut page = self.open_socket();
        page.send(&opening.to_string());
        page
    }

    fn open_socket(&self) -> Page {
        let mut stream = self.connect();
        write!(
            stream,
            "GET /socket HTTP/1.1\r\n{}\r\n{}\r\n\
             Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.host(),
            self.origin()
        )
        .unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        assert_eq!(status(&head), "101", "{head}");
        // The answer that RFC 6455 gives as its example.
        assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
        Page(stream, 0)
    }
}

/// A page: our own end of a WebSocket, and the number of its requests.
struct Page(TcpStream, u64);

impl Page {
    fn send(&mut self, text: &str) {
        self.try_send(text).expect("the connection is open");
    }

    fn try_send(&mut self, text: &str) -> io::Result<()> {
        let mut frame = vec![0x81];
        match text.len() {
            length @ ..126 => frame.push(0x80 | length as u8),
            length @ ..65_536 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        // Masked with zeros.
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.0.write_all(&frame)
    }

    /// Returns the next message, or `None` if the connection is closed.
    fn next(&mut self) -> Option<Value> {
        Some(serde_json::from_str(&self.next_text()?).unwrap())
    }

    fn next_text(&mut self) -> Option<String> {
        loop {
            let mut head = [0; 2];
            self.0.read_exact(&mut head).ok()?;
            let length = match head[1] {
                126 => {
                    let mut length = [0; 2];
                    self.0.read_exact(&mut length).ok()?;
                    u16::from_be_bytes(length).into()
                }
                127 => {
                    let mut length = [0; 8];
                    self.0.read_exact(&mut length).ok()?;
                    u64::from_be_bytes(length)
                }
                length => length.into(),
            };
            let mut text = vec![0; length as usize];
            self.0.read_exact(&mut text).ok()?;
            match head[0] & 0x0f {
                1 => return Some(String::from_utf8(text).unwrap()),
                8 => return None,
                _ => {}
            }
        }
    }

    fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().expect("the connection is open");
            if message["message"] == kind {
                return message;
            }
        }
    }

    /// Runs a command and returns its reply.
    fn run(&mut self, command: Value) -> Value {
        self.1 += 1;
        let id = format!("{:?}-{}", self.0.local_addr(), self.1);
        self.send(&json!({"id": id, "request": command}).to_string());
        let message = self.next_of("reply");
        assert_eq!(message["id"], id);
        message["reply"].clone()
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("no answer")
}

#[test]
fn the_page_is_no_secret() {
    let board = start();
    let answer = board.get("/");
    assert_eq!(status(&answer), "200");
    let lower = answer.to_lowercase();
    assert!(lower.contains("content-security-policy: default-src 'none'"), "{answer}");
    assert!(!lower.contains("set-cookie") && !answer.contains(&board.key));
    assert!(answer.contains("<!DOCTYPE html>"));
    assert!(lower.contains("cache-control: no-cache"));
    // What else a page needs is kept by browsers: its address changes with it.
    let files = answer.split('"').filter(|part| part.ends_with(".css") || part.ends_with(".js"));
    let files: Vec<_> = files.map(|name| format!("/{name}")).collect();
    assert!(files.len() == 2 && files.iter().any(|name| name.ends_with("/main.js")), "{files:?}");
    for file in &files {
        let answer = board.get(file);
        let is_kept = answer.to_lowercase().contains("cache-control: public, max-age=31536000");
        assert!(status(&answer) == "200" && is_kept, "{answer}");
    }
    assert_eq!(status(&board.get("/?key=0")), "200");
    // A link on another site may open it.
    let head = [board.host(), "Sec-Fetch-Site: cross-site".into()];
    assert_eq!(status(&board.request("GET /", &head, "")), "200");
    for path in ["/nothing", "/../Cargo.toml", "/index.html/", "//"] {
        assert_eq!(status(&board.get(path)), "404", "{path}");
    }
}

#[test]
fn a_pass_opens_a_seat_and_nothing_else() {
    let board = start();
    let person = json!({"kind": "person"});
    let game = json!({"variant": "shogi", "players": [person, person]});
    let mut own = board.open("own");
    let reply = own.run(json!({"command": "invite", "side": "black", "game": game}));
    let host_pass = reply["pass"].as_str().unwrap();
    let mut host = board.open_by(json!({"seat": host_pass, "key": board.key}));
    let invitation = host.run(json!({"command": "invitation", "page": "http://192.168.1.5:1/"}));
    let player = invitation["player"]["address"].as_str().unwrap();
    assert!(invitation["player"]["qr"].as_array().unwrap().len() > 20, "{invitation}");
    let pass = player.strip_prefix("http://192.168.1.5:1/#seat=").unwrap();
    let mut guest = board.open_by(json!({"seat": pass}));
    let hello = guest.next_of("hello");
    assert_eq!((&hello["guest"], &hello["share"]), (&json!(true), &json!(null)));
    assert_eq!((&hello["hash_sizes"], &hello["thread_counts"]), (&json!([]), &json!([])));
    assert!(!hello.to_string().contains(&board.key));
    let state = guest.next_of("state");
    assert_eq!((&state["seats"]["own"], &state["variant"]), (&json!("white"), &json!("shogi")));
    assert_eq!(host.run(json!({"command": "play", "node": 0, "move": "7g7f"}))["reply"], "done");
    for command in [
        json!({"command": "play", "node": 1, "move": "2g2f"}),
        json!({"command": "new_game", "variant": "shogi", "players": [person, person]}),
        json!({"command": "settings", "changes": {"level": 1}}),
    ] {
        assert_eq!(guest.run(command)["reply"], "error");
    }
    // The pass opens its seat, whatever table is asked for, and is no key.
    let mut elsewhere = board.open_by(json!({"table": "own", "seat": pass}));
    assert_eq!(elsewhere.next_of("hello")["table"], "");
    for (opening, code) in [
        (json!({"key": pass}), "key"),
        (json!({"seat": ""}), "no_seat"),
        (json!({"seat": "0", "key": board.key}), "no_seat"),
    ] {
        assert_eq!(board.refusal(&opening), code, "{opening}");
    }
    // The host is told when the last page of the guest is gone.
    drop((guest, elsewhere));
    while host.next_of("state")["seats"]["connected"] != json!([true, false]) {}
}

#[test]
fn the_socket_wants_the_key_and_our_origin() {
    let board = start();
    let (host, origin) = (board.host(), board.origin());
    for opening in [
        json!({}),
        json!({"table": "a"}),
        json!({"key": "0"}),
        json!({"token": ""}),
        json!({"token": board.key}),
    ] {
        assert_eq!(board.refusal(&opening), "key", "{opening}");
    }
    assert_eq!(board.refusal(&json!({"key": board.key, "more": 1})), "invalid");
    // Too much before the key is shown.
    assert!(board.open_by(json!({"table": "x".repeat(100_000)})).next().is_none());
    for head in [
        vec![host.clone()],
        vec![host.clone(), "Origin: http://evil.example".into()],
        vec!["Host: evil.example".into(), origin.clone()],
        vec!["Host: evil.example".into(), "Origin: http://evil.example".into()],
    ] {
        assert_eq!(status(&board.socket(&head)), "403", "{head:?}");
    }
    assert_eq!(status(&board.request("GET /socket", &[host, origin], "")), "400");
}

#[test]
fn a_page_can_ask_whether_it_is_heard() {
    let board = start();
    let mut page = board.open("a");
    page.send("ping");
    while page.next_text().unwrap() != "pong" {}
}

#[test]
fn a_request_that_is_sent_again_is_carried_out_once() {
    let board = start();
    let mut page = board.open("a");
    let play = json!({"command": "play", "node": 0, "move": "7g7f"});
    let request = json!({"id": "page-1", "request": play}).to_string();
    page.send(&request);
    // The connection breaks before the reply.
    drop(page);
    let mut page = board.open("a");
    for _ in 0..2 {
        page.send(&request);
        let reply = page.next_of("reply");
        assert_eq!((&reply["id"], &reply["reply"]["reply"]), (&json!("page-1"), &json!("done")));
    }
}

#[test]
fn the_key_stays_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let keys = [0, 1].map(|_| start_in(Some(folder.path().into())).key);
    assert_eq!(keys[0], keys[1]);
    // Those to whom the address was shown know the key of one run only.
    let shown = [0, 1].map(|_| {
        let text = start_at(Some("0.0.0.0".parse().unwrap()), Some(folder.path().into()));
        Board::printed(text.lines().last().unwrap()).key
    });
    assert!(shown[0] != shown[1] && !shown.contains(&keys[0]));
}

#[test]
fn further_hosts_are_served() {
    let (sender, printed) = channel();
    let options = Options { hosts: vec!["board.example".into()], ..options(None) };
    thread::spawn(move || serve(options, &mut Printed(sender, Vec::new())));
    let board = Board::printed(printed.recv().unwrap().trim());
    let head = |host: &str| [format!("Host: {host}"), "Origin: https://board.example".into()];
    assert_eq!(status(&board.request("GET /", &head("board.example"), "")), "200");
    assert_eq!(status(&board.request("GET /", &head("evil.example"), "")), "403");
    assert_eq!(status(&board.request("GET /socket", &head("board.example"), "")), "400");
}

/// A client that sends pings and reads nothing.
#[test]
fn a_page_that_only_sends_is_dropped() {
    let board = start();
    let Page(mut stream, _) = board.open("a");
    // Of the largest size, masked with zeros.
    let mut ping = [0; 131];
    ping[..2].copy_from_slice(&[0x89, 0x80 | 125]);
    let pings = ping.repeat(500);
    stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    // The system's socket buffers take some of them.
    let sent = (0..4_000).take_while(|_| stream.write_all(&pings).is_ok()).count();
    assert!(sent < 4_000, "all {sent} blocks were taken");
    assert_eq!(status(&board.get("/")), "200");
}

#[test]
fn large_and_malformed_requests_are_refused() {
    let board = start();
    assert_eq!(status(&board.get(&format!("/{}", "x".repeat(2_000)))), "414");
    let head = [board.host(), format!("X: {}", "x".repeat(40_000))];
    assert!(["431", "no answer"].contains(&status(&board.request("GET /", &head, ""))));
    assert_eq!(status(&board.request("DELETE /", &[board.host()], "")), "405");
    let mut page = board.open("a");
    for (text, id) in [
        ("", ""),
        ("{", ""),
        ("null", ""),
        ("[]", ""),
        ("{\"id\":\"3\",\"request\":{\"command\":\"nothing\"}}", "3"),
        ("{\"id\":\"4\",\"request\":{\"command\":\"undo\",\"x\":1}}", "4"),
    ] {
        page.send(text);
        let message = page.next_of("reply");
        assert_eq!(
            (&message["id"], &message["reply"]["reply"]),
            (&json!(id), &json!("error")),
            "{text}"
        );
    }
    // The server may close the connection before it has all of this.
    let _ = page.try_send(&format!("\"{}\"", "x".repeat(5 << 20)));
    while page.next().is_some() {}
    let mut page = board.open("not a name");
    assert_eq!(page.next_of("refused")["error"]["code"], "table_name");
    assert_eq!(status(&board.get("/")), "200");
}

#[test]
fn commands_change_the_table_and_pages_hear_of_it() {
    let board = start();
    let (mut page, mut same, mut other) = (board.open("one"), board.open("one"), board.open("two"));
    let person = json!({"kind": "person"});
    let setup = json!({"command": "new_game", "variant": "shogi", "players": [person, person]});
    assert_eq!(page.run(setup)["reply"], "done");
    let play = json!({"command": "play", "node": 0, "move": "7g7f"});
    assert_eq!(page.run(play.clone())["reply"], "done");
    while same.next_of("state")["last_move"] != json!(["7g", "7f"]) {}
    assert_eq!(same.run(play.clone())["error"]["code"], "changed");
    // Another table has a game of its own.
    assert_eq!(other.run(play)["reply"], "done");
}

#[test]
fn a_closed_page_can_be_opened_again() {
    let board = start();
    let mut page = board.open("first");
    assert_eq!(page.next_of("hello")["table"], "first");
    drop(page);
    // The server notices the closed connection in its own time; until then a new table is given.
    let mut others = Vec::new();
    for number in 0..25 {
        let mut page = board.open("");
        if page.next_of("hello")["table"] == "first" {
            return;
        }
        others.push(page);
        thread::sleep(Duration::from_millis(100 * number));
    }
    panic!("the table of the closed page was not given again");
}

#[test]
fn what_must_last_survives_a_restart_on_another_port() {
    let folder = tempfile::tempdir().unwrap();
    let mut page = start_in(Some(folder.path().into())).open("a");
    let settings = |changes: Value| json!({"command": "settings", "changes": changes});
    assert_eq!(page.run(settings(json!({"theme": "dark"})))["reply"], "done");
    let file = folder.path().join("board.json");
    while !file.exists() {
        thread::sleep(Duration::from_millis(20));
    }
    let board = start_in(Some(folder.path().into()));
    let (mut one, mut two) = (board.open("a"), board.open("b"));
    assert_eq!(one.next_of("settings")["settings"], json!({"theme": "dark"}));
    assert_eq!(two.next_of("settings")["settings"], json!({"theme": "dark"}));
    // What a page changes reaches those of other tables.
    assert_eq!(one.run(settings(json!({"level": 3})))["reply"], "done");
    assert_eq!(two.next_of("settings")["settings"], json!({"level": 3, "theme": "dark"}));
}

#[test]
fn changed_rules_are_noticed_and_loaded_at_all_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reloaded.toml");
    let source = games::source("shogi").unwrap().replace("name = \"shogi\"", "name = \"reloaded\"");
    std::fs::write(&path, &source).unwrap();
    assert_eq!(games::load(&path).games.len(), 1);
    let board = start();
    let mut page = board.open("a");
    let person = json!({"kind": "person"});
    let game = json!({"command": "new_game", "variant": "reloaded", "players": [person, person]});
    assert_eq!(page.run(game)["reply"], "done");
    let play = json!({"command": "play", "node": 0, "move": "7g7f"});
    assert_eq!(page.run(play)["reply"], "done");
    // A file that cannot be read leaves the game as it is.
    std::fs::write(&path, source.replace("ranks = 9", "ranks = 90")).unwrap();
    let next_changed = |page: &mut Page| page.next_of("rules_changed")["files"].clone();
    assert_eq!(next_changed(&mut board.open("b")), json!(["reloaded.toml"]));
    let reply = page.run(json!({"command": "load_rules"}));
    assert_eq!(reply["error"]["code"], "rules", "{reply}");
    std::fs::write(&path, source.replace("promotion-ranks = 3", "promotion-ranks = 2")).unwrap();
    let mut other = board.open("c");
    while next_changed(&mut other) != json!(["reloaded.toml"]) {}
    assert_eq!(page.run(json!({"command": "load_rules"}))["reply"], "done");
    let hello = other.next_of("hello");
    let games = hello["games"].as_array().unwrap();
    let reloaded = games.iter().find(|game| game["name"] == "reloaded").unwrap();
    assert_eq!(reloaded["promotion_ranks"], 2);
    // The game has begun anew.
    let again = json!({"command": "play", "node": 0, "move": "7g7f"});
    assert_eq!(page.run(again)["reply"], "done");
}

#[test]
fn connections_without_the_key_leave_room_for_pages() {
    let board = start();
    // They ask for an answer and never read it, or never ask.
    let mut strangers: Vec<_> = (0..300).map(|_| board.connect()).collect();
    for stream in strangers.iter_mut().step_by(2) {
        // Those that were closed to make room cannot be written to.
        let _ = write!(stream, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }
    let mut page = board.open("a");
    assert_eq!(page.next_of("hello")["table"], "a");
    let pages: Vec<_> = (0..12).map(|index| board.open(&format!("t{index}"))).collect();
    assert_eq!(status(&board.get("/")), "200");
    drop((strangers, pages));
}

#[test]
fn a_phone_in_the_network_needs_the_key_and_our_address() {
    // Every loopback address is ours, but only this one listens.
    let text = start_at(Some("0.0.0.0".parse().unwrap()), None);
    let (rest, last) = text.trim_end().rsplit_once('\n').unwrap();
    assert!(rest.contains('▀') && rest.contains("Warning: everyone in this network"), "{text}");
    let board = Board::printed(last);
    assert_eq!(status(&board.get("/")), "200");
    assert_eq!(board.refusal(&json!({"table": "a"})), "key");
    assert_eq!(status(&board.request("GET /", &["Host: 192.0.2.7:80".into()], "")), "403");
    assert_eq!(board.open("a").next_of("hello")["table"], "a");
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
                        0 => assert_eq!(status(&board.get("/")), "200"),
                        1 => assert_eq!(status(&board.request("GET /", &[], "")), "403"),
                        _ => drop(board.connect()),
                    }
                }
            });
        }
    });
    assert_eq!(status(&board.get("/")), "200");
}
