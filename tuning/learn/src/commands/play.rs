//! `ozutsu-learn play`.

use super::interrupt::{is_interrupted, progress_bar, use_files};
use super::{EvalArgs, command_files};
use clap::value_parser;
use ozutsu_learn::play::{
    GameOpenings, MoveSampler, Player, SelfPlayFile, SelfPlayOptions, SelfPlayProgress, parse_plies,
};
use ozutsu_learn::workers::available_threads;
use rules::Rules;
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Instant;
use trials::OpeningGenerator;

/// Play games of the engine against itself and append them to a file until it is complete.
///
/// The same seed and options give the same games; a file to continue is not checked for them. To use
/// several processes or machines, generate a file with a different seed on each.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play file to write.
    #[arg(long)]
    out: PathBuf,
    /// Game to play.
    #[arg(long, default_value = "cannonshogi", value_parser = games::named)]
    variant: &'static Rules,
    /// Number of games in the complete file.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Number of games to play at the same time.
    #[arg(long, default_value_t = available_threads())]
    threads: usize,
    /// Soft node limit: the number of nodes after which a search starts no new iteration.
    #[arg(long, default_value_t = Player::default().soft_nodes)]
    nodes: u64,
    /// Hard node limit: the number of nodes after which a search ends at once [default: twice
    /// `--nodes`].
    #[arg(long)]
    hard_nodes: Option<u64>,
    /// Number of random moves at the start of a game, or a range from which each game draws it.
    #[arg(long, value_name = "N or N-N", default_value = "6-14", value_parser = parse_plies)]
    random: RangeInclusive<u32>,
    /// Largest score of either side after the random moves, in the evaluation's units.
    #[arg(long, default_value_t = GameOpenings::default().generator.max_score, value_parser = value_parser!(i32).range(0..))]
    balance: i32,
    #[command(flatten)]
    sampler: MoveSampler,
    #[command(flatten)]
    eval: EvalArgs,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let rules = arguments.variant;
    command_files(&arguments.eval.eval, false).check_continued(&arguments.out)?;
    let eval_source = arguments.eval.source(rules)?;
    let defaults = GameOpenings::default();
    let openings = GameOpenings {
        generator: OpeningGenerator { max_score: arguments.balance, ..defaults.generator },
        random_plies: arguments.random.clone(),
        sampler: arguments.sampler.clone(),
    };
    let mut player = Player::new(eval_source, arguments.nodes);
    if let Some(hard_nodes) = arguments.hard_nodes {
        player.hard_nodes = hard_nodes;
    }
    let file = SelfPlayFile {
        rules,
        options: SelfPlayOptions { openings, player, ..SelfPlayOptions::default() },
        seed: arguments.seed,
        games: arguments.games,
        threads: arguments.threads,
    };
    let start = Instant::now();
    let speed = |progress: SelfPlayProgress| {
        let positions = progress.new_positions as f64 / start.elapsed().as_secs_f64();
        format!("{positions:.0} positions/s")
    };
    let bar = progress_bar(file.games, "{pos}/{len} games, {msg}, {eta} left");
    let _guard = use_files();
    let progress = file.play_missing(&arguments.out, |progress| {
        bar.set_position(progress.games);
        bar.set_message(speed(progress));
        if progress.new_games == 0 {
            // Exclude games of an earlier run from the estimate of the time left.
            bar.reset_eta();
        }
        !is_interrupted()
    });
    bar.finish_and_clear();
    let progress = progress?;
    if progress.new_games > 0 {
        eprintln!("{}/{} games, {}", progress.games, file.games, speed(progress));
        eprintln!("{}", progress.depths);
    } else if progress.games >= file.games {
        eprintln!("{}: complete, {} games", arguments.out.display(), progress.games);
    }
    Ok(())
}
