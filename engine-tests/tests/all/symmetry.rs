//! Rules and evaluation are symmetric: a position rotated with colors swapped, or mirrored, has the same
//! perft, and a rotated one the same evaluation for the side to move.

use engine_tests::board_symmetry::BoardSymmetry;
use engine_tests::data::{self, PerftRow};
use engine_tests::random_network::random_network;
use engine_tests::random_play::{
    MoveBias, RandomSetup, random_move, random_position, sample_size, seeded_rng,
};
use eval::{Evaluator, Parameters};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Color, Position, Rules, perft};

/// Depths with more leaves are skipped.
const MAX_LEAVES: u64 = 100_000;
/// The numbers of random positions and games.
const RANDOM_POSITIONS: u64 = 100;
const GAMES: u64 = 3;
const PLIES: usize = 120;

fn for_every_game(check: impl Fn(&'static Rules) + Send + Sync) {
    games::all().collect::<Vec<_>>().into_par_iter().for_each(check);
}

/// Returns the position of a row, transformed.
fn transformed(rules: &'static Rules, symmetry: BoardSymmetry, row: &PerftRow) -> Position {
    let sfen = symmetry.transform_sfen(rules, &row.sfen);
    let mut position = Position::from_sfen(rules, &sfen).expect("an SFEN");
    for text in row.moves.split_whitespace() {
        let mv = rules.parse_usi(&symmetry.transform_usi(rules, text)).expect("a move");
        position.try_move(mv).unwrap_or_else(|error| panic!("{sfen}: {text}: {error}"));
    }
    position
}

#[test]
fn transformed_positions_have_the_same_perft() {
    for_every_game(|rules| {
        for row in data::perft(rules.name()).iter().chain(&data::positions(rules.name())) {
            let is_small = |&(_, &count): &(u32, &u64)| count <= sample_size(MAX_LEAVES);
            let counts = (1..).zip(&row.counts).take_while(is_small);
            let Some((depth, &count)) = counts.last() else { continue };
            for symmetry in BoardSymmetry::ALL {
                assert!(symmetry.applies_to(rules), "{} {symmetry:?}", rules.name());
                let found = perft(&mut transformed(rules, symmetry, row), depth);
                assert_eq!(found, count, "{} {symmetry:?} depth {depth}: {row:?}", rules.name());
            }
        }
    });
}

#[test]
fn rotated_positions_have_the_same_evaluation() {
    for_every_game(|rules| {
        // Tuned parameters, and those derived from the movements.
        let parameter_sets = [Parameters::of(rules), &Parameters::derived(rules)];
        let mut values = Vec::new();
        let mut compare = |position: &Position| {
            let sfen = position.sfen().to_string();
            let rotated = BoardSymmetry::RotateAndSwapColors.transform_sfen(rules, &sfen);
            let rotated = Position::from_sfen(rules, &rotated).expect("a legal position");
            for parameters in parameter_sets {
                let evaluate = |position: &Position| {
                    let board = position.board();
                    Evaluator::new(parameters, None, board).evaluate(board)
                };
                let value = evaluate(position);
                assert_eq!(evaluate(&rotated), value, "{}: {sfen}", rules.name());
                values.push(value);
            }
        };
        let mut rng = seeded_rng(21);
        for _ in 0..sample_size(RANDOM_POSITIONS) {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            compare(&random_position(rules, setup, &mut rng));
        }
        data::perft_positions(rules).iter().for_each(&mut compare);
        for _ in 0..sample_size(GAMES) {
            let mut position = Position::start(rules);
            for _ in 0..PLIES {
                let Some(mv) = random_move(&position, MoveBias::TACTICAL, &mut rng) else { break };
                position.do_move(mv);
                compare(&position);
            }
        }
        // A constant evaluation would pass, so require different values.
        values.sort_unstable();
        values.dedup();
        assert!(values.len() > PLIES / 2, "{}: only {} values", rules.name(), values.len());
    });
}

/// Networks mirror a side's view if its king is on the half with the higher files, so a king on the middle file
/// has no mirror image.
#[test]
fn transformed_positions_have_the_same_evaluation_with_a_network() {
    for_every_game(|rules| {
        let network = random_network(rules, (64, 32), 23);
        let output = |position: &Position| {
            let board = position.board();
            let parameters = Parameters::of(rules);
            Evaluator::new(parameters, Some(&network), board).evaluate(board)
        };
        let (mut rng, mut mirrored) = (seeded_rng(23), 0);
        for _ in 0..sample_size(RANDOM_POSITIONS) {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            let position = random_position(rules, setup, &mut rng);
            let is_central = |color| {
                position.king(color).is_some_and(|king| 2 * king.file() + 1 == rules.files())
            };
            let has_central_king = Color::BOTH.into_iter().any(is_central);
            for symmetry in BoardSymmetry::ALL {
                let is_mirrored = symmetry == BoardSymmetry::MirrorFiles;
                if !is_mirrored || !has_central_king {
                    let sfen = symmetry.transform_sfen(rules, &position.sfen().to_string());
                    let other = Position::from_sfen(rules, &sfen).expect("a legal position");
                    assert_eq!(output(&other), output(&position), "{} {sfen}", rules.name());
                    mirrored += u64::from(is_mirrored);
                }
            }
        }
        assert!(mirrored > sample_size(RANDOM_POSITIONS) / 2, "{}: {mirrored}", rules.name());
    });
}
