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

use crate::args::{Flag, merge_flag};
use crate::error::Error;
use crate::exit_codes::EXIT_INTERRUPTED;
use crate::program::{Program, stop_on_interrupt};
use crate::report::print;
use args::MANUAL;
use std::process::ExitCode;

pub const PROGRAM: Program = Program { manual: MANUAL, run };

fn run(flags: &[Flag]) -> Result<ExitCode, Error> {
    if let Some(merge) = merge_flag(flags, &["rules"])? {
        print(&screening::merge(merge.required_values()?)?);
        return Ok(ExitCode::SUCCESS);
    }
    let config = args::parse(flags)?;
    let stop = stop_on_interrupt("the table");
    screening::play(&config, &stop)?;
    Ok(if stop.is_requested() { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
}
