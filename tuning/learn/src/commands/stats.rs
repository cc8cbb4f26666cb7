//! `ozutsu-learn stats`.

use super::{print, write_file};
use ozutsu_learn::game_files::{GameStats, HistogramSvg, read_games};
use std::error::Error;
use std::path::PathBuf;

/// Print how self-play games end and how long they are.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play files.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Also write histograms of results, lengths and scores to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut games = Vec::new();
    for path in &arguments.games {
        games.extend(read_games(path)?);
    }
    let stats = GameStats::by_variant(games.iter());
    stats.iter().for_each(print);
    if let Some(path) = &arguments.svg {
        let svg = HistogramSvg(&stats).to_string();
        write_file(path, svg.as_bytes())?;
    }
    Ok(())
}
