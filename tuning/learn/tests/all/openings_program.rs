//! Sets of openings, of built-in games and of a game from a file.

use crate::common::{MINICANNON, built_in_games, rules, stdout};
use ozutsu_learn::opening_set::generate_set;
use rules::Position;
use trials::OpeningGenerator;

#[test]
fn openings_are_generated() {
    let arguments = "openings --variant minicannon --count 3 --plies 3 --nodes 100 --rules";
    let text = stdout(&arguments.split(' ').chain([MINICANNON]).collect::<Vec<_>>(), &[]);
    games::load(MINICANNON.as_ref());
    let rules = rules("minicannon");
    let openings: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(openings.len(), 3, "{text}");
    for opening in openings {
        let moves = opening.strip_prefix("minicannon startpos moves ").expect(opening);
        let mut position = Position::start(rules);
        for text in moves.split(' ') {
            position.try_move(rules.parse_usi(text).unwrap()).unwrap();
        }
        assert_eq!(position.ply(), 3);
    }
}

#[test]
fn the_same_seed_generates_the_same_set() {
    let generator = OpeningGenerator { plies: 4, nodes: 50, max_score: 2_000 };
    for rules in built_in_games() {
        let generate = |seed, threads| generate_set(rules, &generator, 5, seed, threads).unwrap();
        let text = generate(7, 2).unwrap();
        let command = format!("--variant {} --count 5 --seed 7 --plies 4 --nodes 50", rules.name());
        assert!(text.contains(&command), "{text}");
        assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), 5);
        assert_eq!(generate(7, 1).unwrap(), text);
        assert_ne!(generate(8, 1).unwrap(), text);
    }
    // A single ply has only 30 openings.
    let generator = OpeningGenerator { plies: 1, ..generator };
    assert_eq!(generate_set(rules("shogi"), &generator, 31, 1, 2).unwrap(), None);
}
