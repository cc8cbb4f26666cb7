//! `ozutsu-datagen play` makes games, `ozutsu-datagen stats` shows what is in them.

use clap::{Parser, Subcommand};
use ozutsu_datagen::{Picture, Play, Progress, Shard, Stats, parameters, records};
use ozutsu_openings::{OpeningGenerator, parse_game};
use rules::Rules;
use std::error::Error;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Games of the engine against itself, as data for tuning.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play games, or those that a file still lacks.
    ///
    /// Shards of different seeds, from many processes or machines, concatenate. The same seed and
    /// settings give the same games.
    Play(PlayArguments),
    /// Tell what is in games: how they end, how long they are, what searches thought.
    Stats {
        /// Files of games.
        #[arg(required = true)]
        games: Vec<PathBuf>,
        /// Draw it too, in this file.
        #[arg(long)]
        svg: Option<PathBuf>,
    },
}

#[derive(clap::Args)]
struct PlayArguments {
    /// The file of games.
    out: PathBuf,
    /// Which game to play.
    #[arg(long, default_value = "cannonshogi", value_parser = parse_game)]
    variant: &'static Rules,
    /// How many games the file is to hold.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// What tells this shard from others.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// How many games to play side by side.
    #[arg(long, default_value_t = std::thread::available_parallelism().map_or(1, usize::from))]
    threads: usize,
    /// The nodes after which a search begins no further depth.
    #[arg(long, default_value_t = Play::default().nodes)]
    nodes: u64,
    /// How many random moves begin a game.
    #[arg(long, default_value_t = OpeningGenerator::default().plies)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningGenerator::MAX_PLIES)))]
    random: u32,
    /// How far from even, in the evaluation's units, a game may begin.
    #[arg(long, default_value_t = OpeningGenerator::default().max_score)]
    balance: i32,
    /// A file of parameters to play by, as `ozutsu-tune` writes them, in place of the game's own.
    #[arg(long)]
    parameters: Option<PathBuf>,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Play(arguments) => play(&arguments),
        Command::Stats { games, svg } => stats(&games, svg.as_deref()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn play(arguments: &PlayArguments) -> Result<(), Box<dyn Error>> {
    let openings = OpeningGenerator {
        plies: arguments.random,
        max_score: arguments.balance,
        ..OpeningGenerator::default()
    };
    let rules = arguments.variant;
    let parameters = arguments.parameters.as_deref().map(|path| parameters(rules, path));
    // They stay for as long as the program runs.
    let parameters = parameters.transpose()?.map(|read| &*Box::leak(Box::new(read)));
    let shard = Shard {
        rules,
        play: Play { openings, nodes: arguments.nodes, parameters, ..Play::default() },
        seed: arguments.seed,
        games: arguments.games,
        threads: arguments.threads,
    };
    let start = Instant::now();
    let live = io::stderr().is_terminal();
    let show = |progress: Progress, end: &str| {
        let seconds = start.elapsed().as_secs_f64();
        let left = (shard.games - progress.games) as f64 * seconds / progress.new_games as f64;
        let rate = progress.new_positions as f64 / seconds;
        let Progress { games, .. } = progress;
        let line =
            format!("{games}/{} games, {rate:.0} positions/s, {left:.0} s left", shard.games);
        // A terminal that has gone away is no reason to stop.
        let _ = write!(io::stderr(), "\r{line:60}{end}");
    };
    let progress = shard.write(&arguments.out, |progress| {
        if live {
            show(progress, "");
        }
    });
    let progress = progress.map_err(|why| format!("{}: {why}", arguments.out.display()))?;
    if progress.new_games > 0 {
        show(progress, "\n");
    }
    Ok(())
}

fn stats(games: &[PathBuf], svg: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let mut read = Vec::new();
    for path in games {
        let name = path.display();
        for (line, record) in records(path).map_err(|why| format!("{name}: {why}"))? {
            read.push(record.map_err(|why| format!("{name}, line {line}: {why}"))?);
        }
    }
    let all = Stats::of(read.iter());
    let text: String = all.iter().map(Stats::to_string).collect();
    // Nobody may be reading any more.
    let _ = io::stdout().write_all(text.as_bytes());
    if let Some(path) = svg {
        let picture = Picture(&all).to_string();
        fs::write(path, picture).map_err(|why| format!("{}: {why}", path.display()))?;
    }
    Ok(())
}
