//! How things go wrong, and how that is said.

use crate::style;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the program could not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The request makes no sense; the text names the fault and where it is.
    Input(String),
    /// So do several faults, each with its place.
    Inputs(Vec<String>),
    /// The answer cannot be worked out or written.
    System(io::Error),
    /// All has been said already, as after `--help`.
    Answered,
}

impl Failure {
    /// A fault in what was asked.
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Says what went wrong on stderr, each fault in one line, and gives the exit status.
    pub fn report(self) -> ExitCode {
        let (messages, status) = match self {
            Self::Answered => return ExitCode::SUCCESS,
            // A reader such as `head` has seen enough: nothing is wrong.
            Self::System(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::System(error) => (vec![error.to_string()], ExitCode::FAILURE),
            Self::Input(message) => (vec![message], ExitCode::from(2)),
            Self::Inputs(messages) => (messages, ExitCode::from(2)),
        };
        let label = style::paint(style::ERROR, "error:");
        for message in messages {
            // With stderr closed there is nobody left to tell.
            let _ = writeln!(anstream::stderr(), "{label} {}", on_one_line(&message));
        }
        status
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl From<clap::Error> for Failure {
    /// What clap has to say, without the usage it puts below.
    fn from(error: clap::Error) -> Self {
        if !error.use_stderr() {
            // Help or the version was asked for. Whether anyone reads it is not our concern.
            let _ = error.print();
            return Self::Answered;
        }
        let text = error.render().to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let (text, usage) = text.split_once("Usage: ").unwrap_or((text, ""));
        let ours = ours(&error, usage);
        let mut told = Vec::new();
        for line in text.lines().map(str::trim) {
            match line.strip_prefix("tip: ") {
                _ if line.is_empty() || line.starts_with("For more information") => {}
                // Ours is better, and no value of ours begins with a dash.
                Some(tip) if ours.is_some() || tip.starts_with("to pass '-") => {}
                Some(tip) => told.push(format!("({tip})")),
                None => told.push(line.to_owned()),
            }
        }
        told.extend(ours.map(|tip| format!("({tip})")));
        Self::Input(told.join(" "))
    }
}

/// What we advise where clap does not know what was meant; the usage tells of which command.
fn ours(error: &clap::Error, usage: &str) -> Option<&'static str> {
    let (Some(ContextValue::String(found)), ErrorKind::UnknownArgument) =
        (error.get(ContextKind::InvalidArg), error.kind())
    else {
        return None;
    };
    let command = usage.split_whitespace().nth(1).unwrap_or_default();
    match (command, found.as_str()) {
        ("go", "--depth" | "--nodes" | "--movetime" | "--mate" | "--infinite") => {
            Some("limits are words: depth 5")
        }
        ("perft" | "bench", "--depth") => Some("the depth is a bare number"),
        // Without a command.
        (word, "--variant") if word.starts_with(['-', '[']) => {
            Some("after a command; in a session: setoption name UCI_Variant value shogi")
        }
        (_, option) if option.starts_with('-') => None,
        // Most likely the second word of a position.
        _ => Some("a position or a list of moves is one argument: put it in quotes"),
    }
}

/// A message with nothing in it, quoted from the command line, that would break its line or
/// drive the terminal.
fn on_one_line(message: &str) -> String {
    let mut line = String::new();
    for c in message.chars() {
        if c.is_control() {
            line.extend(c.escape_default());
        } else {
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_stays_on_its_line() {
        assert_eq!(on_one_line("no '大\n\u{1b}[1m' here"), "no '大\\n\\u{1b}[1m' here");
    }
}
