//! Tunes an engine's options by games against itself; `--help` says how.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod climb;
mod parameters;
mod state;
mod tuner;

use args::{HELP, Request};
use ozutsu_match::interrupt::{EXIT_INTERRUPTED, stop_on_interrupt};
use ozutsu_match::report::print;
use ozutsu_match::variants_file;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    let result = match args::parse(&words) {
        Ok(Request::Help) => {
            print(HELP);
            Ok(ExitCode::SUCCESS)
        }
        Ok(Request::List(engine)) => tuner::list(&engine).map(|text| {
            print(&text);
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
    let stop = stop_on_interrupt("the values");
    let climbed = tuner::climb(config, &stop);
    variants_file::remove();
    let climbed = climbed?;
    print(&climbed.report());
    let is_done = climbed.done() >= climbed.plan.iterations || !stop.is_requested();
    Ok(if is_done { ExitCode::SUCCESS } else { ExitCode::from(EXIT_INTERRUPTED) })
}
