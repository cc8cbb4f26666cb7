//! A client of the built program, which waits long but not for ever.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than anything takes, however busy the machine: who waits so long would wait for ever.
const LIMIT: Duration = Duration::from_secs(60);

pub struct Client {
    pub child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
    /// All that was said so far.
    pub heard: Vec<String>,
}

impl Client {
    pub fn new() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
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
        Self { child, input, output, heard: Vec::new() }
    }

    /// A client that has chosen a protocol and a game.
    pub fn playing(protocol: &str, game: &str) -> Self {
        let mut client = Self::new();
        client.say(protocol);
        client.until(if protocol == "uci" { "uciok" } else { "usiok" });
        client.say(&format!("setoption name UCI_Variant value {game}"));
        client.until("info string variant");
        client.sync();
        client
    }

    /// Sends lines.
    pub fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send(&mut self, bytes: &[u8]) {
        assert!(self.try_to_send(bytes), "the program reads");
    }

    /// Sends bytes as they are, if anyone takes them.
    pub fn try_to_send(&mut self, bytes: &[u8]) -> bool {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).is_ok()
    }

    /// Ends the input.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// The next line.
    #[track_caller]
    pub fn next(&mut self) -> String {
        let line = self.output.recv_timeout(LIMIT).unwrap_or_else(|error| {
            panic!("{error} after {:#?}", self.heard);
        });
        self.heard.push(line.clone());
        line
    }

    /// The lines up to and with the first that begins so.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next();
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// The first line that begins so.
    #[track_caller]
    pub fn line(&mut self, start: &str) -> String {
        self.until(start).pop().expect("at least one line")
    }

    /// Has everything sent so far be understood; gives what was said before.
    #[track_caller]
    pub fn sync(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        // On a busy machine who waits may hear that it is not forgotten.
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// What a few lines are answered, without a search.
    #[track_caller]
    pub fn ask(&mut self, lines: &str) -> Vec<String> {
        self.say(lines);
        self.sync()
    }

    /// The answer to a `go`.
    #[track_caller]
    pub fn go(&mut self, line: &str) -> String {
        self.say(line);
        self.line("bestmove")
    }

    /// What is said until the program ends, and how it ends.
    #[track_caller]
    pub fn rest(mut self) -> (Vec<String>, ExitStatus) {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(LIMIT) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("it does not end: {:#?}", self.heard),
            }
        }
        (lines, self.exit())
    }

    /// Hears nothing any more.
    pub fn close_ears(&mut self) {
        // Without its receiver the thread that reads ends with the next line and closes the pipe.
        let (_, nothing) = channel();
        self.output = nothing;
    }

    /// How the program ends.
    #[track_caller]
    pub fn exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return status;
            }
            assert!(start.elapsed() < LIMIT, "it does not end: {:#?}", self.heard);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Leaves in order.
    #[track_caller]
    pub fn quit(mut self) {
        self.say("quit");
        let (_, status) = self.rest();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many of the lines are the answer to a `go`.
pub fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}
