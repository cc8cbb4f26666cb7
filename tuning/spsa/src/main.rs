//! Tunes an engine's options by games against itself; `--help` says how.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod climb;
mod parameters;
mod state;
mod tuner;

use args::{HELP, Request};
use ozutsu_match::engine::{Stop, tidy};
use ozutsu_match::report::say;
use std::process::ExitCode;
use std::sync::Arc;

/// The status of a program that was interrupted.
const INTERRUPTED: u8 = 130;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let result = match args::parse(&words) {
        Ok(Request::Help) => {
            say(HELP);
            Ok(ExitCode::SUCCESS)
        }
        Ok(Request::List(engine)) => tuner::list(&engine).map(|text| {
            say(&text);
            ExitCode::SUCCESS
        }),
        Ok(Request::Climb(config)) => climb(&config),
        Err(fault) => Err(fault),
    };
    result.unwrap_or_else(|fault| {
        eprintln!("error: {fault}");
        ExitCode::from(2)
    })
}

fn climb(config: &args::Config) -> Result<ExitCode, String> {
    let stop = Arc::new(Stop::default());
    let asked = Arc::clone(&stop);
    let handler = move || {
        if asked.is_requested() {
            std::process::exit(INTERRUPTED.into());
        }
        asked.request();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("Ctrl-C will not print the values: {error}");
    }
    let climbed = tuner::climb(config, &stop);
    tidy();
    let climbed = climbed?;
    say(&climbed.report());
    let is_done = climbed.done >= climbed.plan.iterations || !stop.is_requested();
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}
