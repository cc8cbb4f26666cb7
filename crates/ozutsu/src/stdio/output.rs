//! The thread that writes to stdout, so that a slow reader does not hold up a search.
//!
//! Few lines wait for a client that does not read. Then the reports of a search are left out, because later
//! ones replace them, and other answers wait for the client, and with them the commands.

use crate::terminal::terminal_size;
use crossbeam_channel::{
    Receiver, SendTimeoutError, Sender, TrySendError, after, bounded, never, unbounded,
};
use session::terminal::style::CLEAR_LINE;
use session::{Language, Output};
use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Number of lines that wait for a client.
const MAX_WAITING: usize = 4096;
/// Longest wait for a client that does not read, after `quit`.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Sends lines to the writer thread, which flushes after each. All clones send to the same thread.
#[derive(Clone, Debug)]
pub struct StdoutWriter {
    entries: Sender<Entry>,
    /// Whether a person without a protocol reads the output on a terminal.
    is_read_by_person: Arc<AtomicBool>,
    /// The language of that person.
    language: Language,
    quit: QuitSignal,
}

/// Tells a [`StdoutWriter`] of `quit`. Unlike a clone of it, this does not keep the writer thread running.
#[derive(Clone, Default, Debug)]
pub struct QuitSignal(Arc<OnceLock<Instant>>);

impl QuitSignal {
    /// Lets the writer no longer wait for a client that does not read.
    pub fn send(&self) {
        self.0.get_or_init(Instant::now);
    }

    /// Returns whether a client that does not read is still waited for.
    fn allows_waiting(&self) -> bool {
        self.0.get().is_none_or(|sent| sent.elapsed() < EXIT_TIMEOUT)
    }

    /// Returns a channel that limits the last wait for the client: it receives after a time if `quit` was sent, and never
    /// without it. The time begins now, because commands before `quit` may have taken long.
    pub fn exit_timeout(&self) -> Receiver<Instant> {
        self.0.get().map_or_else(never, |_| after(EXIT_TIMEOUT))
    }
}

#[derive(Debug)]
enum Entry {
    /// Print and log a line.
    Printed(String),
    /// Print text for a person's terminal as it is.
    Drawn(String),
    /// Log a line received from the client.
    Received(String),
    /// Log to another file, or to none.
    SetLog(Option<File>),
    /// Send a message when everything before is written.
    Written(Sender<()>),
}

/// Disconnected when the writer thread ends: after all lines are written and every [`StdoutWriter`] is
/// dropped, or when the reader has closed the pipe. Before that it receives the error if lines cannot be written.
pub type WriterEnded = Receiver<io::Error>;

impl StdoutWriter {
    /// Starts the writer thread.
    pub fn start(
        out: impl Write + Send + 'static,
        is_terminal: bool,
    ) -> io::Result<(Self, WriterEnded)> {
        let (sender, entries) = bounded(MAX_WAITING);
        let (alive, ended) = unbounded();
        thread::Builder::new().name("output".into()).spawn(move || {
            let result = write_entries(&entries, out);
            drop(entries);
            // The session ends quietly if the reader has closed the pipe, or the terminal is gone.
            if let Err(error) = result
                && error.kind() != io::ErrorKind::BrokenPipe
                && !is_terminal
            {
                let _ = alive.send(error);
            }
            drop(alive);
        })?;
        let output = Self {
            entries: sender,
            is_read_by_person: Arc::new(is_terminal.into()),
            language: language_of_user(),
            quit: QuitSignal::default(),
        };
        Ok((output, ended))
    }

    /// Sends a message when everything printed so far is written.
    pub fn send_when_written(&self, sender: Sender<()>) {
        self.send(Entry::Written(sender));
    }

    pub fn quit_signal(&self) -> QuitSignal {
        self.quit.clone()
    }

    fn send(&self, entry: Entry) {
        // Sending fails after the writer thread has ended; then the session ends too.
        let Err(TrySendError::Full(mut entry)) = self.entries.try_send(entry) else { return };
        while self.quit.allows_waiting() {
            match self.entries.send_timeout(entry, Duration::from_millis(20)) {
                Err(SendTimeoutError::Timeout(unsent)) => entry = unsent,
                _ => return,
            }
        }
    }
}

impl Output for StdoutWriter {
    fn print_line(&self, line: String) {
        self.send(Entry::Printed(line));
    }

