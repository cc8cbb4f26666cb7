//! Where a session prints.

use crate::language::Language;
use crate::terminal::wrap::wrap;
use std::fmt::Display;
use std::fs::File;
use vampirc_usi::info_string;

/// Takes what a session and its tasks print. Only the first method is needed where no person sees the output on a
/// terminal, and no files are written.
pub trait Output: Send {
    /// Prints a line. May wait for a client that does not read.
    fn print_line(&self, line: String);

    /// Prints the report of a running search, which later ones replace: it may be left out.
    fn print_report(&self, line: String) {
        self.print_line(line);
    }

    /// Returns the width of the terminal in columns, if a person who uses no protocol sees the output there.
    fn terminal_width(&self) -> Option<usize> {
        None
    }

    /// Returns the height of that terminal in lines.
    fn terminal_height(&self) -> usize {
        usize::MAX
    }

    /// Returns the language of that person.
    fn language(&self) -> Language {
        Language::English
    }

    /// Prints for a client that uses a protocol from now on.
    fn begin_protocol(&self) {}

    /// Prints text for the terminal as it is.
    fn draw(&self, _text: String) {}

    /// Logs a line from the client.
    fn log_received(&self, _line: &str) {}

    /// Logs to a file from now on, or stops logging.
    fn set_log(&self, _file: Option<File>) {}
}

impl dyn Output + '_ {
    /// Returns whether a person who uses no protocol sees the output on a terminal.
    pub fn is_terminal(&self) -> bool {
        self.terminal_width().is_some()
    }

    /// Prints one or more lines.
    pub fn print(&self, text: impl Display) {
        for line in text.to_string().split('\n') {
            self.print_line(line.trim_end_matches('\r').into());
        }
    }

    /// Prints lines, which are wrapped in a person's terminal.
    pub fn print_text(&self, text: &str) {
        match self.terminal_width() {
            Some(width) => self.draw(wrap(text, width) + "\n"),
            None => self.print(text),
        }
    }

    /// Prints text in styles, which it loses where no person sees it on a terminal. Lines without a style are wrapped.
    pub fn show(&self, text: impl Display) {
        let text = text.to_string();
        let text = text.trim_end();
        match self.terminal_width() {
            Some(width) => {
                // Lines with styles are diagrams.
                let wrapped = text.split('\n').map(|line| match line.contains('\x1b') {
                    true => line.to_owned(),
                    false => wrap(line, width),
                });
                self.draw(wrapped.collect::<Vec<_>>().join("\n") + "\n");
            }
            None => self.print(anstream::adapter::strip_str(text)),
        }
    }

    /// Prints an error or a result: as text in a person's terminal, an error in their language, otherwise as an
    /// `info string` line.
    pub fn tell(&self, text: impl Display) {
        match self.terminal_width() {
            Some(_) => self.print_text(&self.language().error(&text.to_string())),
            None => self.print_info_string(text),
        }
    }

    /// Prints an error or a result in the language of the person: an English text with values, which `TEXTS` translates.
    pub fn say(&self, english: &str, values: &[&dyn Display]) {
        self.tell(self.language().fill(english, values));
    }

    /// Prints an `info string` line.
    pub fn print_info_string(&self, text: impl Display) {
        self.print(info_string(&text.to_string()));
    }
}
