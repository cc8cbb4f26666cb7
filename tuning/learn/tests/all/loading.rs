//! Loading keeps the quiet positions of games with the right inputs and labels.

use crate::common::{DATA_OPTIONS, games_file, path, random_games, rules};
use eval::{EvalSource, Evaluator, LOGISTIC_SCALE, Parameters};
use ozutsu_learn::game_files::{ScoredGame, ScoredMove, SelfPlayWriter, read_games};
use ozutsu_learn::logistic::sigmoid;
use ozutsu_learn::train::{DataError, DataOptions, Dataset, PositionChoice, Sample, Samples};
use std::fs;
use std::path::PathBuf;
use std::slice;

fn load_files(paths: &[PathBuf]) -> Dataset {
    Dataset::load(paths, DATA_OPTIONS, &EvalSource::OfGame, |_| true).expect("sound games")
}

/// Returns what `label` returns for every sample.
fn labels_of<T>(parts: &[Samples], label: impl Fn(Sample<'_>) -> T) -> Vec<T> {
    parts.iter().flat_map(Samples::iter).map(label).collect()
}

/// Returns the win probability by a search score.
fn score_probability(scored: &ScoredMove) -> f32 {
    sigmoid(f32::from(scored.score) / LOGISTIC_SCALE as f32)
}

/// Returns the linear evaluation and the win probability by the search score of each quiet position of
/// a game.
fn labels(game: &ScoredGame) -> Vec<(i32, f32)> {
    let mut position = game.position_after_opening();
    let mut labels = Vec::new();
    for scored in &game.moves {
        let is_promotion = game.rules.usi(scored.mv).to_string().ends_with('+');
        let is_quiet = !position.in_check() && !position.is_capture(scored.mv) && !is_promotion;
        if is_quiet && (-3_999..=3_999).contains(&scored.score) {
            let board = position.board();
            let parameters = Parameters::of(game.rules);
            let linear = Evaluator::new(parameters, None, board).evaluate(board);
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
        let label = |sample: Sample<'_>| (sample.linear, sample.label.target);
        assert_eq!(labels_of(&data.convert(&data.training()), label), training);
        assert_eq!(labels_of(&data.convert(&data.held_out()), label), held_out);
        assert_eq!(data.training_counts.kept(), training.len());
        let counts = data.counts();
        assert_eq!(counts.kept(), training.len() + held_out.len());
        assert!(counts.dropped.iter().all(|&count| count > 0), "{counts:?}");
    }
}

/// Returns the target that TD(λ) defines as a sum, from the scores of a position and all later ones and the points of its
/// side to move.
fn lambda_return(moves: &[ScoredMove], points: f32, lambda: f32) -> f32 {
    let (mut sum, mut weight) = (0.0, 1.0);
    for (plies, scored) in moves.iter().enumerate() {
        let probability = score_probability(scored);
        let own = if plies % 2 == 0 { probability } else { 1.0 - probability };
        sum += weight * (1.0 - lambda) * own;
        weight *= lambda;
    }
    sum + weight * points
}

#[test]
fn later_scores_and_the_result_enter_the_target() {
    let games = random_games(rules("shogi"), 8, 5);
    let file = path("results.txt");
    let lines: String = games.iter().map(|game| format!("{game}\n")).collect();
    fs::write(&file, lines).expect("a writable folder");
    let game = &games[0];
    let (max_score, positions) = (i16::MAX, PositionChoice::All);
    for lambda in [0.0, 0.75, 1.0] {
        let options = DataOptions { max_score, positions, lambda, ..DATA_OPTIONS };
        let data = Dataset::load(slice::from_ref(&file), options, &EvalSource::OfGame, |_| true)
            .expect("sound games");
        let targets = labels_of(&data.convert(&[0]), |sample| sample.label.target);
        assert_eq!(targets.len(), game.moves.len());
        let mut position = game.position_after_opening();
        for (index, target) in targets.into_iter().enumerate() {
            let points = game.points(position.side());
            let expected = lambda_return(&game.moves[index..], points, lambda);
            assert!((target - expected).abs() < 1e-5, "{lambda}: {target} {expected}");
            position.do_move(game.moves[index].mv);
        }
    }
}

/// The format of a file does not matter.
#[test]
fn packed_games_are_the_same_data() {
    let text = games_file("packed.txt", "cannonshogi", 20);
    let packed = path("packed.games");
    let _ = fs::remove_file(&packed);
    let mut writer = SelfPlayWriter::open(&packed, rules("cannonshogi")).unwrap();
    for game in read_games(&text).unwrap() {
        writer.append(&game).unwrap();
    }
    let lines = |file: &PathBuf| -> Vec<String> {
        read_games(file).unwrap().iter().map(ToString::to_string).collect()
    };
    assert_eq!(lines(&packed), lines(&text));
    let plies =
        read_games(&text).unwrap().iter().map(|game| game.moves.len()).sum::<usize>() as u64;
    assert!(fs::metadata(&packed).unwrap().len() < 5 * plies);
    let (expected, found) = (load_files(&[text]), load_files(&[packed]));
    assert_eq!(found.counts(), expected.counts());
    assert_eq!(found.fingerprint, expected.fingerprint);
}

#[test]
fn an_incomplete_last_line_is_ignored() {
    let complete = games_file("complete.txt", "shogi", 20);
    let text = fs::read_to_string(&complete).unwrap();
    let incomplete = path("incomplete.txt");
    fs::write(&incomplete, format!("{text}shogi\t1-0\trul")).unwrap();
    let (expected, found) = (load_files(&[complete]), load_files(&[incomplete]));
    assert_eq!(found.counts(), expected.counts());
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

#[test]
fn all_positions_are_kept_if_wanted() {
    let file = games_file("all.txt", "cannonshogi", 8);
    let options =
        DataOptions { max_score: i16::MAX, positions: PositionChoice::All, ..DATA_OPTIONS };
    let data =
        Dataset::load(slice::from_ref(&file), options, &EvalSource::OfGame, |_| true).unwrap();
    let mut expected = Vec::new();
    for game in read_games(&file).unwrap() {
        let mut position = game.position_after_opening();
        for scored in &game.moves {
            expected.push((scored.score, game.points(position.side())));
            position.do_move(scored.mv);
        }
    }
    let all: Vec<u32> = (0..data.game_count() as u32).collect();
    let label = |sample: Sample<'_>| (sample.label.score, sample.label.points);
    assert_eq!(labels_of(&data.convert(&all), label), expected);
    let stopped = Dataset::load(&[file], options, &EvalSource::OfGame, |_| false);
    assert!(matches!(stopped, Err(DataError::Interrupted)));
}
