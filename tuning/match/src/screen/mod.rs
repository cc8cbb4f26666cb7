//! The program `ozutsu-screen`: estimates the Elo effects of many engine options at once.
//!
//! All options vary at random in every pair of games, and linear regression estimates the effect of
//! each.

mod args;
mod effects_table;
mod factors;
mod least_squares;
mod screened_pair;
mod screening;

use crate::args::completions;
use crate::program::{EXIT_INTERRUPTED, stop_on_interrupt};
use crate::report::print;
use args::{COMPLETED_FLAGS, HELP, Request};
use std::process::ExitCode;

/// Runs the program with these arguments.
pub fn run(args: &[String]) -> Result<ExitCode, String> {
    match args::parse(args)? {
        Request::Help => print(HELP),
        Request::Completions(shell) => {
            print(&completions("ozutsu-screen", &shell, COMPLETED_FLAGS)?);
        }
        Request::Merge(paths) => print(&screening::merge(&paths)?),
        Request::Play(config) => {
            let stop = stop_on_interrupt("the table");
            screening::play(&config, &stop)?;
            if stop.is_requested() {
                return Ok(ExitCode::from(EXIT_INTERRUPTED));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
