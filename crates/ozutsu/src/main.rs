//! Ozutsu, an engine for cannon shogi and its relatives.
//!
//! Without arguments the program holds a [`session`] in USI or UCI. With arguments it does one
//! thing and exits: [`cli`] says what can be asked for, and each of [`commands`] answers one such
//! question. What they share is how a position is named
//! ([`setup`]), drawn ([`board_view`], [`faces`], [`style`]) and talked about ([`notation`],
//! [`state`]), and how things go wrong ([`failure`]).
#![deny(unsafe_code, missing_docs)]
// Whatever is typed is answered, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod board_view;
mod cli;
mod commands;
mod faces;
mod failure;
mod movement_view;
mod notation;
mod session;
mod setup;
mod state;
mod style;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::read().and_then(cli::Cli::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
