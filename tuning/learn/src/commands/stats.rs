//! `ozutsu-learn stats`.

use super::print;
use ozutsu_learn::game_files::{GameStats, read_games};
use std::error::Error;
use std::path::PathBuf;

/// Print how self-play games end and how long they are.
///
/// For games of a game from a file, give the file with `--rules`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play files.
    #[arg(required = true)]
    games: Vec<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut games = Vec::new();
    for path in &arguments.games {
        games.extend(read_games(path)?);
    }
    GameStats::by_variant(games.iter()).iter().for_each(print);
    Ok(())
}
