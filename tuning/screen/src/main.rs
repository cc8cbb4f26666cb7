//! The program `ozutsu-screen`: estimates the Elo effects of many engine options at once.
//!
//! All options vary at random in every pair of games, and linear regression estimates the effect of
//! each.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod effects_table;
mod factors;
mod least_squares;
mod screened_pair;
mod screening;

use args::{HELP, Request};
use ozutsu_match::interrupt::{EXIT_INTERRUPTED, stop_on_interrupt};
use ozutsu_match::report::print;
use ozutsu_match::variants_file;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    run(&args).unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(2)
    })
}

fn run(args: &[String]) -> Result<ExitCode, String> {
    match args::parse(args)? {
        Request::Help => print(HELP),
        Request::Merge(paths) => print(&screening::merge(&paths)?),
        Request::Play(config) => {
            let stop = stop_on_interrupt("the table");
            let result = screening::play(&config, &stop);
            variants_file::remove();
            result?;
            if stop.is_requested() {
                return Ok(ExitCode::from(EXIT_INTERRUPTED));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
