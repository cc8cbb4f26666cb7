//! Output to stdout and stderr. Errors are ignored: a match goes on if a reader such as `head` has closed the pipe.

use std::io::{self, Write};

/// Prints text to stdout.
pub fn print(text: &str) {
    write(io::stdout().lock(), text);
}

/// Prints a line to stderr.
pub fn eprint_line(line: &str) {
    write(io::stderr().lock(), &format!("{line}\n"));
}

fn write(mut output: impl Write, text: &str) {
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}
