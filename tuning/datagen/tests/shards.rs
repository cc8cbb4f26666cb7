//! Games are the same for the same seed, read as they were written, and survive being cut short.

use ozutsu_datagen::{
    End, Picture, Play, Player, Progress, Record, Shard, Stats, parameters, records,
};
use ozutsu_openings::OpeningGenerator;
use rules::Rules;
use std::fs;
use std::path::PathBuf;

fn quick() -> Play {
    let openings = OpeningGenerator { nodes: 100, max_score: 2_000, ..OpeningGenerator::default() };
    Play { openings, nodes: 40, longest: 60, ..Play::default() }
}

fn shard(rules: &'static Rules, games: u64, threads: usize) -> Shard {
    Shard { rules, play: quick(), seed: 7, games, threads }
}

/// A file of its own for a test, in the folder for such.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn games_are_read_as_they_were_written() {
    for rules in Rules::all() {
        let record = Player::new(quick()).game(rules, 5);
        assert_eq!(record.opening.len(), 8);
        assert!(!record.played.is_empty(), "{record}");
        let text = record.to_string();
        let read = Record::parse(&text).unwrap();
        assert_eq!(read.to_string(), text);
        assert_eq!((read.verdict, read.end), (record.verdict, record.end));
        assert_eq!((read.opening, read.played), (record.opening, record.played));
    }
}

#[test]
fn threads_do_not_change_a_shard() {
    let rules = Rules::by_name("cannonshogi").unwrap();
    let (one, two) = (file("one.txt"), file("two.txt"));
    shard(rules, 6, 1).write(&one, |_| {}).unwrap();
    shard(rules, 6, 2).write(&two, |_| {}).unwrap();
    assert_eq!(fs::read_to_string(one).unwrap(), fs::read_to_string(two).unwrap());
}

#[test]
fn a_shard_that_was_cut_short_is_completed() {
    let rules = Rules::by_name("shogi").unwrap();
    let path = file("cut.txt");
    shard(rules, 5, 2).write(&path, |_| {}).unwrap();
    let whole = fs::read_to_string(&path).unwrap();
    let third = whole.lines().take(3).map(|line| line.len() + 1).sum::<usize>();
    fs::write(&path, &whole[..third - 10]).unwrap();
    assert_eq!(records(&path).unwrap().len(), 2);
    let progress = shard(rules, 5, 1).write(&path, |_| {}).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    assert_eq!((progress.games, progress.new_games), (5, 3));
    let again = shard(rules, 5, 1).write(&path, |_| {}).unwrap();
    assert_eq!(Progress { games: 5, ..Progress::default() }, again);
}

#[test]
fn faults_of_a_line_are_named() {
    let fault = |line: &str| Record::parse(line).unwrap_err().to_string();
    assert_eq!(fault("shogi"), "not game, result, end, opening and moves");
    assert_eq!(fault("chess\t1-0\trules\t\t"), "no game 'chess'");
    assert_eq!(fault("shogi\t2-0\trules\t\t"), "'2-0' is no result");
    assert_eq!(fault("shogi\t1-0\tboredom\t\t"), "'boredom' is no way to end");
    let ply = |ply, text| format!("ply {ply}: '{text}' is no move with a score here");
    assert_eq!(fault("shogi\t1-0\trules\t7g7f 7g7f\t"), ply(2, "7g7f"));
    assert_eq!(fault("shogi\t1-0\trules\t7g7f\t3c3d"), ply(2, "3c3d"));
    assert_eq!(fault("shogi\t1-0\trules\t7g7f\t3c3d:1 2g2f:x"), ply(3, "2g2f:x"));
    let record = Record::parse("shogi\t1/2\tlength\t7g7f\t3c3d:-31").unwrap();
    assert_eq!((record.end, record.played[0].score), (End::Length, -31));
}

#[test]
fn parameters_are_read_from_a_file_or_its_fault_is_named() {
    let (shogi, path) = (Rules::by_name("shogi").unwrap(), file("parameters"));
    let fault = || parameters(shogi, &path).unwrap_err();
    assert!(fault().starts_with(&format!("{}: ", path.display())));
    fs::write(&path, "tempo 0 x\n").unwrap();
    assert_eq!(
        fault(),
        format!("{}, line 1: 1 numbers from -16000 to 16000 expected", path.display())
    );
    fs::write(&path, "tempo 0 123\n").unwrap();
    assert_eq!(parameters(shogi, &path).unwrap().tempo(), 123);
}

#[test]
fn what_games_hold_is_counted_and_drawn() {
    let lines = [
        "shogi\t1-0\trules\t7g7f\t3c3d:-31 2g2f:40",
        "shogi\t1/2\tlength\t\t7g7f:0",
        "shosu\t0-1\tagreed\t\t",
    ];
    let games: Vec<_> = lines.iter().map(|line| Record::parse(line).unwrap()).collect();
    let all = Stats::of(games.iter());
    let [shogi, shosu] = &all[..] else { panic!("{all:?}") };
    assert_eq!((shogi.games, shogi.positions, shogi.verdicts), (2, 3, [1, 0, 1]));
    assert_eq!((shosu.games, shosu.ends), (1, [0, 0, 0, 1, 0]));
    assert_eq!(shogi.lengths.counts, [2]);
    // Both scores of the first game are the first player's gain, the third is neither's.
    assert_eq!(shogi.scores.counts[16], 3);
    let picture = Picture(&all).to_string();
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    assert!(picture.contains("shogi: scores") && picture.contains("shosu: plies"));
}
