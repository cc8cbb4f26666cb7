//! `ozutsu board`: serves a board in the browser.

use super::search_args::EngineArgs;
use crate::cli_error::CliError;
use crate::position_args::GameArgs;
use board::Options;
use clap::Args;
use session::VERSION;
use std::io::{self, Write};
use std::net::IpAddr;
use std::sync::LazyLock;

/// Play and analyse on a board in the browser
#[derive(Args, Debug)]
#[command(mut_arg("hash", |hash| hash.default_value("64")), after_help = "\
Examples:
  ozutsu board
  ozutsu board --variant shosu --threads 4 --hash 256
  ozutsu board --port 8080 --no-open
  ozutsu board --listen 192.168.1.5      # also for a phone in the same network

The board loads nothing from the network and, without --listen, runs on this machine only. Settings, solved \
puzzles and recent games are kept in the user's data folder. Each open board has an engine with these threads \
and this table. Ctrl-C ends it.
")]
pub struct Board {
    #[command(flatten)]
    game: GameArgs,

    /// Port on the loopback address; 0 takes a free one [default: 8150, or a free one if it is in use]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Listen on this address of the machine instead of the loopback address, so that other devices can open
    /// the board; 0.0.0.0 is all addresses. Shows a QR code. Whoever knows the key can use the board
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,

    /// Print the address without opening the browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Board {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        static PROGRAM: LazyLock<String> = LazyLock::new(|| format!("Ozutsu {}", *VERSION));
        let options = Options {
            rules: self.game.rules()?,
            listen: self.listen,
            port: self.port,
            threads: self.engine.threads as usize,
            hash: self.engine.hash as usize,
            open: !self.no_open,
            program: PROGRAM.as_str(),
            data_folder: board::data_folder(),
        };
        board::serve(options, out).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => CliError::input(error),
            _ => error.into(),
        })
    }
}
