//! Prints the output of a search, and stops the search if that fails.

use crate::json;
use search::Control;
use session::Output;
use std::cell::RefCell;
use std::io::{self, Write};

/// Standard output, for what a search prints. If writing fails, stops the search.
#[derive(Debug)]
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

    /// Prints bytes.
    pub fn print(&self, bytes: &[u8]) {
        self.write(|out| out.write_all(bytes));
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
        self.print(text.as_bytes());
    }
}

/// Takes everything. [`SearchOutput::finish`] returns the first error.
impl<W: Write> Write for &SearchOutput<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.print(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
