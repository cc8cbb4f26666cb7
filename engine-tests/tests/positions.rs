//! Rare positions of every game, `data/positions/`: screens, double checks, drops that mate,
//! limits. Two generators count their trees, and the reference bears out what each shows.

use engine_tests::data::{self, PositionRow};
use engine_tests::properties::agrees;
use engine_tests::reference::{Game, State};
use engine_tests::tags;
use engine_tests::twin::Twin;
use rayon::prelude::*;
use rules::{Rules, perft_parallel};

/// Counts above these are left out.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1 << 40 };
const MOST_LEAVES_OF_REFERENCE: u64 = if cfg!(debug_assertions) { 500 } else { 20_000 };

/// The least number of positions for each game that the reference knows by itself.
const FEWEST: usize = 30;

fn rows() -> Vec<(&'static Rules, PositionRow)> {
    let rows = |rules: &'static Rules| {
        data::positions(rules.name()).into_iter().map(move |row| (rules, row))
    };
    Rules::all().flat_map(rows).collect()
}

fn twin(rules: &'static Rules, row: &PositionRow) -> Twin {
    let mut twin = Twin::from_sfen(rules, &row.position);
    twin.play_all(&row.moves);
    twin
}

#[test]
fn both_generators_count_the_same() {
    rows().par_iter().for_each(|(rules, row)| {
        let twin = twin(rules, row);
        agrees(&twin);
        for (depth, &due) in (1..).zip(&row.counts) {
            let found = |due| format!("depth {depth}, not {due}: {}", twin.story());
            if due <= MOST_LEAVES {
                assert_eq!(perft_parallel(&twin.position, depth), due, "engine: {}", found(due));
            }
            if due <= MOST_LEAVES_OF_REFERENCE {
                assert_eq!(twin.state.perft(depth), due, "reference: {}", found(due));
            }
        }
    });
}

#[test]
fn every_position_shows_what_it_claims() {
    rows().par_iter().for_each(|(rules, row)| {
        let twin = twin(rules, row);
        assert!(!row.tags.is_empty());
        for tag in &row.tags {
            assert!(tags::holds(tag, twin.state.position()), "no {tag}: {}", twin.story());
        }
    });
}

#[test]
fn every_game_has_enough_positions_and_every_file_a_game() {
    for game in data::games_in("positions") {
        assert!(Rules::by_name(&game).is_some(), "no game {game}");
    }
    for game in Game::all() {
        let rows = data::positions(game.name);
        assert!(rows.len() >= FEWEST, "{}: {} positions", game.name, rows.len());
        let mut known: Vec<_> = rows.iter().map(|row| (&row.position, &row.moves)).collect();
        known.sort();
        known.dedup();
        assert_eq!(known.len(), rows.len(), "{}: a position twice", game.name);
    }
}

/// The predicates are no empty words: the start positions of our games show nothing.
#[test]
fn start_positions_show_nothing() {
    for game in Game::all() {
        assert_eq!(tags::all(State::start(game).position()), [""; 0], "{}", game.name);
    }
}
