//! Sessions of a GUI or a person with the engine, by USI or UCI: lines in, lines out.
//!
//! A [`Session`] handles one line after the other, while its engine does [`Task`]s: it sets itself up, searches, or
//! counts moves. The session waits for a search only when it has stopped it, and not for long. Tasks are done on a thread
//! that the session starts, or where there are no threads by the program around it with a [`TaskRunner`]. What they print
//! goes to an [`Output`]. The session opens only the files that a command or an option names, the evaluation beside a
//! rules file, and the games in the folder of [`Session::keep_games`].
//!
//! - `backend` has what both kinds of clients work with: the position, the options, and the engine with its tasks;
//! - `program` handles the lines of programs, `person` those of people, who have no protocol but more commands, a help
//!   and a [`Completion`]; `language` has what is said to people;
//! - a `task` prints its own answer when it ends, exactly once;
//! - the [`player`] decides what to answer to a search.
//!
//! The [`terminal`] views of positions and searches are here, because the command line and Python show the same.
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod backend;
mod diagnostics;
mod engine_thread;
mod info_printer;
mod language;
pub mod move_notation;
mod output;
mod person;
pub mod player;
mod program;
mod rules_files;
mod session;
mod task;
pub mod terminal;
#[cfg(test)]
mod tests;
mod version;

pub use backend::Flow;
pub use diagnostics::{MAX_PERFT_DEPTH, bench};
pub use language::Language;
pub use output::Output;
pub use person::commands::greeting;
pub use person::completion::Completion;
pub use session::{MAX_LINE_LENGTH, Session};
pub use task::{Outcome, SearchDisplay, Task, TaskRunner, search};
pub use version::VERSION;
