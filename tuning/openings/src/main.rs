//! Prints a set of openings.
#![deny(unsafe_code)]

use clap::Parser;
use ozutsu_openings::{Openings, game};
use rules::Rules;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;

/// A set of random openings that a shallow search finds balanced, as `-openings file=` of
/// ozutsu-match reads it.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Which game.
    #[arg(value_parser = game)]
    game: &'static Rules,
    /// How many.
    #[arg(default_value_t = 300)]
    count: usize,
    /// What chance begins with.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many random moves are made.
    #[arg(long, default_value_t = Openings::default().plies)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(Openings::MOST_PLIES)))]
    plies: u32,
    /// The nodes of the search that judges them.
    #[arg(long, default_value_t = Openings::default().nodes)]
    nodes: u64,
    /// How far from even, in the evaluation's units, that search may find them.
    #[arg(long, default_value_t = Openings::default().within)]
    within: i32,
}

fn main() -> ExitCode {
    let Arguments { game, count, seed, plies, nodes, within } = Arguments::parse();
    let wanted = Openings { plies, nodes, within };
    let drawn = thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(search::STACK);
        let drawing =
            builder.spawn_scoped(scope, || ozutsu_openings::set(game, &wanted, count, seed));
        drawing.ok()?.join().ok()?
    });
    let Some(text) = drawn else {
        eprintln!("error: there are not {count} of {plies} plies to be found");
        return ExitCode::FAILURE;
    };
    // Nobody may be reading any more.
    let _ = io::stdout().write_all(text.as_bytes());
    ExitCode::SUCCESS
}
