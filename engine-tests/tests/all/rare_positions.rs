//! The rare positions in `data/positions/` (double checks over screens, mating drops, check limits):
//! perft by the engine and the reference, and their themes.

use engine_tests::data::{self, PositionRow};
use engine_tests::differential::{LockstepGame, assert_agreement};
use engine_tests::reference::{GameState, RuleSet};
use engine_tests::themes;
use rayon::prelude::*;
use rules::{Rules, perft};

/// Depths with more leaves are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 << 40 };
const MAX_REFERENCE_LEAVES: u64 = if cfg!(debug_assertions) { 500 } else { 20_000 };

/// Minimum number of positions for each game that the reference describes.
const MIN_POSITIONS: usize = 30;

fn all_rows() -> Vec<(&'static Rules, PositionRow)> {
    let rows = |rules: &'static Rules| {
        data::positions(rules.name()).into_iter().map(move |row| (rules, row))
    };
    games::all().flat_map(rows).collect()
}

fn set_up(rules: &'static Rules, row: &PositionRow) -> LockstepGame {
    let mut game = LockstepGame::from_sfen(rules, &row.position);
    game.play_all(&row.moves);
    game
}

#[test]
fn engine_and_reference_count_the_same_leaves() {
    all_rows().par_iter().for_each(|(rules, row)| {
        let game = set_up(rules, row);
        assert_agreement(&game);
        for (depth, &expected) in (1..).zip(&row.counts) {
            let context = || format!("at depth {depth}: {}", game.transcript());
            if expected <= MAX_LEAVES {
                let leaves = perft(&mut game.position.clone(), depth);
                assert_eq!(leaves, expected, "engine {}", context());
            }
            if expected <= MAX_REFERENCE_LEAVES {
                assert_eq!(game.reference.perft(depth), expected, "reference {}", context());
            }
        }
    });
}

#[test]
fn every_position_has_its_themes() {
    all_rows().par_iter().for_each(|(rules, row)| {
        let game = set_up(rules, row);
        assert!(!row.themes.is_empty(), "no themes: {}", game.transcript());
        for theme in &row.themes {
            let has_theme = themes::has_theme(game.reference.position(), theme);
            assert!(has_theme, "theme {theme} does not hold: {}", game.transcript());
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
        let mut unique: Vec<_> = rows.iter().map(|row| (&row.position, &row.moves)).collect();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), rows.len(), "{}: a position occurs twice", rule_set.name);
    }
}

/// Guards against predicates that hold in every position.
#[test]
fn start_positions_have_no_themes() {
    for rule_set in RuleSet::all() {
        let start = GameState::start(rule_set);
        assert_eq!(themes::all_themes(start.position()), [""; 0], "{}", rule_set.name);
    }
}
