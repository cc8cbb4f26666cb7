//! Networks keep their accumulators up to date under any rules.

use engine_tests::random_network::random_network;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::random_rules::random_spec;
use eval::network::Network;
use eval::{Evaluator, Parameters};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Move, Position, Rules};

const SEEDS: u64 = 200;
const PLIES: usize = 80;
const WIDTHS: (usize, usize) = (64, 32);

/// Makes random moves and null moves, undoes some, and compares the evaluation of most positions with
/// that of a new evaluator. Returns the number of comparisons.
fn play_and_compare(mut position: Position, network: &Network, rng: &mut StdRng) -> usize {
    let parameters = Parameters::derived(position.rules());
    let evaluator_of =
        |position: &Position| Evaluator::new(&parameters, Some(network), position.board());
    let mut evaluator = evaluator_of(&position);
    let mut compared = 0;
    for _ in 0..PLIES {
        match rng.random_range(0..10) {
            0 if !position.in_check() && position.last_move() != Some(Move::NULL) => {
                position.do_null_move_observed(&mut evaluator);
            }
            1 | 2 if position.ply() > 0 => position.undo_move_observed(&mut evaluator),
            _ => {
                let Some(mv) = random_move(&position, MoveBias::TACTICAL, rng) else { break };
                position.do_move_observed(mv, &mut evaluator);
            }
        }
        if rng.random_bool(0.7) {
            let expected = evaluator_of(&position).evaluate(position.board());
            let found = evaluator.evaluate(position.board());
            assert_eq!(found, expected, "{}: {}", position.rules().name(), position.sfen());
            compared += 1;
        }
    }
    compared
}

#[test]
fn updates_equal_new_evaluations_under_random_rules() {
    let compared = (0..SEEDS).into_par_iter().map(|seed| {
        let spec = random_spec(seed);
        let rules = Rules::build(&spec).unwrap_or_else(|error| panic!("{spec:?}: {error}"));
        let network = random_network(rules, WIDTHS, seed);
        play_and_compare(Position::start(rules), &network, &mut seeded_rng(seed))
    });
    assert!(compared.sum::<usize>() > 10 * SEEDS as usize);
}

/// Kings of random positions stand anywhere, so many cross the middle of the board.
#[test]
fn updates_equal_new_evaluations_after_random_positions() {
    let games: Vec<_> = games::all().collect();
    games.into_par_iter().for_each(|rules| {
        let network = random_network(rules, WIDTHS, 1);
        let mut rng = seeded_rng(2);
        for _ in 0..SEEDS / 10 {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            let position = random_position(rules, setup, &mut rng);
            play_and_compare(position, &network, &mut rng);
        }
    });
}
