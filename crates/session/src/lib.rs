//! Sessions of a GUI or a person with the engine, by USI or UCI: lines in, lines out.
//!
//! A [`Session`] starts no threads and reads no input. The program around it hands it the lines, runs its
//! jobs with a [`JobRunner`] on a thread or between the lines, and takes what they print ([`Output`]). It
//! opens only the files that a command or an option names:
//!
//! - `session` keeps the state, `handle_line` handles the commands, `set_position` those that set up
//!   positions;
//! - `person` has the commands for people without a protocol, the help, and the [`Completion`] of commands;
//!   `language` has what is said to them;
//! - a [`Job`] sets up the engine, searches, or counts moves, and prints its own answer when it ends, exactly
//!   once;
//! - the [`player`] decides what to answer to a search.
//!
//! The [`terminal`] views of positions and searches are here, because the command line and Python show the same.
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod diagnostics;
mod handle_line;
mod info_printer;
mod job;
mod language;
pub mod move_notation;
mod output;
mod person;
pub mod player;
pub mod rules_files;
mod session;
mod set_position;
pub mod terminal;
#[cfg(test)]
mod tests;
mod version;

pub use diagnostics::bench;
pub use job::{Job, JobDone, JobRunner, SearchDisplay, search};
pub use language::Language;
pub use output::Output;
pub use person::commands::greeting;
pub use person::completion::Completion;
pub use session::{Flow, JobQueue, Session};
pub use set_position::MAX_LINE_LENGTH;
pub use version::VERSION;
