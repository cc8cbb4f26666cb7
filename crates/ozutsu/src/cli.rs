//! What can be asked for on the command line.

use crate::commands::{Bench, Completions, Games, Go, Moves, Perft, Piece, Show};
use crate::failure::Failure;
use crate::session;
use crate::setup::default_game;
use anstream::{AutoStream, ColorChoice};
use clap::{Parser, Subcommand, ValueEnum};
use std::io::{BufWriter, Write};
use std::sync::LazyLock;

const EXAMPLES: &str = "\
Examples:
  ozutsu games                            the games and their rules
  ozutsu piece U                          how the gold cannon moves
  ozutsu show --variant shosu --kanji     the start of a game
  ozutsu show --moves '2h1h 8b9b'         another after two moves
  ozutsu moves --sfen '4k4/9/9/9/4U4/9/9/9/3K5 b P 1'
  ozutsu perft --variant shogi 4
  ozutsu go --variant shogi depth 14      a search, as a table
  ozutsu                                  a session: reads USI or UCI commands

'ozutsu COMMAND --help' tells more about each. A position or a list of moves is one argument: put it \
in quotes.
";

/// Ozutsu (大筒), an engine for cannon shogi and its relatives
#[derive(Parser, Debug)]
#[command(name = "ozutsu", version = VERSION.as_str(), after_help = EXAMPLES)]
pub struct Cli {
    /// When to use colour; auto is on a terminal where NO_COLOR is not set
    #[arg(long, global = true, display_order = 100, value_name = "WHEN", default_value = "auto")]
    color: Colored,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Go(Go),
    Perft(Perft),
    Moves(Moves),
    Bench(Bench),
    Show(Show),
    Games(Games),
    Piece(Piece),
    Completions(Completions),
}

/// When to use colour.
// The variants go without documentation, with which clap would print a second, longer help.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colored {
    Auto,
    Always,
    Never,
}

/// Reads the command line.
pub fn read() -> Result<Cli, Failure> {
    Ok(Cli::try_parse()?)
}

impl Cli {
    /// Does what was asked.
    pub fn run(self) -> Result<(), Failure> {
        let choice = match self.color {
            Colored::Auto => ColorChoice::Auto,
            Colored::Always => ColorChoice::Always,
            Colored::Never => ColorChoice::Never,
        };
        let Some(command) = self.command else { return session::run(default_game()?) };
        let mut out = BufWriter::new(AutoStream::new(std::io::stdout().lock(), choice));
        match command {
            Command::Go(go) => go.run(&mut out),
            Command::Bench(bench) => bench.run(&mut out),
            Command::Perft(perft) => perft.run(&mut out),
            Command::Moves(moves) => moves.run(&mut out),
            Command::Show(show) => show.run(&mut out),
            Command::Games(games) => games.run(&mut out),
            Command::Piece(piece) => piece.run(&mut out),
            Command::Completions(completions) => completions.run(&mut out),
        }?;
        Ok(out.flush()?)
    }
}

/// The version, and how the program was built.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let gather = if cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) {
        "bmi2"
    } else {
        "portable"
    };
    let checks = if cfg!(debug_assertions) { ", debug" } else { "" };
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    format!("{} ({arch} {os}, {gather}{checks})", env!("CARGO_PKG_VERSION"))
});

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
