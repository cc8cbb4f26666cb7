//! The stored puzzles are proven again.

use std::collections::HashSet;
use study::puzzles::{MateFinder, MateOptions, Proof, PuzzleKind, read_puzzles};

/// The number of puzzles of each game.
const COUNT: usize = 200;

fn prove_all(game: &str) {
    prove(game, games::puzzles(game).unwrap(), COUNT, 1);
}

/// Checks all puzzles of a text, and proves every `step`-th of them.
fn prove(game: &str, text: &str, count: usize, step: usize) {
    let mut finder = MateFinder::new(MateOptions::default()).unwrap();
    let (mut positions, mut nodes) = (HashSet::new(), None);
    let puzzles = read_puzzles(text, games::by_name(game).unwrap()).unwrap();
    assert_eq!(puzzles.len(), count);
    for (index, ((puzzle, id), line)) in puzzles.iter().zip(text.lines()).enumerate() {
        assert_eq!(puzzle.epd(id).to_string(), line);
        assert_eq!((puzzle.position.rules().name(), puzzle.kind), (game, PuzzleKind::Mate));
        if index % step == 0 {
            assert_eq!(finder.prove(puzzle, None), Proof::Proven, "{line}");
        }
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

/// Those for PyChess are more than the program has, and are not part of it.
#[test]
fn those_for_pychess() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tuning/lab/puzzles-cannonshogi.epd");
    prove("cannonshogi", &std::fs::read_to_string(path).unwrap(), 1_000, 5);
}

#[test]
fn games_without_cannons_have_none() {
    assert_eq!(games::puzzles("shogi"), None);
}

#[test]
fn invalid_lines_are_refused() {
    let shogi = games::by_name("shogi").unwrap();
    const GOLD: &str = "8k/9/8P/9/9/9/9/9/K8 b G 1";
    for (line, message) in [
        ("chess 8/8 w - 1; pv e2e4".to_owned(), "unknown game 'chess'"),
        ("shogi 9/9 b - 1; pv 7g7f".into(), "2 ranks instead of 9"),
        (format!("{GOLD}; dm 1"), "the solution (pv) is missing"),
        (format!("{GOLD}; pv G*1b G*1b"), "'G*1b' is not a legal move here: "),
        (format!("{GOLD}; pv G-1b"), "'G-1b' is not a legal move here: "),
        (format!("{GOLD}; pv G*1b; acn many"), "'acn many' found, a whole number expected"),
        (format!("{GOLD}; bm G*2b; pv G*1b"), "'G*1b' found, a best move (bm) at the start"),
        (format!("{GOLD}; pv G*2b 1a2b"), "'1a2b' found, a last move of the side that solves"),
        (format!("{GOLD}; dm 1; pv G*2b"), "'G*2b' found, mate after the solution"),
        (format!("{GOLD}; dm 2; pv G*1b"), "'dm 2' found, the number of moves"),
    ] {
        let text = format!("# two\n{GOLD}; pv G*1b\n{line}");
        let errors = read_puzzles(&text, shogi).unwrap_err();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        assert_eq!(error.line, 3, "{line}");
        assert!(error.to_string().contains(message), "{line}: {error}");
    }
}

#[test]
fn what_a_line_does_not_say_follows_from_its_solution() {
    let shogi = games::by_name("shogi").unwrap();
    let text = "8k/9/8P/9/9/9/9/9/K8 b G 1; pv G@i8\n\
        position startpos moves 7g7f 3c3d; pv 8h2b+";
    let puzzles = read_puzzles(text, shogi).unwrap();
    let read: Vec<_> = puzzles.iter().map(|(puzzle, id)| puzzle.epd(id).to_string()).collect();
    assert_eq!(read[0], "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; dm 1; pv G*1b; id \"\"");
    assert!(read[1].ends_with(" b - 3; bm 8h2b+; pv 8h2b+; id \"\""), "{}", read[1]);
    // The moves before the position are no part of the puzzle.
    assert_eq!(puzzles[1].0.position.ply(), 0);
}
