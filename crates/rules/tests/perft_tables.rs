//! Perft of the built-in games against counts by other programs.

use rules::{GameSpec, Position, Rules, perft};
use std::path::Path;
use std::{fs, thread};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn check_game(name: &str) {
    let spec: GameSpec =
        toml::from_str(&read(&format!("../games/games/{name}/rules.toml"))).unwrap();
    let rules = Rules::build(&spec).unwrap();
    let table = read(&format!("../../engine-tests/data/perft/{name}.tsv"));
    let rows: Vec<_> = table.lines().filter_map(|line| line.split_once('\t')).collect();
    assert_eq!(rows[0].0, rules.start_sfen(), "{name}: the first row is the start position");
    for (sfen, counts) in rows {
        let mut position = Position::from_sfen(rules, sfen).unwrap();
        for (depth, expected) in (1..).zip(counts.split(' ').map(|count| count.parse().unwrap())) {
            assert_eq!(perft(&mut position, depth), expected, "{name}: {sfen}: depth {depth}");
        }
    }
}

#[test]
fn perft_matches_every_row_at_every_depth() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../engine-tests/data/perft");
    let tables = fs::read_dir(folder).unwrap();
    let names: Vec<_> = tables
        .map(|table| table.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(names.len() >= 6, "{names:?}");
    thread::scope(|scope| {
        for name in &names {
            scope.spawn(move || check_game(name));
        }
    });
}
