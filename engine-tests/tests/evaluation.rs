//! The evaluation does not see colours: turned by half a turn, with the sides' pieces exchanged, a
//! position is worth the same to the side to move.

use engine_tests::data;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::turn::Turn;
use eval::{Evaluator, Parameters};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Position, Rules};

const DRAWN: u64 = if cfg!(debug_assertions) { 20 } else { 400 };
const GAMES: u64 = if cfg!(debug_assertions) { 2 } else { 10 };
const PLIES: usize = 120;

fn worth(parameters: &Parameters, position: &Position) -> i32 {
    let board = position.board();
    Evaluator::new(parameters, board).evaluate(board)
}

fn turned(position: &Position) -> Position {
    let sfen = Turn::HalfTurn.sfen(position.rules(), &position.sfen().to_string());
    Position::from_sfen(position.rules(), &sfen).unwrap_or_else(|why| panic!("{sfen}: {why}"))
}

/// A game's parameters, tuned and as derived from the movements.
type Both<'a> = [&'a Parameters; 2];

fn same_turned(both: Both<'_>, position: &Position) {
    let turned = turned(position);
    for parameters in both {
        let (due, found) = (worth(parameters, position), worth(parameters, &turned));
        assert_eq!(found, due, "{}: {}", position.rules().name(), position.sfen());
    }
}

fn in_every_game(judge: impl Fn(&'static Rules, Both<'_>) + Send + Sync) {
    let games: Vec<_> = Rules::all().collect();
    games.into_par_iter().for_each(|rules| {
        judge(rules, [Parameters::shared(rules), &Parameters::derived(rules)]);
    });
}

#[test]
fn positions_set_up() {
    in_every_game(|rules, both| {
        let mut rng = seeded_rng(21);
        for _ in 0..DRAWN {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            same_turned(both, &random_position(rules, setup, &mut rng));
        }
        for row in data::perft(rules.name()) {
            same_turned(
                both,
                &Position::from_sfen(rules, &row.position).expect("a row's position"),
            );
        }
    });
}

#[test]
fn positions_of_games() {
    in_every_game(|rules, both| {
        let mut rng = seeded_rng(22);
        let mut worths = Vec::new();
        for _ in 0..GAMES {
            let mut position = Position::start(rules);
            for _ in 0..PLIES {
                let Some(mv) = random_move(&position, MoveBias::TACTICAL, &mut rng) else { break };
                position.do_move(mv);
                same_turned(both, &position);
                worths.push(worth(both[0], &position));
            }
        }
        // An evaluation that is always the same would prove nothing.
        worths.sort_unstable();
        worths.dedup();
        assert!(worths.len() > PLIES / 2, "{}: {} worths", rules.name(), worths.len());
    });
}
