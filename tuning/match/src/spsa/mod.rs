//! The program `ozutsu-spsa`: tunes engine options by self-play (SPSA).

mod algorithm;
mod args;
mod parameter;
mod tuner;

use crate::args::Flag;
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::{Program, stop_on_interrupt};
use crate::report::print;
use crate::self_play::SelfPlay;
use args::MANUAL;
use std::process::ExitCode;

pub const PROGRAM: Program = Program { manual: MANUAL, run };

fn run(flags: &[Flag]) -> Result<ExitCode, Error> {
    if flags.iter().any(|flag| flag.name == "list") {
        print(&tuner::list_options(&SelfPlay::from_flags(flags, |_| Ok(()))?.engine)?);
        return Ok(ExitCode::SUCCESS);
    }
    let config = args::parse(flags)?;
    let stop = stop_on_interrupt("the values");
    let spsa = tuner::tune(&config, &stop)?;
    print(&spsa.report());
    let is_interrupted = stop.is_requested() && spsa.finished < spsa.options.iterations;
    Ok(if is_interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
