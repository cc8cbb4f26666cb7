//! Wrong and illegal positions: the error messages, and that the reference rejects the same positions.

use engine_tests::data;
use engine_tests::differential::reference_rules;
use engine_tests::random_play::{RandomSetup, random_sfen, sample_size, seeded_rng};
use engine_tests::reference::GameState;
use rand::prelude::*;
use rules::{Position, PositionError, SfenErrorKind};
use std::collections::HashSet;
use std::mem::discriminant;

#[test]
fn errors_state_the_problem_and_its_place() {
    for [game, sfen, expected] in data::rows("position_errors.tsv") {
        let rules = games::by_name(&game).expect("a built-in game");
        let error = Position::from_sfen(rules, &sfen).err().map(|error| error.to_string());
        assert_eq!(error.as_deref().unwrap_or("-"), expected, "{game}: {sfen}");
        let reference = GameState::from_sfen(reference_rules(&game), &sfen);
        assert_eq!(reference.is_err(), error.is_some(), "{game}: {sfen}");
    }
}

/// Returns what the reference says about an error.
fn reference_message(error: &PositionError) -> &'static str {
    match error {
        PositionError::MultipleKings(_) => "has two kings",
        PositionError::NoKing(_) => "has no king",
        PositionError::KingInHand(_) => "has no K that can be in hand",
        PositionError::TooManyPieces { .. } => "expected at most",
        PositionError::DeadSquare { .. } => "could never move",
        PositionError::TwoPawns { .. } => "two pawns on file",
        PositionError::OpponentInCheck(_) => "is in check",
        error => panic!("{error:?}"),
    }
}

/// Replaces a random letter of the board, or adds one to the hands.
fn damage(sfen: &str, letters: &[char], rng: &mut impl Rng) -> String {
    let letter = *letters.choose(rng).expect("a game has pieces");
    let letter = if rng.random() { letter } else { letter.to_ascii_lowercase() };
    let fields: Vec<&str> = sfen.split(' ').collect();
    let (mut board, mut hands) = (fields[0].to_owned(), fields[2].replace('-', ""));
    let pieces = board.match_indices(|c: char| c.is_ascii_alphabetic());
    match pieces.map(|(index, _)| index).choose(rng) {
        Some(index) if rng.random_bool(0.7) => {
            board.replace_range(index..=index, letter.encode_utf8(&mut [0; 4]));
        }
        _ => hands.push(letter),
    }
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{board} {} {hands} 1", fields[1])
}

/// Most of the positions are illegal. The reference reports one of the errors that the engine finds.
#[test]
fn engine_and_reference_reject_the_same_random_positions() {
    let tries = sample_size(2_500);
    for rules in games::all() {
        let (rule_set, mut rng) = (reference_rules(rules.name()), seeded_rng(0));
        let letters: Vec<_> = rules.piece_infos().iter().map(|piece| piece.letter).collect();
        let (mut accepted, mut found) = (0, HashSet::new());
        for _ in 0..tries {
            let pieces = rng.random_range(0..=40);
            let setup = RandomSetup { in_hand: 0.3, ..RandomSetup::with_pieces(pieces) };
            let mut sfen = random_sfen(rules, setup, &mut rng);
            if rng.random() {
                sfen = damage(&sfen, &letters, &mut rng);
            }
            let context = format!("{}: {sfen}", rules.name());
            let reference = GameState::from_sfen(rule_set, &sfen).map(|_| ());
            match (Position::from_sfen(rules, &sfen).map_err(|error| error.kind), reference) {
                (Ok(_), Ok(())) => accepted += 1,
                (Err(SfenErrorKind::IllegalPosition(errors)), Err(message)) => {
                    let agrees = |error| message.contains(reference_message(error));
                    assert!(errors.iter().any(agrees), "{context}: {errors:?}, {message}");
                    found.extend(errors.iter().map(discriminant));
                }
                (Err(_), Err(_)) => {}
                (engine, reference) => panic!("{context}: {engine:?}, {reference:?}"),
            }
        }
        let kinds = if rule_set.two_pawns_allowed { 6 } else { 7 };
        assert_eq!(found.len(), kinds, "{}: {found:?}", rules.name());
        assert!(accepted > tries / 100, "{} accepts {accepted}", rules.name());
    }
}
