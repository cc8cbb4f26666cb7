//! The program `ozutsu-spsa`: tunes engine options by self-play (SPSA).

mod algorithm;
mod args;
mod checkpoint;
mod parameter;
mod tuner;

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
            print(&completions("ozutsu-spsa", &shell, COMPLETED_FLAGS)?);
        }
        Request::ListOptions(engine) => print(&tuner::list_options(&engine)?),
        Request::Tune(config) => {
            let stop = stop_on_interrupt("the values");
            let spsa = tuner::tune(&config, &stop)?;
            print(&spsa.report());
            if stop.is_requested() && spsa.finished() < spsa.options.iterations {
                return Ok(ExitCode::from(EXIT_INTERRUPTED));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
