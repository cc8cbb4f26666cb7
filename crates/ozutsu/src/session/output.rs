//! The thread that writes to stdout, so that a slow reader does not hold up the session.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::convert::Infallible;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::thread;
use vampirc_usi::Info;

/// Sends lines to the writer thread, which flushes after each. All clones send to the same thread.
#[derive(Clone, Debug)]
pub struct Output(Sender<Entry>);

#[derive(Debug)]
enum Entry {
    /// Print and log a line.
    Printed(String),
    /// Log a line received from the client.
    Received(String),
    /// Log to another file, or to none.
    SetLog(Option<File>),
}

/// Disconnected when the writer thread ends: after all lines are written and every [`Output`] is
/// dropped, or when the reader has closed the pipe.
pub type WriterEnded = Receiver<Infallible>;

impl Output {
    /// Starts the writer thread.
    pub fn start(out: impl Write + Send + 'static) -> (Self, WriterEnded) {
        let (sender, entries) = unbounded();
        let (alive, ended) = unbounded();
        thread::spawn(move || {
            // Fails when the reader has closed the pipe.
            let _ = write_entries(&entries, out);
            drop(alive);
        });
        (Self(sender), ended)
    }

    /// Prints one or more lines.
    pub fn print(&self, text: impl Display) {
        for line in text.to_string().split('\n') {
            self.send(Entry::Printed(line.trim_end_matches('\r').into()));
        }
    }

    /// Prints an `info string` line.
    pub fn print_info_string(&self, text: impl Display) {
        self.print(Info::string(text.to_string()));
    }

    /// Logs a line received from the client.
    pub fn log_received(&self, line: &str) {
        self.send(Entry::Received(line.into()));
    }

    /// Logs to a file from now on, or stops logging.
    pub fn set_log(&self, file: Option<File>) {
        self.send(Entry::SetLog(file));
    }

    fn send(&self, entry: Entry) {
        // Fails only after the writer thread has ended; then the session ends too.
        let _ = self.0.send(entry);
    }
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
    for entry in entries {
        match entry {
            Entry::Printed(line) => {
                write_log('<', &line, &mut log);
                out.write_all(format!("{line}\n").as_bytes())?;
                out.flush()?;
            }
            Entry::Received(line) => write_log('>', &line, &mut log),
            Entry::SetLog(file) => log = file,
        }
    }
    Ok(())
}
