//! Prints the output of a search, and stops the search on an error or Ctrl-C.

use crate::cli_error::{CliError, INTERRUPTED};
use crate::json;
use search::Control;
use session::Output;
use std::cell::RefCell;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Standard output, for what a search prints. If writing fails, stops the search.
pub struct SearchOutput<'a, W> {
    out: RefCell<&'a mut W>,
    control: &'a Control,
    written: RefCell<io::Result<()>>,
}

impl<'a, W: Write> SearchOutput<'a, W> {
    pub fn new(out: &'a mut W, control: &'a Control) -> Self {
        Self { out: out.into(), control, written: Ok(()).into() }
    }

    /// Returns the error that stopped the search.
    pub fn finish(self) -> io::Result<()> {
        self.written.into_inner()
    }

    /// Prints an object as a line.
    pub fn print_object(&self, object: &json::Object) {
        self.write(|out| json::write_line(out, object));
    }

    fn write(&self, write: impl FnOnce(&mut W) -> io::Result<()>) {
        let (mut out, mut written) = (self.out.borrow_mut(), self.written.borrow_mut());
        if written.is_ok() {
            *written = write(&mut out).and_then(|()| out.flush());
        }
        if written.is_err() {
            self.control.stop();
        }
    }
}

impl<W: Write + Send> Output for SearchOutput<'_, W> {
    fn print_line(&self, line: String) {
        self.write(|out| writeln!(out, "{line}"));
    }

    fn draw(&self, text: String) {
        self.write(|out| out.write_all(text.as_bytes()));
    }
}

/// Set by Ctrl-C.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C stop the search, which then prints its result. A second Ctrl-C ends the program.
pub fn stop_on_ctrl_c(control: &Control) {
    let control = control.clone();
    // If the handler cannot be set, Ctrl-C ends the program.
    let _ = ctrlc::set_handler(move || {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        control.stop();
    });
}

/// Returns whether Ctrl-C was pressed after [`stop_on_ctrl_c`].
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Returns the end of a command that has printed its result: an error if Ctrl-C has cut it short.
pub fn interrupted() -> Result<(), CliError> {
    if is_interrupted() { Err(CliError::Interrupted) } else { Ok(()) }
}
