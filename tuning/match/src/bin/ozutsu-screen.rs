//! Estimates the Elo effects of many engine options at once. `--help` describes the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::program::main(ozutsu_match::screen::run)
}
