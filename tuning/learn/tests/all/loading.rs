//! Loading keeps the quiet positions of games with the right inputs and labels.

use crate::common::{LOAD_OPTIONS, games_file, path, random_games, rules};
use eval::{Evaluator, LOGISTIC_SCALE, Parameters};
use ozutsu_learn::game_files::{GameRecord, ScoredMove};
use ozutsu_learn::train::{LoadOptions, Loaded, Sample, load, sigmoid};
use std::fs;
use std::path::PathBuf;

fn load_files(paths: &[PathBuf]) -> Loaded {
    load(paths, &LOAD_OPTIONS, |_| {}).expect("sound games")
}

/// Returns the win probability by a search score.
fn score_probability(scored: &ScoredMove) -> f32 {
    sigmoid(f32::from(scored.score) / LOGISTIC_SCALE as f32)
}

/// Returns the linear evaluation and the win probability by the search score of each quiet position of
/// a game.
fn labels(game: &GameRecord) -> Vec<(i32, f32)> {
    let mut position = game.position_after_opening();
    let mut labels = Vec::new();
    for scored in &game.moves {
        let is_promotion = game.rules.usi(scored.mv).to_string().ends_with('+');
        let is_quiet = !position.in_check() && !position.is_capture(scored.mv) && !is_promotion;
        if is_quiet && (-3_999..=3_999).contains(&scored.score) {
            let board = position.board();
            let parameters = Parameters::shared(game.rules);
            let linear = Evaluator::with_network(parameters, None, board).evaluate(board);
            labels.push((linear, score_probability(scored)));
        }
        position.do_move(scored.mv);
    }
    labels
}

#[test]
fn quiet_positions_are_kept_with_their_labels() {
    for variant in ["shogi", "cannonshogi"] {
        let data = load_files(&[games_file(&format!("quiet-{variant}.txt"), variant, 40)]);
        let (mut training, mut held_out) = (Vec::new(), Vec::new());
        for (index, game) in random_games(rules(variant), 40, 5).iter().enumerate() {
            let samples = if index % 4 == 1 { &mut held_out } else { &mut training };
            samples.extend(labels(game));
        }
        let label = |sample: Sample<'_>| (sample.linear, sample.target);
        assert_eq!(data.training.iter().map(label).collect::<Vec<_>>(), training);
        assert_eq!(data.held_out.iter().map(label).collect::<Vec<_>>(), held_out);
        let counts = data.counts;
        assert_eq!(counts.kept(), training.len() + held_out.len());
        let dropped = [counts.decided, counts.in_check, counts.captures, counts.promotions];
        assert!(dropped.iter().all(|&count| count > 0), "{counts:?}");
    }
}

#[test]
fn later_scores_and_the_result_enter_the_target() {
    const LAMBDA: f32 = 0.75;
    let game = random_games(rules("shogi"), 40, 5)
        .into_iter()
        .max_by_key(|game| game.moves.len())
        .expect("games");
    let file = path("lambda.txt");
    fs::write(&file, format!("{game}\n").repeat(2)).expect("a writable folder");
    let options = LoadOptions { lambda: LAMBDA, max_score: i16::MAX, ..LOAD_OPTIONS };
    let data = load(&[file], &options, |_| {}).expect("sound games");
    // The win probability of the side to move an even or odd number of plies earlier.
    let back = |plies: usize, probability: f32| {
        if plies.is_multiple_of(2) { probability } else { 1.0 - probability }
    };
    let target = |ply: usize| {
        let terms = game.moves[ply..].iter().enumerate().map(|(plies, scored)| {
            (1.0 - LAMBDA) * LAMBDA.powi(plies as i32) * back(plies, score_probability(scored))
        });
        let result = back(game.opening.len() + ply, game.result.black_points() as f32);
        terms.sum::<f32>() + LAMBDA.powi((game.moves.len() - ply) as i32) * result
    };
    let mut targets = (0..game.moves.len()).map(target);
    assert!(data.training.len() > 20);
    for sample in data.training.iter() {
        assert!(targets.any(|target| (target - sample.target).abs() < 1e-5));
    }
}

#[test]
fn an_incomplete_last_line_is_ignored() {
    let complete = games_file("complete.txt", "shogi", 20);
    let text = fs::read_to_string(&complete).unwrap();
    let incomplete = path("incomplete.txt");
    fs::write(&incomplete, format!("{text}shogi\t1-0\trul")).unwrap();
    let (expected, found) = (load_files(&[complete]), load_files(&[incomplete]));
    assert_eq!(found.counts, expected.counts);
    assert_eq!(found.fingerprint, expected.fingerprint);
}

#[test]
fn the_fingerprint_depends_on_the_order_of_files() {
    let file = |name: &str, moves: &str| {
        let path = path(name);
        fs::write(&path, format!("shogi\t1-0\trules\t\t{moves}\n").repeat(2_048)).unwrap();
        path
    };
    let [a, b] = [file("order-1.txt", "7g7f:5 3c3d:5"), file("order-2.txt", "2g2f:5 8c8d:5")];
    let fingerprint = |paths: [&PathBuf; 2]| load_files(&paths.map(Clone::clone)).fingerprint;
    assert_eq!(fingerprint([&a, &b]), fingerprint([&a, &b]));
    assert_ne!(fingerprint([&a, &b]), fingerprint([&b, &a]));
    assert_ne!(fingerprint([&a, &a]), fingerprint([&b, &b]));
}
