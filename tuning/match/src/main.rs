//! Plays matches between engines; `--help` says how.
#![deny(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use ozutsu_match::args::{Config, HELP, Request, parse};
use ozutsu_match::interrupt::{EXIT_INTERRUPTED, stop_on_interrupt};
use ozutsu_match::report::print;
use ozutsu_match::tournament::{self, End};
use ozutsu_match::variants_file;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> =
        std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into()).collect();
    match parse(&args) {
        Ok(Request::Help) => print(HELP),
        Ok(Request::Version) => print(concat!("ozutsu-match ", env!("CARGO_PKG_VERSION"), "\n")),
        Ok(Request::Play(config)) => return play(&config),
        Ok(Request::Merge(paths, sprt)) => {
            if let Err(fault) = tournament::merge(&paths, sprt.as_ref()) {
                return failed(&fault, 2);
            }
        }
        Err(fault) => return failed(&fault, 2),
    }
    ExitCode::SUCCESS
}

fn failed(fault: &str, status: u8) -> ExitCode {
    eprintln!("error: {fault}");
    ExitCode::from(status)
}

fn play(config: &Config) -> ExitCode {
    let stop = stop_on_interrupt("the standing");
    let end = tournament::play(config, &stop);
    variants_file::remove();
    match end {
        Ok(End::Complete) => ExitCode::SUCCESS,
        Ok(End::Interrupted) => ExitCode::from(EXIT_INTERRUPTED),
        Ok(End::Failed(fault)) => failed(&fault, 1),
        Err(fault) => failed(&fault, 2),
    }
}
