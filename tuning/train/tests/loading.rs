//! Loading keeps the quiet positions of games with the right inputs and labels.

mod common;

use common::{LOAD_OPTIONS, games_file, path, random_games, rules};
use eval::{Evaluator, Parameters};
use ozutsu_datagen::{GameRecord, GameResult};
use ozutsu_train::{Loaded, Sample, load};
use rules::Color;
use std::fs;
use std::path::PathBuf;

fn load_files(paths: &[PathBuf]) -> Loaded {
    load(paths, &LOAD_OPTIONS, |_| {}).expect("sound games")
}

/// Returns the linear evaluation, score and half points of each quiet position of a game.
fn labels(game: &GameRecord) -> Vec<(i32, i16, u8)> {
    let mut position = game.position_after_opening();
    let mut labels = Vec::new();
    for scored in &game.moves {
        let is_promotion = game.rules.usi(scored.mv).to_string().ends_with('+');
        let is_quiet = !position.in_check() && !position.is_capture(scored.mv) && !is_promotion;
        if is_quiet && (-3_999..=3_999).contains(&scored.score) {
            let board = position.board();
            let parameters = Parameters::shared(game.rules);
            let linear = Evaluator::with_network(parameters, None, board).evaluate(board);
            let half_points = match (game.result, board.side()) {
                (GameResult::BlackWin, Color::Black) | (GameResult::WhiteWin, Color::White) => 2,
                (GameResult::Draw, _) => 1,
                _ => 0,
            };
            labels.push((linear, scored.score, half_points));
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
        let label = |sample: Sample<'_>| (sample.linear, sample.score, sample.half_points);
        assert_eq!(data.training.iter().map(label).collect::<Vec<_>>(), training);
        assert_eq!(data.held_out.iter().map(label).collect::<Vec<_>>(), held_out);
        let counts = data.counts;
        assert_eq!(counts.kept(), training.len() + held_out.len());
        let dropped = [counts.decided, counts.in_check, counts.captures, counts.promotions];
        assert!(dropped.iter().all(|&count| count > 0), "{counts:?}");
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
