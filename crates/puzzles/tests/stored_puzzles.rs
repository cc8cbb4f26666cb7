//! The stored puzzles are proven again.

use puzzles::{MateFinder, MateOptions, Puzzle, PuzzleKind, stored_puzzles};
use rules::{Position, Rules};
use std::collections::HashSet;

/// The number of puzzles of each game.
const COUNT: usize = 200;

/// Parses a stored puzzle: the position and the operations `bm`, `dm`, `pv`, `acn` and `id`.
fn parse(rules: &'static Rules, line: &str) -> Puzzle {
    let (position, operations) = line.split_once("; ").expect(line);
    let sfen = position.strip_prefix(&format!("{} ", rules.name())).expect(line);
    let position =
        Position::from_sfen(rules, sfen).unwrap_or_else(|error| panic!("{line}: {error}"));
    let operand = |name: &str| {
        let mut operations = operations.split("; ");
        operations.find_map(|operation| operation.strip_prefix(&format!("{name} "))).expect(line)
    };
    let solution = operand("pv").split(' ').map(|text| rules.parse_usi(text).unwrap()).collect();
    let nodes = operand("acn").parse().unwrap();
    let puzzle = Puzzle { position, kind: PuzzleKind::Mate, line: solution, nodes };
    assert_eq!(puzzle.epd(operand("id").trim_matches('"')).to_string(), line);
    puzzle
}

fn prove_all(game: &str) {
    let rules = Rules::by_name(game).unwrap();
    let mut finder = MateFinder::new(MateOptions::default()).unwrap();
    let (mut positions, mut nodes) = (HashSet::new(), 0);
    let lines: Vec<_> = stored_puzzles(game).unwrap().lines().collect();
    assert_eq!(lines.len(), COUNT);
    for line in lines {
        let puzzle = parse(rules, line);
        assert!(finder.is_proven(&puzzle), "{line}");
        assert!(positions.insert(puzzle.position.key()), "twice: {line}");
        // Sorted by difficulty.
        assert!(puzzle.nodes >= nodes, "{line}");
        nodes = puzzle.nodes;
    }
}

macro_rules! prove {
    ($($game:ident)*) => {
        $(#[test]
        fn $game() {
            prove_all(stringify!($game));
        })*
    };
}

prove!(cannonshogi taihoshogi shosu shosucourier cannonshosu);

#[test]
fn games_without_cannons_have_none() {
    assert_eq!(stored_puzzles("shogi"), None);
}
