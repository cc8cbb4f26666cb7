//! Plays matches between engines. `--help` describes the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::program::main(ozutsu_match::tournament::run)
}
