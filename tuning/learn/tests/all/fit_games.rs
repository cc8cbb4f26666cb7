//! The regression recovers known weights and lowers the loss on real games.

use crate::common::quick_options;
use eval::Parameters;
use ozutsu_learn::fit::{
    FitOptions, TrainingSet, center_piece_terms, fit, fit_scale_to_results, loss,
};
use ozutsu_learn::game_files::ScoredGame;
use ozutsu_learn::play::{Adjudication, SelfPlayOptions, SelfPlayer};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{PieceKind, Rules};

const TRUE_WEIGHTS: [f32; 5] = [100.0, -250.0, 30.0, 480.0, 0.0];
const TRUE_SCALE: f32 = 400.0;

/// Generates positions with random features. Their scores and results follow [`TRUE_WEIGHTS`].
fn synthetic_positions(count: usize, seed: u64) -> TrainingSet {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut positions = TrainingSet::default();
    for _ in 0..count {
        let features: Vec<(u16, i8)> = (0..4).map(|i| (i, rng.random_range(-2..=2))).collect();
        let terms = features.iter().map(|&(i, n)| TRUE_WEIGHTS[usize::from(i)] * f32::from(n));
        let score: f32 = terms.sum();
        let win_probability = 1.0 / (1.0 + (-score / TRUE_SCALE).exp());
        let result = f32::from(u8::from(rng.random_bool(win_probability.into())));
        positions.push(features.into_iter(), score, result);
    }
    positions
}

#[test]
fn known_weights_are_recovered() {
    let (training, validation) = (synthetic_positions(10_000, 1), synthetic_positions(1_000, 2));
    for (result_share, tolerance) in [(0.0, 3.0), (1.0, 40.0)] {
        let options = FitOptions {
            scale: TRUE_SCALE,
            result_share,
            epochs: 150,
            batch_size: 4_096,
            rate: 0.02,
            prior_deviation: 10.0,
        };
        let mut weights = vec![0.0; TRUE_WEIGHTS.len()];
        let before = loss(&options, &weights, &validation);
        let mut after = f64::INFINITY;
        fit(&options, &mut weights, &training, &validation, |report| {
            after = report.validation_loss;
        });
        for (found, known) in weights.iter().zip(TRUE_WEIGHTS) {
            assert!((found - known).abs() < tolerance, "result share {result_share}: {weights:?}");
        }
        assert!(after < before, "{before} {after}");
    }
}

#[test]
fn the_scale_of_results_is_recovered() {
    let scale = fit_scale_to_results(&synthetic_positions(20_000, 3));
    assert!((370.0..430.0).contains(&scale), "{scale}");
}

/// Plays a quick game for each seed.
fn play_games(rules: &'static Rules, seeds: std::ops::Range<u64>) -> Vec<ScoredGame> {
    let options = SelfPlayOptions { adjudication: Adjudication::default(), ..quick_options() };
    let mut player = SelfPlayer::new(options).unwrap();
    seeds.map(|seed| player.play_game(rules, seed)).collect()
}

fn derived_weights(rules: &'static Rules) -> Vec<f32> {
    Parameters::derived(rules).values().iter().map(|&value| value.into()).collect()
}

#[test]
fn fitting_real_games_lowers_the_validation_loss() {
    let rules = games::by_name("cannonshogi").unwrap();
    let training = TrainingSet::from_games(&play_games(rules, 0..30));
    let validation = TrainingSet::from_games(&play_games(rules, 30..40));
    let sizes = (training.len(), validation.len());
    assert!(sizes.0 > 300 && sizes.1 > 80, "{sizes:?}");
    let mut weights = derived_weights(rules);
    let options = FitOptions { epochs: 20, result_share: 0.0, ..FitOptions::default() };
    let before = loss(&options, &weights, &validation);
    fit(&options, &mut weights, &training, &validation, |_| {});
    let after = loss(&options, &weights, &validation);
    assert!(after < before, "{before} {after}");
}

#[test]
fn centering_keeps_the_evaluation() {
    let rules = games::by_name("shosu").unwrap();
    let positions = TrainingSet::from_games(&play_games(rules, 0..3));
    let initial = derived_weights(rules);
    let mut weights = initial.clone();
    center_piece_terms(rules, &mut weights, &positions);
    let material = |kind: PieceKind| eval::layout::PIECE.at(kind.index(), 0);
    let is_changed = |kind| (weights[material(kind)] - initial[material(kind)]).abs() > 1.0;
    assert!(rules.piece_kinds().any(is_changed));
    for index in 0..positions.len() {
        let before = positions.evaluate(index, &initial);
        let after = positions.evaluate(index, &weights);
        assert!((before - after).abs() < 0.5, "{before} {after}");
    }
}
