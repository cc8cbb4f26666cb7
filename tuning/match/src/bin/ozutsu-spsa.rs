//! The program `ozutsu-spsa`; `--help` describes it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::spsa::main()
}
