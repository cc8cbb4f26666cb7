//! The program `ozutsu-match`; `--help` describes it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::tournament::main()
}
