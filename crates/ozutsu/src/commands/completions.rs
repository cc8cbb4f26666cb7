use crate::cli::Cli;
use crate::failure::Failure;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;

/// Print a script that completes commands and options in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu completions bash > ~/.local/share/bash-completion/completions/ozutsu
  ozutsu completions fish > ~/.config/fish/completions/ozutsu.fish
  ozutsu completions powershell >> $PROFILE
")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        // The generator would panic if it could not write; a buffer takes everything.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "ozutsu", &mut script);
        out.write_all(&script)?;
        Ok(())
    }
}
