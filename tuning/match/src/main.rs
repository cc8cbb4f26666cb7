//! Plays matches between engines. `--help` describes the command line.
#![deny(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use ozutsu_match::args::{Config, HELP, Request, parse};
use ozutsu_match::interrupt::{EXIT_INTERRUPTED, stop_on_interrupt};
use ozutsu_match::report::print;
use ozutsu_match::tournament::{self, MatchEnd};
use ozutsu_match::variants_file;
use std::env;
use std::process::ExitCode;

/// The exit code if an engine failed.
const EXIT_FAILURE: u8 = 1;
/// The exit code if the command line or a file is invalid.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<_> = env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    match parse(&args) {
        Ok(Request::Help) => print(HELP),
        Ok(Request::Version) => print(concat!("ozutsu-match ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Play(config)) => return play(&config),
        Ok(Request::Merge(paths, sprt)) => {
            if let Err(error) = tournament::merge(&paths, sprt.as_ref()) {
                return fail(&error, EXIT_USAGE);
            }
        }
        Err(error) => return fail(&error, EXIT_USAGE),
    }
    ExitCode::SUCCESS
}

fn play(config: &Config) -> ExitCode {
    let stop = stop_on_interrupt("the results");
    let end = tournament::play(config, &stop);
    variants_file::remove();
    match end {
        Ok(MatchEnd::Complete) => ExitCode::SUCCESS,
        Ok(MatchEnd::Interrupted) => ExitCode::from(EXIT_INTERRUPTED),
        Ok(MatchEnd::Failed(error)) => fail(&error, EXIT_FAILURE),
        Err(error) => fail(&error, EXIT_USAGE),
    }
}

fn fail(error: &str, code: u8) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::from(code)
}
