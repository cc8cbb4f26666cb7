//! Ozutsu, an engine for cannon shogi and related games.
//!
//! Without arguments the program runs a [`session`]: a GUI or a person sends USI or UCI commands. With
//! arguments it runs one of the [`commands`] that [`cli`] declares and exits. Both let the [`player`] search,
//! and show its progress as a [`search_table`].
//!
//! The commands share the games that `--rules` adds ([`rules_files`]), the arguments that select a position
//! ([`position_args`]), the files of game records ([`record_files`]) and others ([`input_files`]), the parser
//! of numbers ([`number_arg`]), [`progress`] bars, what draws positions and movements ([`position_view`], [`board_view`],
//! [`movement_view`], [`piece_glyphs`], [`terminal_style`]), the notations of moves ([`move_notation`]) and
//! the error type ([`cli_error`]).
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod board_view;
mod cli;
mod cli_error;
mod commands;
mod input_files;
mod move_notation;
mod movement_view;
mod number_arg;
mod piece_glyphs;
mod player;
mod position_args;
mod position_view;
mod progress;
mod record_files;
mod rules_files;
mod search_table;
mod session;
mod terminal_style;

use clap::Parser;
use rules_files::load_rules_files;
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = load_rules_files().and_then(|()| cli::Cli::parse().run());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
