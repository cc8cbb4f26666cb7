//! `ozutsu board`: serves a board in the browser.

use crate::cli::VERSION;
use crate::cli_error::CliError;
use crate::number_arg::whole_number;
use crate::position_args::GameArgs;
use board::Options;
use clap::Args;
use std::io::{self, Write};
use std::sync::LazyLock;

/// Play and analyse on a board in the browser
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu board
  ozutsu board --variant shosu --threads 4 --hash 256
  ozutsu board --port 8080 --no-open

The board runs on this machine only and loads nothing from the network. Ctrl-C ends it.
")]
pub struct Board {
    #[command(flatten)]
    game: GameArgs,

    /// Port on the loopback address; 0 takes a free one [default: 8150, or a free one if it is in use]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Print the address without opening the browser
    #[arg(long)]
    no_open: bool,

    /// Number of search threads of each open board
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number(1..=512_u16), allow_negative_numbers = true)]
    threads: u16,

    /// Size of the transposition table of each open board in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole_number(1..=65_536_u32), allow_negative_numbers = true)]
    hash: u32,
}

impl Board {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        static PROGRAM: LazyLock<String> = LazyLock::new(|| format!("Ozutsu {}", *VERSION));
        let options = Options {
            rules: self.game.rules()?,
            port: self.port,
            threads: self.threads.into(),
            hash: self.hash as usize,
            open: !self.no_open,
            program: PROGRAM.as_str(),
        };
        board::serve(options, out).map_err(|error| match self.port {
            Some(port) if error.kind() == io::ErrorKind::AddrInUse => CliError::input(format!(
                "--port {port}: already in use, perhaps by another board; name another port, or none to \
                 take a free one"
            )),
            _ => error.into(),
        })
    }
}
