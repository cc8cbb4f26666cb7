//! Ozutsu, an engine for cannon shogi and related games.
//!
//! Without arguments the program runs a session on [`stdio`]: a GUI or a person sends USI or UCI commands. With
//! arguments it runs one of the [`commands`] that [`cli`] declares and exits. The crate `session` has the
//! protocols, the player and the views of positions and searches that both show.
//!
//! The commands share
//!
//! - the arguments that select a position ([`position_args`]), a notation of moves ([`notation_args`]) and a search
//!   ([`search_args`]), and the time for long work ([`time_arg`]),
//! - the output of searches ([`search_output`]) and the objects of `--json` ([`json`]),
//! - the files of game records ([`record_files`]), and reading many of them ([`game_reader`]),
//! - [`progress`] bars, [`chart`]s, the size of the [`terminal`], Ctrl-C ([`interrupt`]) and the error type ([`cli_error`]).
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod chart;
mod cli;
mod cli_error;
mod commands;
mod game_reader;
mod interrupt;
mod json;
mod notation_args;
mod position_args;
mod progress;
mod record_files;
mod search_args;
mod search_output;
mod stdio;
mod terminal;
mod time_arg;

use cli_error::{CliError, print_warning};
use eval::load_evals;
use std::process::ExitCode;
use std::{env, io};

fn main() -> ExitCode {
    let colors = cli::choose_colors();
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let arguments: Vec<_> = arguments.collect();
    let result = commands::genfens::run_if_asked(&arguments, &mut io::stdout())
        .unwrap_or_else(|| load_rules_files().and_then(|()| cli::parse(colors).run()));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

/// Loads the files that `--rules` names, before the command line is parsed. Games of a file that
/// cannot be loaded are warnings if the file has others.
fn load_rules_files() -> Result<(), CliError> {
    let paths = games::rules_arguments(env::args_os().skip(1));
    match games::load_all(&paths) {
        Ok(warnings) => {
            warnings.iter().for_each(print_warning);
            let from_files = games::names().filter(|name| games::source(name).is_none());
            load_evals(from_files.filter_map(games::by_name)).iter().for_each(print_warning);
            Ok(())
        }
        Err(errors) => Err(CliError::Input(errors.iter().map(ToString::to_string).collect())),
    }
}
