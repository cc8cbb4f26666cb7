//! A program as a process: lines in, lines out, and its end.

use crate::interrupt::StopFlag;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
#[cfg(unix)]
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How to start a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Launch {
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder it is started in.
    pub dir: Option<PathBuf>,
}

/// What comes from a process.
#[derive(Debug)]
enum Event {
    Line(String),
    /// A line on stderr.
    Complaint(String),
    End,
}

/// What came of waiting for a line.
#[derive(Debug)]
pub enum Heard {
    /// A line, and when it came.
    Line(Instant, String),
    /// Nothing until the deadline.
    Nothing,
    /// The process has closed its output.
    End,
    /// The wait was given up.
    Stopped,
}

/// A running program. It ends when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    events: Receiver<(Instant, Event)>,
    /// What came too late for who listened.
    late: Option<(Instant, Event)>,
    /// Its last words on stderr.
    complaint: String,
    has_ended: bool,
}

/// How long a program has for leaving by itself.
const FAREWELL: Duration = Duration::from_millis(1000);
/// How often it is looked whether to give up.
const GLANCE: Duration = Duration::from_millis(50);
/// How many lines may wait to be read: a program that floods its output has to wait.
const BACKLOG: usize = 4096;
/// The longest line that is read; the rest is read as another.
const LONGEST: u64 = 1 << 16;

impl Process {
    /// Starts a program.
    pub fn start(launch: &Launch) -> io::Result<Self> {
        let mut command = Command::new(&launch.command);
        command.args(&launch.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        // An interrupt typed at the terminal is for us alone; we see to our engines. What they start
        // is of their group.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let (sender, events) = bounded(BACKLOG);
        if let Some(errors) = child.stderr.take() {
            let sender = sender.clone();
            thread::spawn(move || forward(errors, &sender, Event::Complaint));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                forward(output, &sender, Event::Line);
                let _ = sender.send((Instant::now(), Event::End));
            });
        }
        Ok(Self { child, input, events, late: None, complaint: String::new(), has_ended: false })
    }

    /// Sends a line. A program that has gone shows itself when it is listened to.
    pub fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// The next line, if one comes before the deadline. What comes later is kept, so that a program
    /// that says more than can be read does not hold up who listens.
    pub fn hear(&mut self, deadline: Instant, stop: &StopFlag) -> Heard {
        loop {
            if stop.is_requested() {
                return Heard::Stopped;
            }
            if self.has_ended {
                return Heard::End;
            }
            let glance = deadline.min(Instant::now() + GLANCE);
            let next = self.late.take().map_or_else(|| self.events.recv_deadline(glance), Ok);
            match next {
                Ok(event) if event.0 > deadline => {
                    self.late = Some(event);
                    return Heard::Nothing;
                }
                Ok((at, Event::Line(line))) => return Heard::Line(at, line),
                Ok((_, Event::Complaint(line))) => self.note(line),
                Ok((_, Event::End)) | Err(RecvTimeoutError::Disconnected) => self.has_ended = true,
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return Heard::Nothing;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Forgets what was said and not heard. Who never falls silent is not waited for.
    pub fn skip(&mut self) {
        for _ in 0..=self.events.len() {
            match self.late.take().or_else(|| self.events.try_recv().ok()) {
                Some((_, Event::Complaint(line))) => self.note(line),
                Some((_, Event::Line(_))) => {}
                Some((_, Event::End)) => self.has_ended = true,
                None => break,
            }
        }
    }

    fn note(&mut self, line: String) {
        if !line.trim().is_empty() {
            self.complaint = line.trim().to_owned();
        }
    }

    /// How a process that has closed its output has ended, with its last words on stderr.
    pub fn obituary(&mut self) -> String {
        let status = self.wait_until(Instant::now() + FAREWELL);
        // Its last words may come after the end of its output.
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline
            && let Ok((_, event)) = self.events.recv_deadline(deadline)
        {
            if let Event::Complaint(line) = event {
                self.note(line);
            }
        }
        let how = match status {
            Some(status) => status.to_string(),
            None => "it closed its output and runs on".to_owned(),
        };
        if self.complaint.is_empty() { how } else { format!("{how}: {}", self.complaint) }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<std::process::ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Ends a program that does not answer, and what it has started: the one that hangs may be behind
    /// a script.
    pub fn kill(&mut self) {
        // The number of a child that was waited for may be another's by now.
        #[cfg(unix)]
        if let Ok(None) = self.child.try_wait()
            && let Ok(id) = i32::try_from(self.child.id())
        {
            let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        self.input = None;
        // Its output is no longer wanted, and must not hold it up.
        self.events = crossbeam_channel::never();
        if self.wait_until(Instant::now() + FAREWELL).is_none() {
            self.kill();
        }
    }
}

/// Sends the lines of a stream on, each with the time it came.
fn forward(stream: impl Read, to: &Sender<(Instant, Event)>, event: fn(String) -> Event) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        match stream.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\r', '\n']).to_owned();
                if to.send((Instant::now(), event(text))).is_err() {
                    break;
                }
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// An engine behind a script that waits for it.
    const SCRIPT: &str = "sh -c 'echo here; exec sleep 60'; echo over";

    #[test]
    fn what_a_killed_program_started_is_gone() {
        let args = vec!["-c".to_owned(), SCRIPT.to_owned()];
        let launch = Launch { command: "sh".into(), args, dir: None };
        let mut process = Process::start(&launch).unwrap();
        let soon = Instant::now() + Duration::from_secs(30);
        let hear = |process: &mut Process| process.hear(soon, &StopFlag::default());
        assert!(matches!(hear(&mut process), Heard::Line(_, line) if line == "here"));
        process.kill();
        // The output is both programs', and ends with the last of them.
        assert!(matches!(hear(&mut process), Heard::End));
    }
}