    /// Prints the report of a running search, unless too many lines wait for the client.
    fn print_report(&self, line: String) {
        let _ = self.entries.try_send(Entry::Printed(line));
    }

    fn draw(&self, text: String) {
        self.send(Entry::Drawn(text));
    }

    fn terminal_width(&self) -> Option<usize> {
        self.is_read_by_person.load(Ordering::Relaxed).then(|| terminal_size().0)
    }

    fn terminal_height(&self) -> usize {
        terminal_size().1
    }

    fn language(&self) -> Language {
        let is_read_by_person = self.is_read_by_person.load(Ordering::Relaxed);
        if is_read_by_person { self.language } else { Language::English }
    }

    fn begin_protocol(&self) {
        self.is_read_by_person.store(false, Ordering::Relaxed);
    }

    /// Logs a line received from the client, unless too many lines wait for it: `stop` must not.
    fn log_received(&self, line: &str) {
        let _ = self.entries.try_send(Entry::Received(line.into()));
    }

    fn set_log(&self, file: Option<File>) {
        self.send(Entry::SetLog(file));
    }
}

/// Returns the language of the user's messages: the first of these variables that is set decides.
fn language_of_user() -> Language {
    ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .map_or_else(Language::default, |locale| Language::of_locale(&locale))
}

fn write_entries(entries: &Receiver<Entry>, mut out: impl Write) -> io::Result<()> {
    let mut log: Option<File> = None;
    let write_log = |direction: char, line: &str, log: &mut Option<File>| {
        if let Some(file) = log
            && writeln!(file, "{direction} {line}").is_err()
        {
            // A failing log must not end the game.
            *log = None;
        }
    };
    // Whether the last text was a row of a table that is not finished: the next one replaces it.
    let mut is_row_open = false;
    for entry in entries {
        match entry {
            Entry::Printed(line) => {
                write_log('<', &line, &mut log);
                let clear = if mem::take(&mut is_row_open) { CLEAR_LINE } else { "" };
                out.write_all(format!("{clear}{line}\n").as_bytes())?;
                out.flush()?;
            }
            Entry::Drawn(text) => {
                for line in anstream::adapter::strip_str(&text).to_string().lines() {
                    // A row of a table begins with this if it replaces another.
                    write_log('<', line.trim_start_matches('\r'), &mut log);
                }
                if is_row_open && !text.starts_with(CLEAR_LINE) {
                    out.write_all(CLEAR_LINE.as_bytes())?;
                }
                is_row_open = !text.ends_with('\n');
                out.write_all(text.as_bytes())?;
                out.flush()?;
            }
            Entry::Received(line) => write_log('>', &line, &mut log),
            Entry::SetLog(file) => log = file,
            Entry::Written(sender) => {
                let _ = sender.try_send(());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Writer that waits until `Receiver` is disconnected.
    struct Blocked(Receiver<Infallible>);

    impl Write for Blocked {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn other_text_takes_the_place_of_a_row_that_is_not_finished() {
        let (sender, entries) = unbounded();
        sender.send(Entry::Drawn("bound".into())).unwrap();
        sender.send(Entry::Drawn("board\n".into())).unwrap();
        sender.send(Entry::Drawn("\r\x1b[Kother bound".into())).unwrap();
        sender.send(Entry::Printed("1 node".into())).unwrap();
        sender.send(Entry::Drawn("\r\x1b[Krow\n".into())).unwrap();
        sender.send(Entry::Drawn("answer\n".into())).unwrap();
        drop(sender);
        let mut written = Vec::new();
        write_entries(&entries, &mut written).unwrap();
        let text = String::from_utf8(written).unwrap().replace("\r\x1b[K", "|");
        assert_eq!(text, "bound|board\n|other bound|1 node\n|row\nanswer\n");
    }

    #[test]
    fn reports_and_quit_do_not_wait_for_a_client_that_does_not_read() {
        let (reader, blocked) = unbounded();
        let (output, _ended) = StdoutWriter::start(Blocked(blocked), false).unwrap();
        for _ in 0..2 * MAX_WAITING {
            output.print_report("info depth 1".into());
            output.log_received("stop");
        }
        let printing = thread::spawn({
            let output = output.clone();
            move || (&output as &dyn Output).print("info string\ninfo string\nbestmove 7g7f")
        });
        thread::sleep(Duration::from_millis(100));
        assert!(!printing.is_finished(), "an answer waits");
        output.quit_signal().send();
        printing.join().unwrap();
        drop(reader);
    }
}
