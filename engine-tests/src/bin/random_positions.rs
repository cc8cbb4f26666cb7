//! Prints positions from random games with their legal moves, for comparison with other programs.
//!
//! `random_positions SEED COUNT [VARIANT...]` prints COUNT lines for each variant, by default for
//! every game: `variant <TAB> SFEN <TAB> legal moves in USI text, separated by blanks`. What a
//! position's past would forbid is not left out, since an SFEN does not tell it.

use engine_tests::random_play::{MoveBias, random_move, seeded_rng};
use rand::prelude::*;
use rules::{Position, Rules};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// A random game is left after so many moves.
const PLIES: usize = 250;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("random_positions: {why}");
            eprintln!("usage: random_positions SEED COUNT [VARIANT...]");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut words = std::env::args().skip(1);
    let mut number = |name: &str| {
        let word = words.next().ok_or(format!("{name} missing"))?;
        word.parse::<u64>().map_err(|_| format!("'{word}' is no {name}"))
    };
    let (seed, count) = (number("SEED")?, number("COUNT")?);
    let mut games: Vec<&'static Rules> = words
        .map(|name| Rules::by_name(&name).ok_or(format!("no game '{name}'")))
        .collect::<Result<_, _>>()?;
    if games.is_empty() {
        games = Rules::all().collect();
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for rules in games {
        print_positions(rules, seed, count, &mut out).map_err(|why| why.to_string())?;
    }
    out.flush().map_err(|why| why.to_string())
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
        let bias = *MoveBias::ALL.choose(&mut rng).expect("some bias");
        while position.ply() < PLIES && printed < count {
            // Neighbours in a game are much alike, so most are passed over.
            if rng.random_ratio(1, 8) {
                print(&position, out)?;
                printed += 1;
            }
            let Some(mv) = random_move(&position, bias, &mut rng) else { break };
            position.do_move(mv);
        }
    }
    Ok(())
}

fn print(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let (rules, sfen) = (position.rules(), position.sfen().to_string());
    let afresh = Position::from_sfen(rules, &sfen).expect("a position of a game");
    let moves: Vec<_> = afresh.legal_moves().iter().map(|&mv| rules.usi(mv).to_string()).collect();
    writeln!(out, "{}\t{sfen}\t{}", rules.name(), moves.join(" "))
}
