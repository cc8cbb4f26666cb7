//! The evaluation is symmetric: rotated by 180 degrees with colors swapped, a position has the same
//! value for the side to move.

use engine_tests::board_symmetry::BoardSymmetry;
use engine_tests::data;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use eval::{Evaluator, Parameters};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Position, Rules};

const RANDOM_POSITIONS: u64 = if cfg!(debug_assertions) { 20 } else { 400 };
const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 10 };
const PLIES: usize = 120;

/// A game's tuned parameters, and those derived from its movements.
type ParameterSets<'a> = [&'a Parameters; 2];

fn static_evaluation(parameters: &Parameters, position: &Position) -> i32 {
    let board = position.board();
    Evaluator::new(parameters, board).evaluate(board)
}

fn rotated(position: &Position) -> Position {
    let sfen = position.sfen().to_string();
    let sfen = BoardSymmetry::RotateAndSwapColors.transform_sfen(position.rules(), &sfen);
    Position::from_sfen(position.rules(), &sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn assert_symmetric(parameter_sets: ParameterSets<'_>, position: &Position) {
    let rotated = rotated(position);
    for parameters in parameter_sets {
        let value = static_evaluation(parameters, position);
        let rotated = static_evaluation(parameters, &rotated);
        assert_eq!(rotated, value, "{}: {}", position.rules().name(), position.sfen());
    }
}

fn for_every_game(check: impl Fn(&'static Rules, ParameterSets<'_>) + Send + Sync) {
    let games: Vec<_> = games::all().collect();
    games.into_par_iter().for_each(|rules| {
        check(rules, [Parameters::shared(rules), &Parameters::derived(rules)]);
    });
}

#[test]
fn random_and_table_positions_are_symmetric() {
    for_every_game(|rules, parameter_sets| {
        let mut rng = seeded_rng(21);
        for _ in 0..RANDOM_POSITIONS {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            assert_symmetric(parameter_sets, &random_position(rules, setup, &mut rng));
        }
        for row in data::perft(rules.name()) {
            let position = Position::from_sfen(rules, &row.position);
            assert_symmetric(parameter_sets, &position.expect("a row has a legal position"));
        }
    });
}

#[test]
fn positions_of_random_games_are_symmetric() {
    for_every_game(|rules, parameter_sets| {
        let mut rng = seeded_rng(22);
        let mut values = Vec::new();
        for _ in 0..GAMES {
            let mut position = Position::start(rules);
            for _ in 0..PLIES {
                let Some(mv) = random_move(&position, MoveBias::TACTICAL, &mut rng) else { break };
                position.do_move(mv);
                assert_symmetric(parameter_sets, &position);
                values.push(static_evaluation(parameter_sets[0], &position));
            }
        }
        // A constant evaluation would pass, so require different values.
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > PLIES / 2, "{}: only {} values", rules.name(), values.len());
    });
}
