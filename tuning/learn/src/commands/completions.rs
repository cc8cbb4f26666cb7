//! `ozutsu-learn completions`: prints a shell completion script.

use super::print_line;
use clap::{Args, Command};
use clap_complete::Shell;
use std::error::Error;

/// Print a shell completion script.
#[derive(Args)]
pub struct Arguments {
    /// Shell
    shell: Shell,
}

pub fn run(arguments: &Arguments, mut program: Command) -> Result<(), Box<dyn Error>> {
    // clap_complete panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "ozutsu-learn", &mut script);
    print_line(String::from_utf8(script)?.trim_end());
    Ok(())
}
