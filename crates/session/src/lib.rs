//! Sessions of a GUI or a person with the engine, by USI or UCI: lines in, lines out.
//!
//! A [`Session`] knows neither threads nor files nor a terminal. The program around it hands it the lines,
//! runs its jobs with a [`JobRunner`] on a thread or between the lines, and takes what they print
//! ([`Output`]):
//!
//! - `session` keeps the state, `handle_line` handles the commands, `set_position` those that set up
//!   positions;
//! - `person_commands`, `opponent` and `game_files` have the commands for people without a protocol, `help` lists all
//!   commands, and [`Completion`] completes them;
//! - a [`Job`] sets up the engine, searches, or counts moves, and prints its own answer when it ends, exactly
//!   once;
//! - the [`player`] decides what to answer to a search.
//!
//! The views of positions and searches in a terminal are also here, because the command line shows the same.
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod board_view;
mod completion;
mod diagnostics;
mod game_files;
mod handle_line;
mod help;
mod info_printer;
mod job;
pub mod move_notation;
mod opponent;
mod output;
mod person_commands;
pub mod piece_glyphs;
pub mod player;
pub mod position_view;
pub mod rules_files;
pub mod search_table;
mod session;
mod set_position;
pub mod terminal_style;
#[cfg(test)]
mod tests;
mod version;
mod wrap;

pub use completion::Completion;
pub use diagnostics::bench;
pub use job::{Job, JobDone, JobRunner, SearchDisplay, search};
pub use output::Output;
pub use person_commands::greeting;
pub use session::{Flow, JobQueue, Session};
pub use set_position::MAX_LINE_LENGTH;
pub use version::VERSION;
