//! The rare positions in `data/positions/` (double checks over screens, mating drops, check limits):
//! perft by the engine and the reference.

use engine_tests::data::{self, PerftRow};
use engine_tests::differential::{LockstepGame, assert_agreement};
use engine_tests::random_play::sample_size;
use engine_tests::reference::RuleSet;
use rayon::prelude::*;
use rules::{Rules, perft};

/// The reference skips depths with more leaves.
const MAX_REFERENCE_LEAVES: u64 = 5_000;

/// Minimum number of positions for each game that the reference describes.
const MIN_POSITIONS: usize = 30;

fn all_rows() -> Vec<(&'static Rules, PerftRow)> {
    let rows = |rules: &'static Rules| {
        data::positions(rules.name()).into_iter().map(move |row| (rules, row))
    };
    games::all().flat_map(rows).collect()
}

#[test]
fn engine_and_reference_count_the_same_leaves() {
    all_rows().par_iter().for_each(|(rules, row)| {
        let mut game = LockstepGame::from_sfen(rules, &row.sfen);
        game.play_all(&row.moves);
        assert_agreement(&game);
        for (depth, &expected) in (1..).zip(&row.counts) {
            let context = || format!("at depth {depth}: {}", game.transcript());
            let leaves = perft(&mut game.position.clone(), depth);
            assert_eq!(leaves, expected, "engine {}", context());
            if expected <= sample_size(MAX_REFERENCE_LEAVES) {
                assert_eq!(game.reference.perft(depth), expected, "reference {}", context());
            }
        }
    });
}

#[test]
fn every_game_has_enough_positions_and_every_file_a_game() {
    for game in data::games_in("positions") {
        assert!(games::by_name(&game).is_some(), "unknown game {game}");
    }
    for rule_set in RuleSet::all() {
        let rows = data::positions(rule_set.name);
        assert!(rows.len() >= MIN_POSITIONS, "{}: {} positions", rule_set.name, rows.len());
        let mut unique: Vec<_> = rows.iter().map(|row| (&row.sfen, &row.moves)).collect();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), rows.len(), "{}: a position occurs twice", rule_set.name);
    }
}
