//! What is said: a thread that writes lines, so that a reader who is slow holds up nobody.

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::convert::Infallible;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::thread;
use vampirc_usi::Info;

/// Where lines go to be written, each with one flush. All copies lead to the same writer.
#[derive(Clone, Debug)]
pub struct Output(Sender<Entry>);

#[derive(Debug)]
enum Entry {
    Said(String),
    Heard(String),
    Log(Option<File>),
}

/// Disconnected once the writer has ended: when all that was said is written and every
/// [`Output`] is gone, or when nobody reads any more.
pub type Ended = Receiver<Infallible>;

impl Output {
    /// Begins to write where lines go: stdout, if nobody tests.
    pub fn start(out: impl Write + Send + 'static) -> (Self, Ended) {
        let (entries, queue) = unbounded();
        let (alive, ended) = unbounded();
        thread::spawn(move || {
            // The reader has gone: there is nobody to tell.
            let _ = write(&queue, out);
            drop(alive);
        });
        (Self(entries), ended)
    }

    /// Says something, one line or several.
    pub fn say(&self, text: impl Display) {
        for line in text.to_string().split('\n') {
            self.send(Entry::Said(line.trim_end_matches('\r').into()));
        }
    }

    /// Says something that is meant for people.
    pub fn info(&self, text: impl Display) {
        self.say(Info::string(text.to_string()));
    }

    /// Has the log know what was heard.
    pub fn heard(&self, line: &str) {
        self.send(Entry::Heard(line.into()));
    }

    /// Records all that is heard and said from now on, or no longer.
    pub fn log_to(&self, file: Option<File>) {
        self.send(Entry::Log(file));
    }

    fn send(&self, entry: Entry) {
        // If the writer has ended, the session soon will.
        let _ = self.0.send(entry);
    }
}

fn write(queue: &Receiver<Entry>, mut out: impl Write) -> io::Result<()> {
    let mut log: Option<File> = None;
    let record = |mark: char, line: &str, log: &mut Option<File>| {
        if let Some(file) = log
            && writeln!(file, "{mark} {line}").is_err()
        {
            // A log that cannot be kept must not cost the game.
            *log = None;
        }
    };
    for entry in queue {
        match entry {
            Entry::Said(line) => {
                record('<', &line, &mut log);
                out.write_all(format!("{line}\n").as_bytes())?;
                out.flush()?;
            }
            Entry::Heard(line) => record('>', &line, &mut log),
            Entry::Log(file) => log = file,
        }
    }
    Ok(())
}
