//! The program `ozutsu-openings`: prints a set of random openings.
#![deny(unsafe_code)]

use clap::Parser;
use ozutsu_openings::{
    OpeningGenerator, RulesFileArgs, generate_set, load_rules_files, parse_game,
};
use rules::Rules;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

/// Print random openings that a shallow search scores as balanced, in the format that
/// `ozutsu-match -openings file=` reads.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    _rules_files: RulesFileArgs,
    /// Game to generate openings for.
    #[arg(value_parser = parse_game)]
    game: &'static Rules,
    /// Number of openings.
    #[arg(default_value_t = 300)]
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
}

fn main() -> ExitCode {
    match load_rules_files().and_then(|()| generate(&Arguments::parse())) {
        Ok(set) => {
            // A closed pipe is not an error.
            let _ = io::stdout().write_all(set.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Generates the set on a thread with a stack large enough for a search.
fn generate(arguments: &Arguments) -> Result<String, String> {
    let &Arguments { game, count, seed, plies, nodes, within, .. } = arguments;
    let generator = OpeningGenerator { plies, nodes, max_score: within };
    thread::scope(|scope| {
        let generate = || generate_set(game, &generator, count, seed);
        let worker = thread::Builder::new()
            .stack_size(search::STACK_SIZE)
            .spawn_scoped(scope, generate)
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        let set = worker.join().map_err(|_| "the search panicked")?;
        set.ok_or_else(|| format!("found fewer than {count} different openings of {plies} plies"))
    })
}
