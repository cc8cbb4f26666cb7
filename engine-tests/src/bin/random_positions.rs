//! Prints positions from random games with their legal moves, for comparison with other programs.
//!
//! `random_positions SEED COUNT [VARIANT | RULES-FILE]...` prints COUNT lines for each variant, and
//! for each game of a rules file (default: all built-in games): `variant <TAB> SFEN <TAB> legal moves in
//! USI text, separated by spaces`. The moves are legal in the position without its history, which an
//! SFEN does not contain.

use engine_tests::random_play::{MoveBias, random_move, seeded_rng};
use rand::prelude::*;
use rules::{Position, Rules};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Maximum length of a random game.
const MAX_PLIES: usize = 250;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("random_positions: {error}");
            eprintln!("usage: random_positions SEED COUNT [VARIANT | RULES-FILE]...");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |name: &str| {
        let text = arguments.next().ok_or(format!("missing {name}"))?;
        text.parse::<u64>().map_err(|_| format!("invalid {name} '{text}'"))
    };
    let (seed, count) = (number("SEED")?, number("COUNT")?);
    let mut variants: Vec<&'static Rules> = Vec::new();
    for argument in arguments {
        match games::by_name(&argument) {
            Some(rules) => variants.push(rules),
            None => variants.extend(games_of_file(&argument)?),
        }
    }
    if variants.is_empty() {
        variants = games::all().collect();
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for rules in variants {
        print_positions(rules, seed, count, &mut out).map_err(|error| error.to_string())?;
    }
    out.flush().map_err(|error| error.to_string())
}

/// Returns the games of a file, all of which must be valid.
fn games_of_file(path: &str) -> Result<Vec<&'static Rules>, String> {
    let loaded = games::load(path.as_ref());
    match loaded.errors.first() {
        Some(error) => Err(format!("neither a known variant nor a valid rules file: {error}")),
        None => Ok(loaded.games),
    }
}

fn print_positions(
    rules: &'static Rules,
    seed: u64,
    count: u64,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut rng = seeded_rng(seed);
    let mut printed = 0;
    while printed < count {
        let mut position = Position::start(rules);
        let bias = *MoveBias::ALL.choose(&mut rng).expect("not empty");
        while position.ply() < MAX_PLIES && printed < count {
            // Successive positions are similar, so print only some of them.
            if rng.random_ratio(1, 8) {
                print_position(&position, out)?;
                printed += 1;
            }
            let Some(mv) = random_move(&position, bias, &mut rng) else { break };
            position.do_move(mv);
        }
    }
    Ok(())
}

fn print_position(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let (rules, sfen) = (position.rules(), position.sfen().to_string());
    let without_history = Position::from_sfen(rules, &sfen).expect("a position of a game");
    let moves = without_history.legal_moves();
    let moves: Vec<_> = moves.iter().map(|&mv| rules.usi(mv).to_string()).collect();
    writeln!(out, "{}\t{sfen}\t{}", rules.name(), moves.join(" "))
}
