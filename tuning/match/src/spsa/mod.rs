//! The program `ozutsu-spsa`: tunes engine options by self-play (SPSA).

mod algorithm;
mod args;
mod parameter;
mod tuner;

use crate::args::Args;
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::{Program, stop_on_interrupt};
use crate::report::print;
use crate::self_play::SelfPlay;
use args::{Config, SpsaArgs};
use std::process::ExitCode;

const PROGRAM: Program<SpsaArgs> = args::program(run);

pub fn main() -> ExitCode {
    PROGRAM.main()
}

fn run(args: Args<SpsaArgs>) -> Result<ExitCode, Error> {
    if args.own.list {
        print(&tuner::list_options(&SelfPlay::new(&args)?.engine)?);
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config::new(args)?;
    let stop = stop_on_interrupt("the values");
    let spsa = tuner::tune(&PROGRAM, &config, &stop)?;
    print(&spsa.report());
    let is_interrupted = stop.is_requested() && spsa.finished < spsa.options.iterations;
    Ok(if is_interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
