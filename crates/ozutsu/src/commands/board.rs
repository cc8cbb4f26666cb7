//! `ozutsu board`: serves a board in the browser.

use crate::cli_error::{CliError, print_warning};
use crate::position_args::GameArgs;
use crate::record_files::file_error;
use crate::search_args::EngineArgs;
use board::Options;
use board::opening_book::use_book;
use clap::Args;
use platform::BOARD_PORT;
use platform::files::{data_folder, open_regular};
use records::book::{Book, named_variant};
use rules::Rules;
use session::VERSION;
use std::io::{self, BufReader, Write};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Play and analyse on a board in the browser
#[derive(Args, Debug)]
#[command(mut_arg("hash", |hash| hash.default_value("64")), after_help = "\
Examples:
  ozutsu board
  ozutsu board --variant shosu --threads 4 --hash 256
  ozutsu board --port 8080 --no-open
  ozutsu board --book games.db           # its moves are shown in the openings
  ozutsu board --listen 192.168.1.5      # also for a phone in the same network
  ozutsu board --host board.example      # behind a proxy with this name

The board loads nothing from the network and, without --listen, runs on this machine only. Settings, solved \
puzzles and recent games are kept in the user's data folder. Each open board has an engine with these threads \
and this table. Ctrl-C ends it.
")]
pub struct Board {
    #[command(flatten)]
    game: GameArgs,

    #[arg(
        long,
        value_name = "N",
        help = format!("Port on the loopback address; 0 takes a free one [default: {BOARD_PORT}, or a free one if it is in use]")
    )]
    port: Option<u16>,

    /// Listen on this address of the machine instead of the loopback address, so that other devices can open
    /// the board; 0.0.0.0 is all addresses. Shows a QR code. Whoever knows the key can use the board
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,

    /// Also serve requests for this name of the host, such as that of a proxy or a container; with a port, only
    /// for that one. Can be given several times
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<String>,

    /// Show the moves of this opening book, in the format of YaneuraOu, instead of those of the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    /// Print the address without opening the browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    engine: EngineArgs,
}

impl Board {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(path) = &self.book {
            let (rules, hint) = match book_rules(path)? {
                Some(rules) => (rules, String::new()),
                None => {
                    let rules = self.game.rules()?;
                    (rules, self.game.default_hint(rules))
                }
            };
            let book = read_book(path, rules, &hint)?;
            use_book(rules, book);
        }
        static PROGRAM: LazyLock<String> = LazyLock::new(|| format!("Ozutsu {}", *VERSION));
        let options = Options {
            rules: self.game.rules()?,
            listen: self.listen,
            port: self.port,
            hosts: self.host.clone(),
            threads: self.engine.threads as usize,
            hash: self.engine.hash as usize,
            open: !self.no_open,
            program: PROGRAM.as_str(),
            data_folder: data_folder(),
        };
        board::serve(options, out).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => CliError::input(error),
            _ => error.into(),
        })
    }
}

/// Returns the game that a book names, if it names one.
fn book_rules(path: &Path) -> Result<Option<&'static Rules>, CliError> {
    let file = open_regular(path).map_err(|error| file_error(path, error))?;
    let name = named_variant(BufReader::new(file)).map_err(|error| file_error(path, error))?;
    name.map(|name| games::named(&name).map_err(|error| file_error(path, error))).transpose()
}

/// Reads a book. Warns of the lines that it skips. Adds `hint` to the error of a book without a valid line.
fn read_book(path: &Path, rules: &'static Rules, hint: &str) -> Result<Book, CliError> {
    let file = open_regular(path).map_err(|error| file_error(path, error))?;
    let book = Book::read(BufReader::new(file), rules)
        .map_err(|error| file_error(path, format!("{error}{hint}")))?;
    if let Some(skipped) = book.skipped_lines() {
        print_warning(&format!("{}: {skipped}", path.display()));
    }
    Ok(book)
}

/// Reads the name of a host as it is in the header `Host`.
fn host_name(text: &str) -> Result<String, &'static str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._[]:".contains(c);
    let is_valid = text.contains(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(is_part);
    if is_valid {
        Ok(text.to_ascii_lowercase())
    } else {
        Err("expected a name such as 'board.example' or 'board.example:8080'")
    }
}
