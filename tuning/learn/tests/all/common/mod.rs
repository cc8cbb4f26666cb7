//! Games of random moves with random scores, and random samples.

use eval::EvalSource;
use eval::network::InputMap;
use ozutsu_learn::game_files::{ScoredGame, ScoredMove, SelfPlayEnd};
use ozutsu_learn::play::{Adjudication, GameOpenings, Player, SelfPlayOptions};
use ozutsu_learn::train::{
    DataOptions, Dataset, FloatNetwork, Label, PositionChoice, Sample, Samples, Shape,
};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Color, Position, Rules};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;
use trials::OpeningGenerator;

/// Returns the built-in games: other tests may load others meanwhile.
pub fn built_in_games() -> impl Iterator<Item = &'static Rules> {
    games::all().filter(|rules| games::source(rules.name()).is_some())
}

pub fn rules(name: &str) -> &'static Rules {
    games::by_name(name).expect("a known game")
}

/// A rules file.
pub const MINICANNON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");

/// Returns a path for a test's file.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns a path for a test's file, which does not exist.
pub fn fresh_path(name: &str) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_file(&path);
    path
}

/// Returns the program with arguments and paths after them.
pub fn program(arguments: &[&str], paths: &[&Path]) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ozutsu-learn"));
    program.args(arguments).args(paths);
    program
}

/// Runs the program and returns its status, what it prints, and its messages.
pub fn run(arguments: &[&str], paths: &[&Path]) -> (Option<i32>, String, String) {
    let output = program(arguments, paths).output().expect("the program starts");
    let [printed, messages] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), printed, messages)
}

/// Runs the program, which must succeed, and returns what it prints.
#[track_caller]
pub fn stdout(arguments: &[&str], paths: &[&Path]) -> String {
    let (status, printed, messages) = run(arguments, paths);
    assert_eq!(status, Some(0), "{messages}");
    printed
}

/// Runs the program, which must fail, and returns its messages.
#[track_caller]
pub fn error(arguments: &[&str], paths: &[&Path]) -> String {
    let (status, _, messages) = run(arguments, paths);
    assert!(status.is_some_and(|status| status > 0), "{messages}");
    messages
}

/// Options for games that take little time.
pub fn quick_options() -> SelfPlayOptions {
    SelfPlayOptions {
        openings: quick_openings(8..=10),
        player: Player { soft_nodes: 40, hard_nodes: 400, ..Player::default() },
        adjudication: Adjudication { max_plies: 60, ..Adjudication::default() },
    }
}

/// Openings with this number of random moves that take little time.
pub fn quick_openings(random_plies: RangeInclusive<u32>) -> GameOpenings {
    let generator =
        OpeningGenerator { nodes: 100, max_score: 2_000, ..OpeningGenerator::default() };
    GameOpenings { generator, random_plies, ..GameOpenings::default() }
}

/// Plays games of random moves.
pub fn random_games(rules: &'static Rules, games: usize, seed: u64) -> Vec<ScoredGame> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut play = |_| {
        let mut position = Position::start(rules);
        let (mut opening, mut moves) = (Vec::new(), Vec::new());
        for ply in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[random.random_range(0..legal.len())];
            position.do_move(mv);
            match ply {
                0..8 => opening.push(mv),
                _ => moves.push(ScoredMove { mv, score: random.random_range(-5_000..=5_000) }),
            }
        }
        let winners = [Some(Color::Black), Some(Color::White), None];
        let winner = winners[random.random_range(0..3)];
        ScoredGame { rules, winner, end: SelfPlayEnd::MaxPlies, opening, moves }
    };
    (0..games).map(&mut play).collect()
}

/// Writes a file of games of random moves.
pub fn games_file(name: &str, variant: &str, games: usize) -> PathBuf {
    let lines = random_games(rules(variant), games, 5).into_iter().map(|game| format!("{game}\n"));
    let path = path(name);
    fs::write(&path, lines.collect::<String>()).expect("a writable folder");
    path
}

pub const DATA_OPTIONS: DataOptions = DataOptions {
    max_score: 4_000,
    hold_out_interval: 4,
    seed: 1,
    with_threats: true,
    positions: PositionChoice::Quiet,
    lambda: 0.0,
};

/// Loads games of random moves.
pub fn random_data(name: &str, variant: &str, games: usize) -> Dataset {
    Dataset::load(&[games_file(name, variant, games)], DATA_OPTIONS, &EvalSource::OfGame, |_| true)
        .expect("sound games")
}

/// Creates samples with a few random inputs each, and random scores and results.
pub fn random_samples(inputs: &InputMap, count: usize, seed: u64) -> Samples {
    let mut random = StdRng::seed_from_u64(seed);
    let mut samples = Samples::default();
    let threat_rows = inputs.threat_row_count() / 2;
    for _ in 0..count {
        // Picks `count` different rows of the `among` rows from `first` on.
        let mut rows = |first: usize, among: usize, count: usize| -> Vec<u16> {
            let mut rows: Vec<u16> = (first..first + among).map(|row| row as u16).collect();
            rows.shuffle(&mut random);
            rows.truncate(count);
            rows
        };
        let (own_rows, other_rows) = (rows(0, 30, 8), rows(0, 30, 8));
        let mut threats = rows(0, 10, 2);
        // Threats of the opponent.
        threats.extend(rows(threat_rows, 10, 2));
        let threat_counts: Vec<i8> = threats.iter().map(|_| random.random_range(1..=3)).collect();
        samples.push(Sample {
            own_rows: &own_rows,
            other_rows: &other_rows,
            threats: &threats,
            threat_counts: &threat_counts,
            linear: random.random_range(-1_000..=1_000),
            label: Label { target: random.random_range(0.0..=1.0), ..Label::default() },
        });
        samples.end_game(rules("shogi"));
    }
    samples
}

/// Creates a network with uniformly random weights of at most `largest`. With large weights, units are
/// below, within and above the range of the clipped ReLU.
pub fn random_network(inputs: &InputMap, shape: Shape, largest: f32, seed: u64) -> FloatNetwork {
    let mut network = FloatNetwork::random(inputs, shape, seed);
    let mut random = StdRng::seed_from_u64(seed);
    network.weights_mut().fill_with(|| random.random_range(-largest..=largest));
    network
}
