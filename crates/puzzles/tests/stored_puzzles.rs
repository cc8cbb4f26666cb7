//! The stored puzzles are proven again.

use puzzles::{MateFinder, MateOptions, PuzzleKind, parse_epd, stored_puzzles};
use std::collections::HashSet;

/// The number of puzzles of each game.
const COUNT: usize = 200;

fn prove_all(game: &str) {
    let mut finder = MateFinder::new(MateOptions::default()).unwrap();
    let (mut positions, mut nodes) = (HashSet::new(), 0);
    let lines: Vec<_> = stored_puzzles(game).unwrap().lines().collect();
    assert_eq!(lines.len(), COUNT);
    for line in lines {
        let (puzzle, id) = parse_epd(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(puzzle.epd(&id).to_string(), line);
        assert_eq!((puzzle.position.rules().name(), puzzle.kind), (game, PuzzleKind::Mate));
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

#[test]
fn invalid_lines_are_refused() {
    for (line, message) in [
        ("", "expected a game and a position"),
        ("chess 8/8 w - 1; pv e2e4", "unknown game 'chess'"),
        ("shogi 9/9 b - 1; pv 7g7f", "2 ranks instead of 9"),
        ("shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; dm 1", "there is no solution"),
        ("shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; pv G*1b G*1b", "'G*1b': "),
        ("shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; pv G-1b", "'G-1b': "),
        ("shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; pv G*1b; acn many", "acn 'many': expected"),
    ] {
        let error = parse_epd(line).unwrap_err();
        assert!(error.contains(message), "{line}: {error}");
    }
}
