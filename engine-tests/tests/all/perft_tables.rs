//! Perft of the engine against the tables in `data/perft/`.

use engine_tests::data;
use rayon::prelude::*;
use rules::{Position, Rules, perft};

/// Depths with more leaves are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 << 40 };

#[test]
fn perft_matches_every_row_at_every_depth() {
    let rows = games::all()
        .flat_map(|rules| data::perft(rules.name()).into_iter().map(move |row| (rules, row)));
    let counts: Vec<(&Rules, String, u32, u64)> = rows
        .flat_map(|(rules, row)| {
            let counts = (1..).zip(row.counts).filter(|&(_, count)| count <= MAX_LEAVES);
            counts.map(move |(depth, count)| (rules, row.position.clone(), depth, count))
        })
        .collect();
    let wrong: Vec<String> = counts
        .par_iter()
        .filter_map(|&(rules, ref sfen, depth, expected)| {
            let mut position = Position::from_sfen(rules, sfen)
                .unwrap_or_else(|error| panic!("{}: {sfen}: {error}", rules.name()));
            let found = perft(&mut position, depth);
            (found != expected).then(|| {
                format!("{}: {sfen}: depth {depth}: {found}, not {expected}", rules.name())
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_a_table_and_every_table_a_game() {
    let mut games: Vec<&str> = games::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games, "files in data/perft");
    for rules in games::all() {
        let first = &data::perft(rules.name())[0];
        assert_eq!(first.position, rules.start_sfen(), "{}: first row", rules.name());
    }
}
