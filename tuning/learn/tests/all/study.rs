//! Studies of games that are flawed on purpose, and of one that is not.

use crate::common::{fresh_path, path, rules};
use eval::{EvalFile, Parameters, set_eval_of_game};
use ozutsu_learn::play::{GameOpenings, MoveSampler, SelfPlayOptions, SelfPlayer};
use ozutsu_learn::study::{
    EvalOrigin, HandicapStudy, PlayersEval, Study, StudyFile, StudyReport, StudySettings, Topic,
};
use ozutsu_learn::workers::break_if;
use rules::{Color, Position, Rules};
use std::fs;
use std::path::Path;

fn load(file: &str) -> &'static Rules {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games")).join(file);
    let loaded = games::load(&file);
    assert!(loaded.errors.is_empty(), "{:?}", loaded.errors);
    loaded.games[0]
}

fn settings(rules: &'static Rules) -> StudySettings {
    StudySettings { rules, seed: 1, nodes: 30 }
}

/// Plays rounds until there is this number of games.
fn play(study: &mut Study, games: u64, threads: usize) {
    if study.games() < games {
        let stop = |study: &Study, _: &_| break_if(study.games() >= games);
        assert_eq!(study.play(threads, || false, stop).unwrap(), Some(()));
    }
}

fn report(rules: &'static Rules, games: u64) -> StudyReport {
    let mut study = Study::new(settings(rules));
    play(&mut study, games, 2);
    study.report()
}

fn json(study: &Study) -> String {
    serde_json::to_string(&study.report()).unwrap()
}

/// Returns what the notes of a report are about.
fn topics(report: &StudyReport) -> Vec<(Topic, &str)> {
    report.notes.iter().map(|note| (note.topic, note.piece.as_deref().unwrap_or(""))).collect()
}

#[test]
fn a_missing_cannon_is_found() {
    let report = report(load("missing.toml"), 400);
    assert!(topics(&report).contains(&(Topic::Balance, "")), "{:?}", report.notes);
    assert!(report.notes[0].text.starts_with("The first player wins "), "{:?}", report.notes);
    let first = report.balance.first.unwrap().share;
    assert!(first.low > 0.5 && first.games == 140, "{first:?}");
    // A piece less is worth more than nothing, and less than a king.
    let advantage = report.balance.advantage.unwrap();
    assert!(advantage.low > 0.0 && advantage.high < 3_000.0, "{advantage:?}");
}

#[test]
fn a_dead_piece_is_found() {
    let report = report(load("dead.toml"), 100);
    assert!(topics(&report).contains(&(Topic::IdlePiece, "S")), "{:?}", report.notes);
    let stone = report.pieces.iter().find(|piece| piece.piece == "S").unwrap();
    assert!(stone.at_home.unwrap().value > 0.5, "{stone:?}");
    let rook = &report.pieces[0];
    assert!(rook.on_board.movement > 4.0 * stone.on_board.movement, "{rook:?}");
    assert!(rook.moves > 1.0 && rook.idle.unwrap().high < 0.25, "{rook:?}");
    assert!(rook.moves > 5.0 * stone.moves, "{rook:?} {stone:?}");
}

#[test]
fn a_drawish_game_is_found() {
    let report = report(load("drawn.toml"), 40);
    let found = topics(&report);
    for topic in [Topic::Draws, Topic::Ends] {
        assert!(found.contains(&(topic, "")), "{topic:?}: {:?}", report.notes);
    }
    assert!(!found.contains(&(Topic::Balance, "")), "{:?}", report.notes);
    assert!(report.balance.draws.unwrap().low > 0.8 && report.course.mates.is_empty());
    let ends: f64 = report.course.ends.iter().map(|end| end.share.share).sum();
    assert!(report.course.ends.iter().all(|end| end.draw) && (ends - 1.0).abs() < 1e-9);
}

#[test]
fn a_win_by_the_first_move_is_found() {
    let text = include_str!("../games/first.toml");
    let white_first = text.replace("3R1\"", "3R1 w - 1\"");
    let first = [text, &white_first].map(|text| games::parse(text).games[0].rules);
    assert_eq!(first.map(|rules| Position::start(rules).side()), Color::BOTH);
    for rules in first {
        let report = report(rules, 120);
        let found = topics(&report);
        for topic in [Topic::Balance, Topic::ShortGames, Topic::Skill, Topic::Openings] {
            assert!(found.contains(&(topic, "")), "{topic:?}: {:?}", report.notes);
        }
        assert_eq!(report.balance.first.unwrap().share.share, 1.0);
        assert_eq!(report.course.plies.unwrap().value, 1.0);
    }
}

/// Otherwise self-play and matches would look for an opening for ever.
#[test]
fn a_game_that_good_moves_end_at_once_has_openings() {
    let sampler = MoveSampler { plies: 2..=2, nodes: 50, ..MoveSampler::default() };
    let openings = GameOpenings { random_plies: 0..=0, sampler, ..GameOpenings::default() };
    let options = SelfPlayOptions { openings, ..SelfPlayOptions::default() };
    let game = SelfPlayer::new(options).unwrap().play_game(load("first.toml"), 1);
    assert_eq!((game.winner, game.opening.len(), game.moves.len()), (Some(Color::Black), 0, 1));
}

