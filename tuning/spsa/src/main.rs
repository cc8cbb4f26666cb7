//! The program `ozutsu-spsa`: tunes engine options by self-play (SPSA).
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod checkpoint;
mod parameter;
mod spsa;
mod tuner;

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
        Request::ListOptions(engine) => print(&tuner::list_options(&engine)?),
        Request::Tune(config) => {
            let stop = stop_on_interrupt("the values");
            let result = tuner::tune(&config, &stop);
            variants_file::remove();
            let spsa = result?;
            print(&spsa.report());
            if stop.is_requested() && spsa.finished() < spsa.options.iterations {
                return Ok(ExitCode::from(EXIT_INTERRUPTED));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
