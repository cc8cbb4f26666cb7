//! The program `ozutsu-screen`; `--help` describes it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ozutsu_match::screen::main()
}