#[test]
fn nothing_is_found_in_a_clone_of_shogi() {
    let text = games::source("shogi").unwrap().replace("name = \"shogi\"", "name = \"clone\"");
    let file = path("clone.toml");
    fs::write(&file, text).unwrap();
    let report = report(games::load(&file).games[0], 60);
    assert_eq!((report.variant, topics(&report)), ("clone", vec![]), "{:?}", report.notes);
    assert_eq!(report.samples.len(), 3);
    assert!(report.course.captures.unwrap().low > 10.0, "{:?}", report.course);
}

#[test]
fn a_study_goes_on_from_its_file_with_any_number_of_threads() {
    let settings = settings(load("dead.toml"));
    let mut whole = Study::new(settings.clone());
    play(&mut whole, 41, 1);
    let out = fresh_path("dead.study");
    let games = 41;
    // A stopped run leaves a part of a round behind.
    for (part, threads) in [(14, 2), (games, 3)] {
        let (mut file, rounds) = StudyFile::open(&out, &settings).unwrap();
        let mut study = Study::new(settings.clone());
        rounds.iter().for_each(|round| study.add(round));
        assert!(part == 14 || study.games() > 12);
        let stopped = study.play(
            threads,
            || false,
            |study, round| {
                file.append(round).unwrap();
                break_if(study.games() >= part)
            },
        );
        stopped.unwrap().unwrap();
        if part == games {
            assert_eq!(json(&study), json(&whole));
        } else {
            drop(file);
            let bytes = fs::read(&out).unwrap();
            fs::write(&out, &bytes[..bytes.len() - 3]).unwrap();
        }
    }
    let before = fs::read(&out).unwrap();
    let error = |settings: &StudySettings| StudyFile::open(&out, settings).unwrap_err().to_string();
    let message = error(&StudySettings { seed: 2, ..settings.clone() });
    assert!(message.contains("seed 1 and 30 nodes, not seed 2 and 30 nodes"), "{message}");
    let message = error(&StudySettings { rules: rules("shogi"), ..settings.clone() });
    assert!(message.contains("a study of dead, not shogi"), "{message}");
    assert_eq!(fs::read(&out).unwrap(), before);
    fs::write(&out, "7g7f\n").unwrap();
    assert!(error(&settings).contains("not the file of a study"));
}

#[test]
fn games_of_different_evaluations_are_not_added() {
    let text = include_str!("../games/drawn.toml").replace("\"drawn\"", "\"learnt\"");
    let file = path("learnt.toml");
    let eval_file = fresh_path("learnt.eval");
    fs::write(&file, text).unwrap();
    let rules = games::load(&file).games[0];
    let settings = settings(rules);
    let out = fresh_path("learnt.study");
    assert!(!StudyFile::has_games(&out));
    let (mut state, _) = StudyFile::open(&out, &settings).unwrap();
    assert!(!StudyFile::has_games(&out));
    let append = |_: &Study, round: &_| {
        state.append(round).unwrap();
        break_if(true)
    };
    Study::new(settings.clone()).play(1, || false, append).unwrap().unwrap();
    drop(state);
    assert!(StudyFile::has_games(&out));
    assert_eq!(StudyFile::open(&out, &settings).unwrap().1.len(), 1);
    assert_eq!(PlayersEval::of(rules).origin, EvalOrigin::Movements);
    assert_eq!(PlayersEval::of(crate::common::rules("shogi")).origin, EvalOrigin::BuiltIn);

    let parameters = Some(Parameters::parse(rules, "tempo 0 10").unwrap());
    let learnt = EvalFile { parameters, network: None };
    fs::write(&eval_file, learnt.to_bytes()).unwrap();
    set_eval_of_game(rules, learnt);
    assert_eq!(PlayersEval::of(rules).origin, EvalOrigin::File);
    let message = StudyFile::open(&out, &settings).unwrap_err().to_string();
    let help = "learnt.study: made with another evaluation; study again with a new state file";
    assert!(message.ends_with(help), "{message}");
}

#[test]
fn a_study_made_again_is_the_same() {
    for file in ["missing.toml", "drawn.toml", "first.toml"] {
        let made = |threads| {
            let mut study = Study::new(settings(load(file)));
            play(&mut study, 20, threads);
            json(&study)
        };
        assert_eq!(made(1), made(3), "{file}");
    }
}

#[test]
fn a_study_without_games_says_that_it_knows_nothing() {
    let study = Study::new(settings(rules("shogi")));
    let report = study.report();
    assert!(report.balance.first.is_none() && report.notes.is_empty() && report.games == 0);
    assert!(
        report.pieces.iter().all(|piece| piece.idle.is_none() && piece.on_board.movement > 0.0)
    );
}

#[test]
fn handicaps_are_worth_something() {
    assert!(HandicapStudy::new(settings(load("drawn.toml"))).is_none());
    let settings = StudySettings { nodes: 10, ..settings(load("dead.toml")) };
    let report = |games, threads| {
        let mut study = HandicapStudy::new(settings.clone()).unwrap();
        let stop = |study: &HandicapStudy| break_if(study.games() == games);
        assert_eq!(study.play(threads, || false, stop).unwrap(), Some(()));
        study.report()
    };
    let found = report(300, 2);
    assert_eq!((found.games, found.handicaps.len(), found.handicaps[0].name), (300, 1, "rook"));
    let weakest = found.handicaps[0].levels[0];
    let (elo, doublings) = (weakest.elo.unwrap(), weakest.doublings.unwrap());
    assert!(weakest.nodes == 10 && elo.low > 0.0 && doublings.value > 0.0, "{weakest:?}");
    let [one, several] = [1, 3].map(|threads| serde_json::to_string(&report(40, threads)));
    assert_eq!(one.unwrap(), several.unwrap());
}
