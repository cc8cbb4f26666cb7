//! The rules are symmetric: positions rotated with colors swapped, or mirrored, have the same moves.

use engine_tests::board_symmetry::BoardSymmetry;
use engine_tests::data;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::reference::RuleSet;
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Outcome, Position, Rules, perft};

/// Depths with more leaves are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 5_000 } else { 1_000_000 };
const RANDOM_POSITIONS: u64 = if cfg!(debug_assertions) { 5 } else { 150 };

fn symmetries_of(rules: &Rules) -> impl Iterator<Item = BoardSymmetry> {
    BoardSymmetry::ALL.into_iter().filter(|symmetry| symmetry.applies_to(rules))
}

fn set_up(rules: &'static Rules, sfen: &str, moves: &[String]) -> Position {
    let fail = |error: String| -> ! { panic!("{}: {sfen} {moves:?}: {error}", rules.name()) };
    let position = Position::from_sfen(rules, sfen);
    let mut position = position.unwrap_or_else(|error| fail(error.to_string()));
    for text in moves {
        let mv = rules.parse_usi(text).unwrap_or_else(|error| fail(error.to_string()));
        position.try_move(mv).unwrap_or_else(|error| fail(format!("{text}: {error}")));
    }
    position
}

/// Asserts that a position after moves has this perft count in all its transformed versions.
fn assert_same_perft(rules: &'static Rules, sfen: &str, moves: &str, depth: u32, expected: u64) {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for symmetry in symmetries_of(rules) {
        let moves: Vec<_> = moves.iter().map(|text| symmetry.transform_usi(rules, text)).collect();
        let transformed = symmetry.transform_sfen(rules, sfen);
        let found = perft(&mut set_up(rules, &transformed, &moves), depth);
        assert_eq!(
            found,
            expected,
            "{}: {sfen} {symmetry:?}: {transformed} {moves:?} depth {depth}",
            rules.name()
        );
    }
}

#[test]
fn transformed_table_positions_have_the_same_perft() {
    let games: Vec<_> = games::all().collect();
    games.into_par_iter().for_each(|rules| {
        let perft_rows = data::perft(rules.name())
            .into_iter()
            .map(|row| (row.position, String::new(), row.counts));
        let rare_positions = data::positions(rules.name())
            .into_iter()
            .map(|row| (row.position, row.moves, row.counts));
        for (sfen, moves, counts) in perft_rows.chain(rare_positions) {
            let last = (1..).zip(counts).take_while(|&(_, count)| count <= MAX_LEAVES).last();
            if let Some((depth, count)) = last {
                assert_same_perft(rules, &sfen, &moves, depth, count);
            }
        }
    });
}

/// The moves themselves are transformed too, and so are the positions after them.
#[test]
fn transformed_random_positions_have_the_transformed_moves() {
    let games: Vec<_> = games::all().collect();
    games.into_par_iter().for_each(|rules| {
        let mut rng = seeded_rng(1);
        for _ in 0..RANDOM_POSITIONS {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            let position = random_position(rules, setup, &mut rng);
            for symmetry in symmetries_of(rules) {
                let sfen = symmetry.transform_sfen(rules, &position.sfen().to_string());
                let transformed = set_up(rules, &sfen, &[]);
                play_both(rules, symmetry, position.clone(), transformed, &mut rng);
            }
        }
    });
}

/// Plays random moves in a position and their images in the transformed position, comparing the legal
/// moves and outcomes.
fn play_both(
    rules: &'static Rules,
    symmetry: BoardSymmetry,
    mut position: Position,
    mut transformed: Position,
    rng: &mut impl Rng,
) {
    for _ in 0..6 {
        let context = || format!("{}: {} {symmetry:?}", rules.name(), position.sfen());
        let usi = |mv| rules.usi(mv).to_string();
        let moves = position.legal_moves().into_iter();
        let mut expected: Vec<_> =
            moves.map(|mv| symmetry.transform_usi(rules, &usi(mv))).collect();
        let mut found: Vec<_> = transformed.legal_moves().into_iter().map(usi).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "legal moves: {}", context());
        let expected = transform_outcome(symmetry, position.outcome());
        assert_eq!(transformed.outcome(), expected, "outcome: {}", context());
        let Some(mv) = random_move(&position, MoveBias::TACTICAL, rng) else { return };
        let image =
            rules.parse_usi(&symmetry.transform_usi(rules, &usi(mv))).expect("a move of the board");
        position.do_move(mv);
        transformed.do_move(image);
    }
}

fn transform_outcome(symmetry: BoardSymmetry, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::PerpetualCheck(loser) if symmetry == BoardSymmetry::RotateAndSwapColors => {
            Outcome::PerpetualCheck(!loser)
        }
        other => other,
    }
}

#[test]
fn the_six_games_have_both_symmetries() {
    for rules in RuleSet::all().iter().filter_map(|rule_set| games::by_name(rule_set.name)) {
        for symmetry in BoardSymmetry::ALL {
            assert!(symmetry.applies_to(rules), "{} {symmetry:?}", rules.name());
        }
        let start = rules.start_sfen();
        let rotated = BoardSymmetry::RotateAndSwapColors.transform_sfen(rules, start);
        assert_eq!(rotated, start.replace(" b ", " w "), "{}: start position", rules.name());
    }
}
