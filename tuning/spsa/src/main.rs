//! Tunes an engine's options by games against itself; `--help` says how.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod climb;
mod parameters;
mod state;
mod tuner;

use args::{HELP, Request};
use ozutsu_match::engine::tidy;
use ozutsu_match::interrupt::{INTERRUPTED, on_interrupt};
use ozutsu_match::report::say;
use std::process::ExitCode;

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
    let stop = on_interrupt("the values");
    let climbed = tuner::climb(config, &stop);
    tidy();
    let climbed = climbed?;
    say(&climbed.report());
    let is_done = climbed.done() >= climbed.plan.iterations || !stop.is_requested();
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}
