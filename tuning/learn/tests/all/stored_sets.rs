//! Stored sets match their headers, and the same seed generates the same set.

use ozutsu_learn::openings::{
    OpeningGenerator, RandomPositions, generate_set, mix_seed, stored_set,
};
use rules::{Outcome, Position, Rules};
use std::collections::HashSet;

/// Reads the header of a set: the number of openings, the seed and the generator.
fn parse_header(text: &str) -> (usize, u64, OpeningGenerator) {
    let header =
        text.lines().find_map(|line| line.strip_prefix("# ozutsu-learn openings ")).unwrap();
    let tokens: Vec<_> = header.split(' ').collect();
    let [
        "--variant",
        _,
        "--count",
        count,
        "--seed",
        seed,
        "--plies",
        plies,
        "--nodes",
        nodes,
        "--within",
        within,
    ] = tokens[..]
    else {
        panic!("{header}");
    };
    let number = |text: &str| text.parse::<u64>().unwrap();
    let (plies, max_score) = (number(plies) as u32, number(within) as i32);
    let generator = OpeningGenerator { plies, nodes: number(nodes), max_score };
    (number(count) as usize, number(seed), generator)
}

/// Returns the position of every opening in a set.
fn positions(rules: &'static Rules, text: &str) -> Vec<Position> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let prefix = format!("{} startpos moves ", rules.name());
    let replay = |line: &str| {
        let mut position = Position::start(rules);
        for token in line.strip_prefix(&prefix).expect(line).split(' ') {
            let mv = rules.parse_usi(token).unwrap_or_else(|error| panic!("{line}: {error}"));
            position.try_move(mv).unwrap_or_else(|error| panic!("{line}: {token}: {error}"));
        }
        position
    };
    lines.map(replay).collect()
}

/// Returns the stored set of every file in `openings/`.
fn stored_sets() -> Vec<(&'static Rules, &'static str)> {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/openings")).unwrap();
    let set = |file: std::io::Result<std::fs::DirEntry>| {
        let name = file.unwrap().file_name().into_string().unwrap();
        let rules = name.strip_suffix(".txt").and_then(games::by_name).expect(&name);
        (rules, stored_set(rules).expect(&name))
    };
    files.map(set).collect()
}

#[test]
fn openings_of_a_stored_set_lead_to_different_positions() {
    assert!(stored_sets().len() >= 6);
    for (rules, text) in stored_sets() {
        let (count, _, generator) = parse_header(text);
        let positions = positions(rules, text);
        assert_eq!((positions.len(), count), (300, 300));
        for position in &positions {
            assert_eq!(position.outcome(), Outcome::Ongoing, "{}", position.sfen());
            assert_eq!(position.moves().len(), generator.plies as usize);
        }
        let different: HashSet<_> =
            positions.iter().map(|position| position.sfen().to_string()).collect();
        assert_eq!(different.len(), positions.len());
    }
}

/// Every stored opening is one of the candidates of its seed. A change to the search may accept
/// other candidates, but must not change the candidates.
#[test]
fn stored_openings_come_from_their_seed() {
    for (rules, text) in stored_sets() {
        let (_, seed, generator) = parse_header(text);
        for (index, opening) in (0..).zip(positions(rules, text)) {
            let mut candidates =
                RandomPositions::new(rules, generator.plies, mix_seed(seed, index));
            let is_found =
                (0..1_000).any(|_| candidates.next_position().moves().eq(opening.moves()));
            assert!(is_found, "{}, opening {index}", rules.name());
        }
    }
}

#[test]
fn the_same_seed_generates_the_same_set() {
    let generator = OpeningGenerator { plies: 4, nodes: 50, max_score: 2_000 };
    for rules in games::all() {
        let text = generate_set(rules, &generator, 5, 7, 2).unwrap().unwrap();
        assert_eq!(parse_header(&text), (5, 7, generator));
        assert_eq!(positions(rules, &text).len(), 5);
        assert_eq!(generate_set(rules, &generator, 5, 7, 1).unwrap().unwrap(), text);
        assert_ne!(generate_set(rules, &generator, 5, 8, 1).unwrap().unwrap(), text);
    }
}

#[test]
fn generate_set_returns_none_if_there_are_too_few_openings() {
    let shogi = games::by_name("shogi").unwrap();
    let generator = OpeningGenerator { plies: 1, nodes: 50, max_score: 2_000 };
    assert_eq!(generate_set(shogi, &generator, 31, 1, 2).unwrap(), None);
}
