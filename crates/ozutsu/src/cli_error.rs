//! The error type of the commands: how errors are printed, and their exit status.
//!
//! Errors in the arguments themselves are clap's: it prints them and exits with status 2.

use crate::terminal::terminal_size;
use anstyle::Style;
use session::terminal::style;
use session::terminal::wrap::wrap;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// Invalid input, such as an illegal move or a malformed file. Each message is printed on its own line.
    Input(Vec<String>),
    /// Writing a file failed.
    Write(String),
    /// Reading, writing or starting a thread failed.
    Io(io::Error),
    /// The command has gone on after this number of errors, which were printed.
    Incomplete(usize),
    /// Ctrl-C ended the command, which has printed or written what it had.
    Interrupted,
}

/// The exit status of a program that Ctrl-C has ended.
pub const INTERRUPTED: u8 = 130;

impl CliError {
    /// Creates an error about invalid input.
    pub fn input(message: impl Display) -> Self {
        Self::Input(vec![message.to_string()])
    }

    /// Prints the error to stderr, one line per message, and returns the exit status.
    pub fn report(self) -> ExitCode {
        let (messages, status) = match self {
            // A reader such as `head` closed the pipe: not an error.
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Io(error) => (vec![error.to_string()], ExitCode::FAILURE),
            Self::Write(message) => (vec![message], ExitCode::FAILURE),
            Self::Input(messages) => (messages, ExitCode::from(2)),
            Self::Incomplete(errors) => {
                let errors =
                    if errors == 1 { "1 error".into() } else { format!("{errors} errors") };
                (vec![format!("{errors}; everything else was done")], ExitCode::FAILURE)
            }
            Self::Interrupted => (Vec::new(), ExitCode::from(INTERRUPTED)),
        };
        messages.iter().for_each(print_error);
        status
    }
}

/// Prints an error to stderr.
pub fn print_error(message: &impl Display) {
    print_labelled(style::ERROR, "error:", message);
}

/// Prints a warning to stderr.
pub fn print_warning(message: &impl Display) {
    print_labelled(style::WARNING, "warning:", message);
}

/// Prints a note to stderr: something valid that is probably meant otherwise.
pub fn print_note(message: &impl Display) {
    print_labelled(style::WARNING, "note:", message);
}

fn print_labelled(style: Style, label: &str, message: &impl Display) {
    let mut text = format!("{label} {}", escape_control(&message.to_string()));
    if io::stderr().is_terminal() {
        text = wrap(&text, terminal_size().0);
    }
    let (label, text) = (style::paint(style, label), &text[label.len()..]);
    // Fails if stderr is closed; the exit status still reports an error.
    let _ = writeln!(anstream::stderr(), "{label}{text}");
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Escapes control characters, so that quoted input can neither break the line nor control the
/// terminal.
fn escape_control(message: &str) -> String {
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
    fn control_characters_are_escaped() {
        assert_eq!(escape_control("no '大\n\u{1b}[1m' here"), "no '大\\n\\u{1b}[1m' here");
    }
}
