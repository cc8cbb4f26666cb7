//! Perft of the engine against the tables in `data/perft/`.

use engine_tests::data;
use rayon::prelude::*;
use rules::{Position, Rules, perft_parallel};

/// Depths with more leaves are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 << 40 };

#[test]
fn perft_matches_every_row_at_every_depth() {
    let rows: Vec<_> = Rules::all()
        .flat_map(|rules| data::perft(rules.name()).into_iter().map(move |row| (rules, row)))
        .collect();
    let wrong: Vec<String> = rows
        .par_iter()
        .flat_map_iter(|(rules, row)| {
            let sfen = &row.position;
            let position = Position::from_sfen(rules, sfen)
                .unwrap_or_else(|error| panic!("{}: {sfen}: {error}", rules.name()));
            let counts = (1..).zip(row.counts.clone()).filter(|&(_, count)| count <= MAX_LEAVES);
            let found = counts
                .map(move |(depth, expected)| (depth, expected, perft_parallel(&position, depth)));
            found.filter(|(_, expected, found)| expected != found).map(
                move |(depth, expected, found)| {
                    format!("{}: {sfen}: depth {depth}: {found}, not {expected}", rules.name())
                },
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_a_table_and_every_table_a_game() {
    let mut games: Vec<&str> = Rules::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games, "files in data/perft");
    for rules in Rules::all() {
        let first = &data::perft(rules.name())[0];
        assert_eq!(first.position, rules.start_sfen(), "{}: first row", rules.name());
    }
}
