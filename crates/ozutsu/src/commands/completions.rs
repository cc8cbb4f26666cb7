//! `ozutsu completions`: prints a shell completion script.

use crate::cli_error::CliError;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::Write;

/// Print a shell completion script
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu completions bash > ~/.local/share/bash-completion/completions/ozutsu
  ozutsu completions fish > ~/.config/fish/completions/ozutsu.fish
  ozutsu completions powershell >> $PROFILE
")]
pub struct Completions {
    /// Shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut program: Command, out: &mut impl Write) -> Result<(), CliError> {
        // clap_complete panics if it cannot write, so it writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "ozutsu", &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
