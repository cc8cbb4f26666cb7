//! The program `ozutsu-screen`: estimates the Elo effects of many engine options at once.
//!
//! All options vary at random in every pair of games, and linear regression estimates the effect of
//! each.

mod args;
mod effects_table;
mod factors;
mod least_squares;
mod screening;

use crate::args::Args;
use crate::console::print;
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::stop_on_interrupt;
use crate::settings::Settings;
use args::{PROGRAM, ScreenArgs};
use std::process::ExitCode;

pub fn main() -> ExitCode {
    PROGRAM.main(run)
}

fn run(args: Args<ScreenArgs>, settings: Settings) -> Result<ExitCode, Error> {
    if let Some(merge) = &args.merge {
        print(&screening::merge(merge.required()?)?);
        return Ok(ExitCode::SUCCESS);
    }
    let engine = args.engine()?;
    factors::check_distinct(&args.own.factors)?;
    let stop = stop_on_interrupt("the table");
    screening::play(&engine, &args, settings, &stop)?;
    Ok(if stop.is_requested() { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
