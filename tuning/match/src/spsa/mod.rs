//! The program `ozutsu-spsa`: tunes engine options by self-play (SPSA).

mod algorithm;
mod args;
mod parameter;
mod tuner;

use crate::args::Args;
use crate::console::print;
use crate::error::{Error, usage};
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::stop_on_interrupt;
use crate::settings::Settings;
use args::{PROGRAM, SpsaArgs};
use std::process::ExitCode;

pub fn main() -> ExitCode {
    PROGRAM.main(run)
}

fn run(args: Args<SpsaArgs>, settings: Settings) -> Result<ExitCode, Error> {
    let engine = args.engine()?;
    if args.own.list {
        print(&tuner::list_options(&engine)?);
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.own.parameter_file.as_ref().ok_or_else(|| usage!("-params is missing"))?;
    let parameters = parameter::read_file(path)?;
    let stop = stop_on_interrupt("the values");
    let spsa = tuner::tune(&engine, &args, parameters, settings, &stop)?;
    let is_interrupted = stop.is_requested() && spsa.finished < spsa.options.iterations;
    Ok(if is_interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
