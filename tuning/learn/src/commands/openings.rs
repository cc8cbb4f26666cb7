//! `ozutsu-learn openings`.

use super::{WorkError, print};
use ozutsu_learn::opening_set::generate_set;
use ozutsu_learn::workers::available_threads;
use rules::Rules;
use std::error::Error;
use trials::OpeningGenerator;

/// Print random openings that a shallow search scores as balanced, in the format that
/// `ozutsu-match -openings file=` reads.
#[derive(clap::Args)]
pub struct Arguments {
    /// Game to generate openings for.
    #[arg(long, value_parser = games::named)]
    variant: &'static Rules,
    /// Number of openings.
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Random seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of random moves in an opening.
    #[arg(long, default_value_t = OpeningGenerator::default().plies)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningGenerator::MAX_PLIES)))]
    plies: u32,
    /// Nodes of the search that scores an opening.
    #[arg(long, default_value_t = OpeningGenerator::default().nodes)]
    nodes: u64,
    /// Largest score of either side after the random moves, in the evaluation's units.
    #[arg(long, default_value_t = OpeningGenerator::default().max_score)]
    within: i32,
    /// Number of threads; the openings do not depend on it.
    #[arg(long, default_value_t = available_threads())]
    threads: usize,
}

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let &Arguments { variant, count, seed, plies, nodes, within, threads } = arguments;
    let generator = OpeningGenerator { plies, nodes, max_score: within };
    let set = generate_set(variant, &generator, count, seed, threads)?;
    let too_few =
        || WorkError(format!("found fewer than {count} different openings of {plies} plies"));
    print(set.ok_or_else(too_few)?);
    Ok(())
}
