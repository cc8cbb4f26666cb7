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

use crate::args::Args;
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::{Program, stop_on_interrupt};
use crate::report::print;
use args::{Config, ScreenArgs};
use std::process::ExitCode;

const PROGRAM: Program<ScreenArgs> = args::program(run);

pub fn main() -> ExitCode {
    PROGRAM.main()
}

fn run(args: Args<ScreenArgs>) -> Result<ExitCode, Error> {
    if let Some(merge) = &args.merge {
        print(&screening::merge(merge.required()?)?);
        return Ok(ExitCode::SUCCESS);
    }
    let config = Config::new(args)?;
    let stop = stop_on_interrupt("the table");
    screening::play(&PROGRAM, &config, &stop)?;
    Ok(if stop.is_requested() { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
