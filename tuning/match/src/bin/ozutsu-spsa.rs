//! Tunes engine options by self-play (SPSA). `--help` describes the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::program::main(ozutsu_match::spsa::run)
}
