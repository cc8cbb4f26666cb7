//! Positions with one best move, from `data/tactics.tsv`: the mates among them are proved from the
//! rules alone, and the search finds the move in nearly all.

use engine_tests::data::{self, TacticRow};
use engine_tests::exhaustive_mate::{has_mate_within, mating_moves_within};
use rayon::prelude::*;
use rules::{Move, Position, Rules};
use search::{Control, Engine, Limits, STACK_SIZE};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{iter, thread};

/// What a search may visit to find the move.
const NODES: u64 = 20_000;

/// How many rows a game of [`data::FULLY_COVERED_GAMES`] has at least, and how many of them may be missed.
const LEAST: usize = 8;
const MISSES: usize = 2;
/// How many may be missed in all.
const MISSES_IN_ALL: usize = 4;

fn position(row: &TacticRow) -> Position {
    let rules = Rules::by_name(&row.game).unwrap_or_else(|| panic!("no game {}", row.game));
    let position = Position::from_sfen(rules, &row.position);
    position.unwrap_or_else(|why| panic!("{}: {}: {why}", row.game, row.position))
}

fn best(row: &TacticRow) -> Move {
    let position = position(row);
    let mv = position.rules().parse_usi(&row.best);
    let mv = mv.unwrap_or_else(|why| panic!("{}: {}: {why}", row.position, row.best));
    position
        .validate_move(mv)
        .unwrap_or_else(|why| panic!("{}: {}: {why}", row.position, row.best));
    mv
}

/// The plies of the mate that a row is about, if it is about one.
fn mate(row: &TacticRow) -> Option<usize> {
    let (plies, _) = row.about.strip_prefix("mate in ")?.split_once(':')?;
    Some(plies.parse().unwrap_or_else(|_| panic!("{plies} is no number")))
}

#[test]
fn full_games_have_rows_of_both_sorts() {
    let rows = data::tactics();
    for game in data::FULLY_COVERED_GAMES {
        let of_game = || rows.iter().filter(|row| row.game == game);
        assert!(of_game().count() >= LEAST, "{game}");
        assert!(of_game().any(|row| mate(row).is_some()), "{game}");
        assert!(of_game().any(|row| mate(row).is_none()), "{game}");
    }
    for row in &rows {
        best(row);
        let same = rows.iter().filter(|r| (&r.game, &r.position) == (&row.game, &row.position));
        assert_eq!(same.count(), 1, "{} twice", row.position);
    }
}

#[test]
fn mates_are_forced_by_the_one_move_and_not_sooner() {
    data::tactics().par_iter().for_each(|row| {
        let Some(plies) = mate(row) else { return };
        let mut position = position(row);
        let story = format!("{}: {}", row.game, row.position);
        assert_eq!(mating_moves_within(&mut position, plies), [best(row)], "{story}");
        assert!(!has_mate_within(&mut position, plies - 2), "{story}");
    });
}

fn is_found(row: &TacticRow) -> bool {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let found = Engine::new().search(&position(row), &limits, &Control::default(), &mut ());
    found.best_move == Some(best(row))
}

/// The rows whose best move is not found. Threads of their own have the stack that a search needs;
/// workers of rayon would have to wait for each other, since new tables are filled by them.
fn missed(rows: &[TacticRow]) -> Vec<&TacticRow> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let rows = iter::from_fn(|| rows.get(next.fetch_add(1, Ordering::Relaxed)));
        rows.filter(|row| !is_found(row)).collect::<Vec<_>>()
    };
    thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let threads: Vec<_> = (0..threads).map(spawn).collect();
        let join = |thread: std::io::Result<thread::ScopedJoinHandle<'_, Vec<_>>>| {
            thread.expect("a thread").join().expect("searches that end")
        };
        threads.into_iter().flat_map(join).collect()
    })
}

#[test]
fn the_search_finds_nearly_all() {
    let rows = data::tactics();
    let missed = missed(&rows);
    let mut by_game = BTreeMap::new();
    for row in &missed {
        by_game.entry(&row.game).or_insert_with(Vec::new).push(&row.position);
    }
    assert!(missed.len() <= MISSES_IN_ALL, "{} missed: {by_game:#?}", missed.len());
    for (game, missed) in by_game {
        assert!(missed.len() <= MISSES, "{game}: {missed:#?}");
    }
}
