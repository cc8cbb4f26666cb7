//! The positions with one best move in `data/tactics.tsv`: an exhaustive search verifies the mates
//! among them, and the engine's search finds nearly all best moves.

use engine_tests::data::{self, TacticRow};
use engine_tests::exhaustive_mate::{has_mate_within, mating_moves_within};
use rayon::prelude::*;
use rules::Move;
use search::{Control, Engine, Limits};
use std::collections::BTreeMap;

/// Node limit of the search for the best move.
const NODES: u64 = 20_000;

/// Minimum number of rows for each of [`data::FULLY_COVERED_GAMES`].
const MIN_ROWS: usize = 8;
/// Maximum number of best moves that the search may miss in one game.
const MAX_MISSES_PER_GAME: usize = 2;
/// Maximum number of best moves that the search may miss in all games together.
const MAX_MISSES: usize = 4;

fn best_move_of(row: &TacticRow) -> Move {
    let mv = row.position.rules().parse_usi(&row.best_move).expect("a move");
    row.position.validate_move(mv).unwrap_or_else(|error| panic!("{row:?}: {error}"));
    mv
}

/// Returns the plies to mate; `None` if the best move of the row does not mate.
fn plies_to_mate(row: &TacticRow) -> Option<usize> {
    let (plies, _) = row.description.strip_prefix("mate in ")?.split_once(':')?;
    Some(plies.parse().unwrap_or_else(|_| panic!("not a number: '{plies}'")))
}

#[test]
fn covered_games_have_rows_with_and_without_mate() {
    let rows = data::tactics();
    for &game in data::FULLY_COVERED_GAMES {
        let of_game = || rows.iter().filter(|row| row.game == game);
        assert!(of_game().count() >= MIN_ROWS, "too few rows for {game}");
        assert!(of_game().any(|row| plies_to_mate(row).is_some()), "no mates for {game}");
        assert!(of_game().any(|row| plies_to_mate(row).is_none()), "only mates for {game}");
    }
    for row in &rows {
        // Panics if the best move is illegal.
        best_move_of(row);
        let same = rows
            .iter()
            .filter(|other| other.game == row.game && other.position.key() == row.position.key());
        assert_eq!(same.count(), 1, "{} occurs twice", row.position.sfen());
    }
}

#[test]
fn only_the_best_move_mates_and_no_move_mates_sooner() {
    data::tactics().par_iter().for_each(|row| {
        let Some(plies) = plies_to_mate(row) else { return };
        let mut position = row.position.clone();
        let context = format!("{}: {}", row.game, position.sfen());
        let mating = mating_moves_within(&mut position, plies);
        assert_eq!(mating, [best_move_of(row)], "moves that mate in {plies}: {context}");
        assert!(!has_mate_within(&mut position, plies - 2), "shorter mate: {context}");
    });
}

fn search_finds_best_move(row: &TacticRow) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let found = Engine::new().search(&row.position, &limits, &Control::default(), &mut ());
    found.best_move() == Some(best_move_of(row))
}

#[test]
fn search_finds_nearly_all_best_moves() {
    let rows = data::tactics();
    let missed: Vec<_> = rows.par_iter().filter(|row| !search_finds_best_move(row)).collect();
    let mut by_game = BTreeMap::new();
    for row in &missed {
        by_game.entry(&row.game).or_insert_with(Vec::new).push(row.position.sfen().to_string());
    }
    assert!(missed.len() <= MAX_MISSES, "{} missed: {by_game:#?}", missed.len());
    for (game, missed) in by_game {
        assert!(missed.len() <= MAX_MISSES_PER_GAME, "missed in {game}: {missed:#?}");
    }
}
