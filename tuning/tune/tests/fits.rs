//! The regression finds weights that are known, and learns what real games teach.

use eval::Parameters;
use ozutsu_datagen::{Play, Player, Record};
use ozutsu_openings::OpeningGenerator;
use ozutsu_tune::{Fit, Positions, center, fit, loss, scale_to_results};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{PieceKind, Rules};

const KNOWN: [f32; 5] = [100.0, -250.0, 30.0, 480.0, 0.0];

/// Positions with a few features each, judged by known weights.
fn synthetic(count: usize, seed: u64) -> Positions {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut positions = Positions::default();
    for _ in 0..count {
        let times: Vec<(u16, i8)> = (0..4).map(|i| (i, chance.random_range(-2..=2))).collect();
        let worth: f32 = times.iter().map(|&(i, n)| KNOWN[usize::from(i)] * f32::from(n)).sum();
        let chances = 1.0 / (1.0 + (-worth / 400.0).exp());
        let result = f32::from(u8::from(chance.random_bool(chances.into())));
        positions.push(times.into_iter(), worth, result);
    }
    positions
}

#[test]
fn known_weights_are_found() {
    let (seen, unseen) = (synthetic(20_000, 1), synthetic(1_000, 2));
    for (trust, tolerance) in [(1.0, 3.0), (0.0, 40.0)] {
        let how =
            Fit { scale: 400.0, trust, epochs: 150, rate: 0.02, spread: 10.0, ..Fit::default() };
        let mut weights = vec![0.0; KNOWN.len()];
        let before = loss(&how, &weights, &unseen);
        let mut last = f64::INFINITY;
        fit(&how, &mut weights, &seen, &unseen, |report| last = report.unseen);
        for (found, known) in weights.iter().zip(KNOWN) {
            assert!((found - known).abs() < tolerance, "trust {trust}: {weights:?}");
        }
        assert!(last < before, "{before} {last}");
    }
}

#[test]
fn the_scale_of_results_is_found() {
    let scale = scale_to_results(&synthetic(20_000, 3));
    assert!((370.0..430.0).contains(&scale), "{scale}");
}

/// A few quick games.
fn games(rules: &'static Rules, seeds: std::ops::Range<u64>) -> Vec<Record> {
    let openings = OpeningGenerator { nodes: 100, max_score: 2_000, ..OpeningGenerator::default() };
    let mut player = Player::new(Play { openings, nodes: 60, ..Play::default() });
    seeds.map(|seed| player.game(rules, seed)).collect()
}

#[test]
fn real_games_teach_what_they_hold() {
    let rules = Rules::by_name("cannonshogi").unwrap();
    let (seen, unseen) = (games(rules, 0..60), games(rules, 60..80));
    let (seen, unseen) = (Positions::of(&seen), Positions::of(&unseen));
    assert!(seen.len() > 500 && unseen.len() > 100, "{} {}", seen.len(), unseen.len());
    let derived = Parameters::derived(rules);
    let mut weights: Vec<f32> = derived.values().iter().map(|&value| value.into()).collect();
    let how = Fit { epochs: 20, trust: 1.0, ..Fit::default() };
    let before = loss(&how, &weights, &unseen);
    fit(&how, &mut weights, &seen, &unseen, |_| {});
    let after = loss(&how, &weights, &unseen);
    assert!(after < before, "{before} {after}");
}

#[test]
fn centering_changes_no_sum() {
    let rules = Rules::by_name("shosu").unwrap();
    let positions = Positions::of(&games(rules, 0..3));
    let derived = Parameters::derived(rules);
    let first: Vec<f32> = derived.values().iter().map(|&value| value.into()).collect();
    let mut weights = first.clone();
    center(rules, &mut weights, &positions);
    let piece = |kind: PieceKind| eval::layout::PIECE.at(kind.index(), 0);
    assert!(rules.kinds().any(|kind| (weights[piece(kind)] - first[piece(kind)]).abs() > 1.0));
    for index in 0..positions.len() {
        let (before, after) = (positions.worth(index, &first), positions.worth(index, &weights));
        assert!((before - after).abs() < 0.5, "{before} {after}");
    }
}
