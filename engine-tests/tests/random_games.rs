//! What must hold along random games, of ours and invented ones.

use engine_tests::properties::{
    Mirror, agrees, generates_one_set, refuses_the_rest, restores, restores_null, round_trips,
};
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::twin::Twin;
use engine_tests::{invent, translate};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Outcome, Position, Rules};

/// A number of games, fewer where the code is not optimised.
const fn games(count: u64) -> u64 {
    if cfg!(debug_assertions) { count.div_ceil(20) } else { count }
}

/// Every game of ours with so many seeds.
fn seeded(count: u64) -> Vec<(&'static Rules, u64)> {
    let seeds = |rules| (0..games(count)).map(move |seed| (rules, seed));
    Rules::all().flat_map(seeds).collect()
}

fn bias(seed: u64) -> MoveBias {
    MoveBias::ALL[seed as usize % MoveBias::ALL.len()]
}

/// All properties of a position, the costly ones now and then.
fn inspect(twin: &mut Twin, rng: &mut impl Rng) {
    agrees(twin);
    let story = twin.clone();
    let story = || story.story();
    round_trips(&twin.position, &story);
    if rng.random_ratio(1, 4) {
        generates_one_set(&twin.position, &story);
        restores(&mut twin.position, &story);
        restores_null(&mut twin.position, &story);
    }
    if rng.random_ratio(1, 8) {
        refuses_the_rest(twin);
    }
}

/// Plays at random, looking at every position, until the game ends or grows long.
fn play(mut twin: Twin, bias: MoveBias, plies: usize, rng: &mut StdRng) {
    for _ in 0..plies {
        inspect(&mut twin, rng);
        if twin.position.outcome() != Outcome::Ongoing {
            return;
        }
        let mv = random_move(&twin.position, bias, rng).expect("a move in a game that goes on");
        twin.play(mv);
    }
}

#[test]
fn games_from_the_start() {
    seeded(12).into_par_iter().for_each(|(rules, seed)| {
        play(Twin::start(rules), bias(seed), 160, &mut seeded_rng(seed));
    });
}

/// Positions as crowded as a set allows, which games hardly reach.
#[test]
fn crowded_positions() {
    seeded(60).into_par_iter().for_each(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let setup =
            RandomSetup { in_zone: 0.0, ..RandomSetup::with_pieces(rng.random_range(15..=60)) };
        let sfen = random_position(rules, setup, &mut rng).sfen().to_string();
        play(Twin::from_sfen(rules, &sfen), bias(seed), 4, &mut rng);
    });
}

#[test]
fn invented_games() {
    (0..games(200)).into_par_iter().for_each(|seed| {
        let spec = invent::game(seed);
        let rules = Rules::build(&spec).unwrap_or_else(|why| panic!("{spec:?}: {why}"));
        let game = translate::translate(&spec);
        let mut rng = seeded_rng(seed);
        for bias in [MoveBias::UNIFORM, MoveBias::TACTICAL] {
            play(Twin::of(rules, game, rules.start_sfen()), bias, 40, &mut rng);
        }
    });
}

/// Long games played forward and all the way back, the engine alone.
#[test]
fn long_games_forward_and_back() {
    seeded(40).into_par_iter().for_each(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let mut position = Position::start(rules);
        let mut mirror = Mirror::of(&position);
        let mut past = Vec::new();
        let story = |position: &Position| {
            let moves: Vec<_> = position.moves().map(|mv| rules.usi(mv).to_string()).collect();
            format!("{}: startpos moves {}", rules.name(), moves.join(" "))
        };
        let seen = |position: &Position| {
            (position.sfen().to_string(), position.table_key(), position.legal_moves())
        };
        while past.len() < 400 {
            let Some(mv) = random_move(&position, bias(seed), &mut rng) else { break };
            past.push(seen(&position));
            position.do_move_observed(mv, &mut mirror);
            assert!(position.is_consistent(), "{}", story(&position));
            assert!(mirror.matches(&position), "{}", story(&position));
        }
        while let Some(before) = past.pop() {
            position.undo_move_observed(&mut mirror);
            assert!(position.is_consistent(), "{}", story(&position));
            assert!(mirror.matches(&position), "{}", story(&position));
            assert_eq!(seen(&position), before, "{}", story(&position));
        }
        assert_eq!((position.ply(), position.keys().len()), (0, 1));
    });
}
