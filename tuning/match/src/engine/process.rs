//! A child process with line-based input and output.

use crate::console::eprint_line;
use crate::stop_flag::{POLL_INTERVAL, StopFlag};
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
#[cfg(unix)]
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use std::env::consts::EXE_SUFFIX;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{self, Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use std::{env, thread};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    pub command: PathBuf,
    pub args: Vec<String>,
    pub dir: Option<PathBuf>,
}

impl CommandLine {
    /// Returns the path of the program. With a folder, a relative command is a path from there, or a name to look up
    /// in `PATH` if there is no such file.
    pub fn program(&self) -> PathBuf {
        let Some(dir) = &self.dir else { return self.command.clone() };
        let in_dir = path::absolute(dir.join(&self.command)).unwrap_or_default();
        let is_elsewhere = is_name(&self.command) && find_file(in_dir.clone()).is_none();
        if is_elsewhere { self.command.clone() } else { in_dir }
    }

    /// Returns the file of the program, if it is found.
    pub fn file(&self) -> Option<PathBuf> {
        let program = self.program();
        if !is_name(&program) {
            return find_file(program);
        }
        let folders = env::var_os("PATH")?;
        env::split_paths(&folders).find_map(|folder| find_file(folder.join(&program)))
    }
}

/// Returns the file of a path to a program, which on Windows may lack the ending `.exe`.
fn find_file(path: PathBuf) -> Option<PathBuf> {
    let mut with_ending = path.clone().into_os_string();
    with_ending.push(EXE_SUFFIX);
    [path, with_ending.into()].into_iter().find(|path| path.is_file())
}

/// Returns whether a command is a name that the system looks up in `PATH`.
fn is_name(command: &Path) -> bool {
    command.components().count() == 1
}

#[derive(Debug)]
enum Output {
    Line(String),
    ErrorLine(String),
    Closed,
}

#[derive(Debug)]
pub enum ReadResult {
    /// A line from stdout, and when it arrived.
    Line(Instant, String),
    Timeout,
    Closed,
    Interrupted,
}

/// A running program. Dropping it ends the program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    /// The name in the trace.
    trace: Option<String>,
    output: Receiver<(Instant, Output)>,
    /// Output that arrived after the deadline of the last read.
    late_output: Option<(Instant, Output)>,
    last_error: String,
    is_closed: bool,
}

/// A flag of Windows' CreateProcess.
#[cfg(windows)]
const NEW_PROCESS_GROUP: u32 = 0x200;
/// How long a program may take to exit by itself.
const EXIT_TIMEOUT: Duration = Duration::from_millis(1000);
/// The maximum number of unread lines. A program that prints more blocks.
const MAX_PENDING_LINES: usize = 4096;
/// The maximum length of a line. The rest is read as another line.
const MAX_LINE_BYTES: u64 = 1 << 16;

