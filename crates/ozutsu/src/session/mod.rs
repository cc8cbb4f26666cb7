//! A session: reads commands of a GUI or a person from stdin and writes answers to stdout.
//!
//! A session speaks USI, or UCI after the command `uci`. It runs on four threads connected by
//! channels, so that no command waits for a slow one:
//!
//! - one reads lines from stdin ([`input`]);
//! - the main thread handles them: [`event_loop`] keeps the state of the session, [`handle_line`]
//!   handles the commands, [`set_position`] those that set up positions, and [`person_commands`]
//!   those for people without a protocol;
//! - the engine thread ([`engine_thread`]) runs one job after the other: setup, searches, perft;
//! - one writes lines to stdout ([`output`]).
//!
//! Each job prints its own answer when it ends, exactly once.

mod diagnostics;
mod engine_thread;
mod event_loop;
mod handle_line;
mod info_printer;
mod input;
mod output;
mod person_commands;
mod set_position;

pub use diagnostics::bench;
pub use event_loop::run;
