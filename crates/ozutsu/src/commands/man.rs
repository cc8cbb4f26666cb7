//! `ozutsu man`: writes the manual pages.

use crate::cli_error::CliError;
use crate::record_files::write_error;
use clap::{Args, Command};
use std::fs;
use std::path::PathBuf;

/// Write the manual pages of all commands
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu man ~/.local/share/man/man1
")]
pub struct Man {
    /// Folder for the files ozutsu.1, ozutsu-go.1 and so on, which are overwritten
    folder: PathBuf,
}

impl Man {
    pub fn run(&self, program: Command) -> Result<(), CliError> {
        let folder = fs::create_dir_all(&self.folder);
        let pages = folder.and_then(|()| clap_mangen::generate_to(program, &self.folder));
        pages.map_err(|error| write_error(&self.folder, error))
    }
}