impl Process {
    /// Starts a program. Prints what it reads and writes with the name `trace`, if there is one.
    pub fn start(command_line: &CommandLine, trace: Option<String>) -> io::Result<Self> {
        let mut command = Command::new(command_line.program());
        command.args(&command_line.args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &command_line.dir {
            command.current_dir(dir);
        }
        // In a separate process group the engine does not receive Ctrl-C from the terminal, and can be
        // killed together with its child processes.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let trace = trace.map(|name| format!("{name}({})", child.id()));
        let (sender, output) = bounded(MAX_PENDING_LINES);
        if let Some(stderr) = child.stderr.take() {
            let (sender, trace) = (sender.clone(), trace.clone());
            let forward = move || forward_lines(stderr, &sender, &trace, Output::ErrorLine);
            thread::Builder::new().spawn(forward)?;
        }
        if let Some(stdout) = child.stdout.take() {
            let trace = trace.clone();
            thread::Builder::new().spawn(move || {
                forward_lines(stdout, &sender, &trace, Output::Line);
                let _ = sender.send((Instant::now(), Output::Closed));
            })?;
        }
        let last_error = String::new();
        Ok(Self { child, input, trace, output, late_output: None, last_error, is_closed: false })
    }

    /// Sends a line. Returns when, which is after it was printed: a trace takes none of the program's time. Ignores
    /// errors, because the next read notices that the program has exited.
    pub fn send(&mut self, line: &str) -> Instant {
        print_trace(&self.trace, '<', line);
        let time = Instant::now();
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush());
        }
        time
    }

    /// Returns the next line that arrived before the deadline.
    ///
    /// Output that arrived later is kept for the next read, so that a program that prints faster than
    /// it is read cannot delay the caller beyond the deadline.
    pub fn read_line(&mut self, deadline: Instant, stop: &StopFlag) -> ReadResult {
        loop {
            if stop.is_requested() {
                return ReadResult::Interrupted;
            }
            if self.is_closed {
                return ReadResult::Closed;
            }
            let next_poll = deadline.min(Instant::now() + POLL_INTERVAL);
            let output = match self.late_output.take() {
                Some(late) => Ok(late),
                None => self.output.recv_deadline(next_poll),
            };
            match output {
                Ok(output) if output.0 > deadline => {
                    self.late_output = Some(output);
                    return ReadResult::Timeout;
                }
                Ok((arrival, Output::Line(line))) => return ReadResult::Line(arrival, line),
                Ok((_, Output::ErrorLine(line))) => self.record_error(line),
                Ok((_, Output::Closed)) | Err(RecvTimeoutError::Disconnected) => {
                    self.is_closed = true;
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    return ReadResult::Timeout;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Discards the lines that have arrived. Does not wait for a program that never stops printing.
    pub fn discard_output(&mut self) {
        for _ in 0..=self.output.len() {
            match self.late_output.take().or_else(|| self.output.try_recv().ok()) {
                Some((_, Output::ErrorLine(line))) => self.record_error(line),
                Some((_, Output::Line(_))) => {}
                Some((_, Output::Closed)) => self.is_closed = true,
                None => break,
            }
        }
    }

    fn record_error(&mut self, line: String) {
        if !line.trim().is_empty() {
            self.last_error = line.trim().replace(char::is_control, " ");
        }
    }

    /// Returns the exit status and the last line from stderr of a process that has closed its stdout.
    pub fn describe_exit(&mut self) -> String {
        let status = self.wait_until(Instant::now() + EXIT_TIMEOUT);
        // The end of stderr may arrive after the end of stdout.
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while Instant::now() < deadline
            && let Ok((_, output)) = self.output.recv_deadline(deadline)
        {
            if let Output::ErrorLine(line) = output {
                self.record_error(line);
            }
        }
        let status = match status {
            Some(status) => status.to_string(),
            None => "it closed its output but is still running".to_owned(),
        };
        match self.last_error.as_str() {
            "" => status,
            error => format!("{status}: {error}"),
        }
    }

    fn wait_until(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Kills the program and its child processes: the engine may have been started by a script.
    pub fn kill(&mut self) {
        // After the child has been waited for, its process id may belong to another process.
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
        self.send("quit");
        self.input = None;
        // Disconnects the reader threads, so that the program does not block on its output.
        self.output = crossbeam_channel::never();
        if self.wait_until(Instant::now() + EXIT_TIMEOUT).is_none() {
            self.kill();
        }
    }
}

/// Prints a line that a traced program reads (`<`) or writes (`>`), with the time since the first one.
fn print_trace(trace: &Option<String>, direction: char, line: &str) {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    if let Some(name) = trace {
        let time = START.elapsed().as_millis();
        eprint_line(&format!("{time} {name} {direction} {line}"));
    }
}

/// Sends each line of a stream to a channel, with the time at which it arrived.
fn forward_lines(
    stream: impl Read,
    sender: &Sender<(Instant, Output)>,
    trace: &Option<String>,
    wrap: fn(String) -> Output,
) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    loop {
        line.clear();
        match stream.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {
                let arrival = Instant::now();
                let text = String::from_utf8_lossy(&line);
                let text = text.trim_end_matches(['\r', '\n']).to_owned();
                print_trace(trace, '>', &text);
                if sender.send((arrival, wrap(text))).is_err() {
                    break;
                }
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A shell that waits for another program with the same stdout.
    const SCRIPT: &str = "sh -c 'echo started; exec sleep 60'; echo finished";

    #[test]
    fn kill_ends_child_processes_too() {
        let args = vec!["-c".to_owned(), SCRIPT.to_owned()];
        let command_line = CommandLine { command: "sh".into(), args, dir: None };
        let mut process = Process::start(&command_line, None).unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        let read = |process: &mut Process| process.read_line(deadline, &StopFlag::default());
        assert!(matches!(read(&mut process), ReadResult::Line(_, line) if line == "started"));
        process.kill();
        // stdout is closed only when both processes are gone.
        assert!(matches!(read(&mut process), ReadResult::Closed));
    }
}
