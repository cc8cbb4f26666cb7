//! A client that talks to the built program and fails if an answer takes too long.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Timeout of a wait, generous even for a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Client {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// All received lines.
    pub received: Vec<String>,
}

impl Client {
    pub fn new() -> Self {
        Self::with_args(&[])
    }

    /// Starts the program with arguments.
    pub fn with_args(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
        command.args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let stdout = child.stdout.take().expect("stdout is piped");
        let (lines, output) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let Ok(line) = line else { break };
                if lines.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, output, received: Vec::new() }
    }

    /// Starts the program and selects a protocol and a game.
    pub fn with_game(protocol: &str, game: &str) -> Self {
        let mut client = Self::new();
        client.send(protocol);
        client.wait_for(if protocol == "uci" { "uciok" } else { "usiok" });
        client.send(&format!("setoption name UCI_Variant value {game}"));
        client.wait_for("info string variant");
        client.sync();
        client
    }

    /// Sends lines.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends raw bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        assert!(self.try_send_bytes(bytes), "the program reads");
    }

    /// Sends raw bytes. Returns false if the program no longer reads.
    pub fn try_send_bytes(&mut self, bytes: &[u8]) -> bool {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).is_ok()
    }

    /// Closes the program's stdin.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the next line.
    #[track_caller]
    pub fn next_line(&mut self) -> String {
        let line = self.output.recv_timeout(TIMEOUT).unwrap_or_else(|error| {
            panic!("{error} after {:#?}", self.received);
        });
        self.received.push(line.clone());
        line
    }

    /// Waits for a line with this prefix. Returns the lines up to and including it.
    #[track_caller]
    pub fn wait_for(&mut self, prefix: &str) -> Vec<String> {
        self.wait_until(|line| line.starts_with(prefix))
    }

    /// Waits for a line. Returns the lines up to and including it.
    #[track_caller]
    pub fn wait_until(&mut self, is_awaited: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            let is_last = is_awaited(&line);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Waits for a line with this prefix and returns it.
    #[track_caller]
    pub fn wait_for_line(&mut self, prefix: &str) -> String {
        self.wait_for(prefix).pop().expect("at least one line")
    }

    /// Waits until the program has handled every sent line. Returns the lines it printed.
    #[track_caller]
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.wait_for("readyok");
        lines.pop();
        // Blank lines are printed while the setup takes long.
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// Sends lines and returns what they print at once. Does not wait for the result of a search.
    #[track_caller]
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.sync()
    }

    /// Starts a search and waits for its `bestmove` line.
    #[track_caller]
    pub fn go(&mut self, line: &str) -> String {
        self.send(line);
        self.wait_for_line("bestmove")
    }

    /// Starts a search that must end with a legal move.
    #[track_caller]
    pub fn go_legally(&mut self, line: &str) {
        let best = self.go(line);
        let legal = self.ask("moves");
        let played = best.split(' ').nth(1).expect("a move");
        assert!(legal[0].split(' ').any(|mv| mv == played), "{best}: {legal:?}");
    }

    /// Waits until the program ends. Returns the lines received meanwhile and the exit status.
    #[track_caller]
    pub fn wait_for_exit(mut self) -> (Vec<String>, ExitStatus) {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(TIMEOUT) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    panic!("the program does not end: {:#?}", self.received)
                }
            }
        }
        (lines, self.exit_status())
    }

    /// Closes the program's stdout.
    pub fn close_output(&mut self) {
        // Without a receiver, the reading thread ends at the next line and closes the pipe.
        let (_, disconnected) = channel();
        self.output = disconnected;
    }

    /// Waits for the exit status.
    #[track_caller]
    pub fn exit_status(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return status;
            }
            assert!(start.elapsed() < TIMEOUT, "the program does not end: {:#?}", self.received);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the session with `quit`.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        let (_, status) = self.wait_for_exit();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Counts the `bestmove` lines.
pub fn count_bestmoves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
