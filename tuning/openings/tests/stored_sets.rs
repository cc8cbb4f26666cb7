//! The stored sets are legal, without repetitions, and made of their seeds.

use openings::{RandomPositions, mix_seed, stored_set};
use rules::{Outcome, Position, Rules};
use std::collections::HashSet;

/// Returns the value of an option in the command that is the header of a set.
fn option(text: &str, name: &str) -> u64 {
    let header = text.lines().find(|line| line.starts_with("# ozutsu-learn openings ")).unwrap();
    header.split(' ').skip_while(|word| *word != name).nth(1).unwrap().parse().unwrap()
}

/// Returns the position of every opening in a set.
fn positions(rules: &'static Rules, text: &str) -> Vec<Position> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let prefix = format!("{} startpos moves ", rules.name());
    let replay = |line: &str| {
        let mut position = Position::start(rules);
        for token in line.strip_prefix(&prefix).expect(line).split(' ') {
            let mv = rules.parse_usi(token).expect(line);
            position.try_move(mv).unwrap_or_else(|error| panic!("{line}: {token}: {error}"));
        }
        position
    };
    lines.map(replay).collect()
}

/// Every stored opening is one of the candidates of its seed. A change to the search may accept other
/// candidates, but must not change the candidates.
#[test]
fn stored_openings_differ_and_come_from_their_seed() {
    for rules in games::all() {
        let name = rules.name();
        let Some(text) = stored_set(rules) else { continue };
        let positions = positions(rules, text);
        assert_eq!((positions.len() as u64, option(text, "--count")), (300, 300), "{name}");
        let (seed, plies) = (option(text, "--seed"), option(text, "--plies") as u32);
        let mut known = HashSet::new();
        for (index, opening) in (0..).zip(positions) {
            assert_eq!(opening.outcome(), Outcome::Ongoing, "{}", opening.sfen());
            assert!(known.insert(opening.sfen().to_string()), "{} is there twice", opening.sfen());
            let mut candidates = RandomPositions::new(rules, plies, mix_seed(seed, index));
            let is_found =
                (0..1_000).any(|_| candidates.next_position().moves().eq(opening.moves()));
            assert!(is_found, "{name}, opening {index}");
        }
    }
}
