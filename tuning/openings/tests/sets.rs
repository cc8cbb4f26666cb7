//! The stored sets hold what they promise, whatever the search has become since.

use ozutsu_openings::{Openings, Walker, numbered, set, stored};
use rules::{Outcome, Position, Rules};
use std::collections::HashSet;

/// The words that made a set, from its head.
fn made_by(text: &str) -> (usize, u64, Openings) {
    let head = text.lines().find_map(|line| line.strip_prefix("# ozutsu-openings ")).unwrap();
    let words: Vec<_> = head.split(' ').collect();
    let [_, count, "--seed", seed, "--plies", plies, "--nodes", nodes, "--within", within] =
        words[..]
    else {
        panic!("{head}");
    };
    let number = |text: &str| text.parse::<u64>().unwrap();
    let (plies, within) = (number(plies) as u32, number(within) as i32);
    (number(count) as usize, number(seed), Openings { plies, nodes: number(nodes), within })
}

/// The positions that a set's lines lead to.
fn positions(rules: &'static Rules, text: &str) -> Vec<Position> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let beginning = format!("{} startpos moves ", rules.name());
    let replay = |line: &str| {
        let mut position = Position::start(rules);
        for word in line.strip_prefix(&beginning).expect(line).split(' ') {
            let mv = rules.parse_usi(word).unwrap_or_else(|fault| panic!("{line}: {fault}"));
            position.try_move(mv).unwrap_or_else(|refusal| panic!("{line}: {word}: {refusal}"));
        }
        position
    };
    lines.map(replay).collect()
}

/// The games that have a set: all for which there is a file.
fn sets() -> Vec<(&'static Rules, &'static str)> {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/sets")).unwrap();
    let set = |file: std::io::Result<std::fs::DirEntry>| {
        let name = file.unwrap().file_name().into_string().unwrap();
        let rules = name.strip_suffix(".txt").and_then(Rules::named).expect(&name);
        (rules, stored(rules).expect(&name))
    };
    files.map(set).collect()
}

#[test]
fn every_set_has_different_openings() {
    assert!(sets().len() >= 6);
    for (rules, text) in sets() {
        let (count, _, wanted) = made_by(text);
        let positions = positions(rules, text);
        assert_eq!((positions.len(), count), (300, 300));
        for position in &positions {
            assert_eq!(position.outcome(), Outcome::Ongoing, "{}", position.sfen());
            assert_eq!(position.moves().len(), wanted.plies as usize);
        }
        let different: HashSet<_> =
            positions.iter().map(|place| place.sfen().to_string()).collect();
        assert_eq!(different.len(), positions.len());
    }
}

/// Each line is one of the walks of its seed. Which of them a search finds balanced changes with the
/// search; that it had these to choose from does not, as long as `rand` makes the same numbers.
#[test]
fn stored_openings_come_from_their_seed() {
    for (rules, text) in sets() {
        let (_, seed, wanted) = made_by(text);
        for (number, position) in (0..).zip(positions(rules, text)) {
            let mut walker = Walker::new(rules, wanted.plies, numbered(seed, number));
            let is_it = |walk: &Position| walk.moves().eq(position.moves());
            let found = (0..1_000).any(|_| is_it(&walker.walk()));
            assert!(found, "{}, opening {number}", rules.name());
        }
    }
}

#[test]
fn a_set_is_drawn_again_from_its_seed() {
    let wanted = Openings { plies: 4, nodes: 50, within: 2_000 };
    for rules in Rules::all() {
        let text = set(rules, &wanted, 5, 7).unwrap();
        assert_eq!(made_by(&text), (5, 7, wanted));
        assert_eq!(positions(rules, &text).len(), 5);
        assert_eq!(set(rules, &wanted, 5, 7).unwrap(), text);
        assert_ne!(set(rules, &wanted, 5, 8).unwrap(), text);
    }
}

#[test]
fn more_openings_than_there_are_cannot_be_had() {
    let shogi = Rules::named("shogi").unwrap();
    let wanted = Openings { plies: 1, nodes: 50, within: 2_000 };
    assert_eq!(set(shogi, &wanted, 31, 1), None);
}
