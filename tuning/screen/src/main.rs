//! Finds which of many settings of an engine matter, by games in which all are varied at once;
//! `--help` says how.
#![deny(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod args;
mod factors;
mod fit;
mod row;
mod screen;
mod table;

use args::{HELP, Request};
use ozutsu_match::interrupt::{EXIT_INTERRUPTED, stop_on_interrupt};
use ozutsu_match::report::print;
use ozutsu_match::variants_file;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    run(&words).unwrap_or_else(|fault| {
        eprintln!("error: {fault}");
        ExitCode::from(2)
    })
}

fn run(words: &[String]) -> Result<ExitCode, String> {
    match args::parse(words)? {
        Request::Help => print(HELP),
        Request::Merge(paths) => print(&screen::merge(&paths)?),
        Request::Play(config) => {
            let stop = stop_on_interrupt("the table");
            let played = screen::play(&config, &stop);
            variants_file::remove();
            played?;
            if stop.is_requested() {
                return Ok(ExitCode::from(EXIT_INTERRUPTED));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
