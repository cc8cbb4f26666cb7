//! The tables under `data/perft/`, every row at every depth.

use engine_tests::data;
use rayon::prelude::*;
use rules::{Position, Rules, perft_parallel};

/// Counts above this are left out.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 << 40 };

#[test]
fn every_row_at_every_depth() {
    let rows: Vec<_> = Rules::all()
        .flat_map(|rules| data::perft(rules.name()).into_iter().map(move |row| (rules, row)))
        .collect();
    let wrong: Vec<String> = rows
        .par_iter()
        .flat_map_iter(|(rules, row)| {
            let sfen = &row.position;
            let position = Position::from_sfen(rules, sfen)
                .unwrap_or_else(|why| panic!("{}: {sfen}: {why}", rules.name()));
            let counts = (1..).zip(row.counts.clone()).filter(|&(_, due)| due <= MOST_LEAVES);
            let found =
                counts.map(move |(depth, due)| (depth, due, perft_parallel(&position, depth)));
            found.filter(|(_, due, found)| due != found).map(move |(depth, due, found)| {
                format!("{}: {sfen}: depth {depth}: {found}, not {due}", rules.name())
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_game_has_rows_and_every_file_a_game() {
    let mut games: Vec<&str> = Rules::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games);
    for rules in Rules::all() {
        let rows = data::perft(rules.name());
        assert_eq!(
            rows[0].position,
            rules.start_sfen(),
            "{}: the start position first",
            rules.name()
        );
    }
}
