//! Random games by the rules of the built-in games and by random rules: every position agrees with the
//! reference and has all properties.

use engine_tests::differential::{LockstepGame, assert_agreement, convert_spec};
use engine_tests::illegal_reasons::assert_illegal_reasons;
use engine_tests::observed_board::ObservedBoard;
use engine_tests::properties::{
    assert_consistent_generation, assert_moves_undo, assert_null_move_undoes,
    assert_texts_round_trip,
};
use engine_tests::random_play::{
    MoveBias, RandomSetup, random_move, random_position, sample_size, seeded_rng,
};
use engine_tests::random_rules::random_spec;
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Outcome, Position, Rules};

/// Returns every game with each of `count` seeds, or more under stress.
fn all_games_with_seeds(count: u64) -> Vec<(&'static Rules, u64)> {
    let seeds = |rules| (0..sample_size(count)).map(move |seed| (rules, seed));
    games::all().flat_map(seeds).collect()
}

fn bias(seed: u64) -> MoveBias {
    MoveBias::ALL[seed as usize % MoveBias::ALL.len()]
}

/// Checks the current position: the cheap properties always, the costly ones at random.
fn check_position(game: &mut LockstepGame, rng: &mut impl Rng) {
    assert_agreement(game);
    let current = game.clone();
    let context = || current.transcript();
    assert_texts_round_trip(&game.position, &context);
    if rng.random_ratio(1, 4) {
        assert_consistent_generation(&game.position, &context);
        assert_moves_undo(&mut game.position, &context);
        assert_null_move_undoes(&mut game.position, &context);
    }
    if rng.random_ratio(1, 8) {
        assert_illegal_reasons(game);
    }
}

/// Plays random moves and checks every position, until the game ends or `plies` moves are played.
fn play_and_check(mut game: LockstepGame, bias: MoveBias, plies: usize, rng: &mut StdRng) {
    for _ in 0..plies {
        check_position(&mut game, rng);
        if game.position.outcome() != Outcome::Ongoing {
            return;
        }
        let mv = random_move(&game.position, bias, rng).expect("an ongoing game has a move");
        game.play(mv);
    }
}

#[test]
fn games_from_the_start_position_match_the_reference() {
    all_games_with_seeds(MoveBias::ALL.len() as u64).into_par_iter().for_each(|(rules, seed)| {
        play_and_check(LockstepGame::start(rules), bias(seed), 160, &mut seeded_rng(seed));
    });
}

/// Starts from random positions with up to all pieces of the set, which games rarely reach.
#[test]
fn short_games_from_crowded_positions_match_the_reference() {
    all_games_with_seeds(15).into_par_iter().for_each(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let pieces = rng.random_range(15..=60);
        let setup = RandomSetup { in_zone: 0.0, ..RandomSetup::with_pieces(pieces) };
        let sfen = random_position(rules, setup, &mut rng).sfen().to_string();
        play_and_check(LockstepGame::from_sfen(rules, &sfen), bias(seed), 4, &mut rng);
    });
}

#[test]
fn games_with_random_rules_match_the_reference() {
    (0..sample_size(25)).into_par_iter().for_each(|seed| {
        let spec = random_spec(seed);
        let rules = Rules::build(&spec).unwrap_or_else(|error| panic!("{spec:?}: {error}"));
        let rule_set = convert_spec(&spec);
        let mut rng = seeded_rng(seed);
        for bias in [MoveBias::UNIFORM, MoveBias::TACTICAL] {
            let game = LockstepGame::with_rules(rules, rule_set, rules.start_sfen());
            play_and_check(game, bias, 40, &mut rng);
        }
    });
}

#[test]
fn games_from_handicaps_match_the_reference() {
    for rules in games::all() {
        for handicap in records::handicaps(rules) {
            let game = LockstepGame::from_sfen(rules, &handicap.sfen);
            play_and_check(game, MoveBias::TACTICAL, 10, &mut seeded_rng(0));
        }
    }
}

/// Random games are written to rules files and read back.
#[test]
fn games_with_random_rules_survive_their_files() {
    (0..sample_size(200)).into_par_iter().for_each(|seed| {
        let spec = random_spec(seed);
        let text = games::to_toml(&spec);
        let file = games::parse(&text);
        assert_eq!(file.errors, [], "{text}");
        assert_eq!(*file.games[0].rules.spec(), spec, "{text}");
    });
}

/// Plays long games and undoes all their moves, without the reference.
#[test]
fn long_games_are_undone_to_the_start() {
    all_games_with_seeds(15).into_par_iter().for_each(|(rules, seed)| {
        let mut rng = seeded_rng(seed);
        let mut position = Position::start(rules);
        let mut observed = ObservedBoard::of(&position);
        let mut past = Vec::new();
        let transcript = |position: &Position| {
            let moves: Vec<_> = position.moves().map(|mv| rules.usi(mv).to_string()).collect();
            format!("{}: startpos moves {}", rules.name(), moves.join(" "))
        };
        let snapshot = |position: &Position| {
            (position.sfen().to_string(), position.table_key(), position.legal_moves())
        };
        while past.len() < 400 {
            let Some(mv) = random_move(&position, bias(seed), &mut rng) else { break };
            past.push(snapshot(&position));
            position.do_move_observed(mv, &mut observed);
            assert!(position.is_consistent(), "consistent: {}", transcript(&position));
            assert!(observed.matches(&position), "observed: {}", transcript(&position));
        }
        while let Some(before) = past.pop() {
            position.undo_move_observed(&mut observed);
            assert!(position.is_consistent(), "consistent: {}", transcript(&position));
            assert!(observed.matches(&position), "observed: {}", transcript(&position));
            assert_eq!(snapshot(&position), before, "undone: {}", transcript(&position));
        }
        assert_eq!((position.ply(), position.keys().count()), (0, 1), "back at the start");
    });
}
