//! The stored puzzles are proven or searched again.

use search::{Control, Engine, Limits, centipawns};
use std::collections::HashSet;
use study::puzzles::{MateFinder, MateOptions, Proof, Puzzle, PuzzleKind, read_puzzles};

/// The nodes of the searches that look at a win: few, and if it is not seen, as many as have found it.
const WIN_NODES: [u64; 2] = [20_000, 200_000];
/// How many centipawns the move of a win is ahead in one of them. Another evaluation may see it a little otherwise.
const MIN_LEAD: i32 = 200;

/// Checks that the puzzles of a game are `mates` mates followed by `wins` wins. Every `step`-th is tried again: a mate is
/// proven, a win searched. With `OZUTSU_STRESS` all are.
fn check(game: &str, text: &str, mates: usize, wins: usize, step: usize) {
    let step = if std::env::var_os("OZUTSU_STRESS").is_some() { 1 } else { step };
    let mut finder = MateFinder::new(MateOptions::default()).unwrap();
    let mut engine = Engine::new().with_hash(4);
    let (mut positions, mut last) = (HashSet::new(), (PuzzleKind::Mate, None));
    let puzzles = read_puzzles(text, games::by_name(game).unwrap()).unwrap();
    let count = |kind| puzzles.iter().filter(|(puzzle, _)| puzzle.kind == kind).count();
    assert_eq!((count(PuzzleKind::Mate), count(PuzzleKind::Win)), (mates, wins), "{game}");
    for (index, ((puzzle, id), line)) in puzzles.iter().zip(text.lines()).enumerate() {
        assert_eq!(puzzle.epd(id).to_string(), line);
        assert_eq!(puzzle.position.rules().name(), game);
        if index % step == 0 && puzzle.kind == PuzzleKind::Mate {
            assert_eq!(finder.prove(puzzle, None), Proof::Proven, "{line}");
        } else if index % step == 0 {
            check_win(&mut engine, puzzle, line);
        }
        assert!(positions.insert(puzzle.position.key()), "twice: {line}");
        // Mates before wins, each sorted by difficulty.
        assert!((puzzle.kind, puzzle.nodes) >= last, "{line}");
        last = (puzzle.kind, puzzle.nodes);
    }
}

/// Searches the position of a win: its move is far ahead of all others.
fn check_win(engine: &mut Engine, puzzle: &Puzzle, line: &str) {
    let mut score = |nodes, search_moves| {
        engine.clear();
        let limits = Limits { nodes: Some(nodes), search_moves, ..Limits::default() };
        let result = engine.search(&puzzle.position, &limits, &Control::default(), &mut ());
        centipawns(result.score)
    };
    let mut others = Vec::from_iter(puzzle.position.legal_moves());
    others.retain(|&mv| mv != puzzle.line[0]);
    let mut is_ahead =
        |nodes| score(nodes, vec![puzzle.line[0]]) >= score(nodes, others.clone()) + MIN_LEAD;
    assert!(WIN_NODES.into_iter().any(&mut is_ahead), "{line}");
}

macro_rules! check {
    ($($game:ident $mates:literal $wins:literal;)*) => {
        $(#[test]
        fn $game() {
            let game = stringify!($game);
            check(game, games::puzzles(game).unwrap(), $mates, $wins, 4);
        })*
    };
}

check! {
    cannonshogi 200 7;
    taihoshogi 200 27;
    shosu 200 55;
    shosucourier 200 55;
    cannonshosu 200 16;
    shogi 300 32;
}

/// Those for PyChess are more than the program has, and are not part of it.
#[test]
fn those_for_pychess() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tuning/lab/puzzles-cannonshogi.epd");
    check("cannonshogi", &std::fs::read_to_string(path).unwrap(), 1_000, 0, 20);
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
    let many = format!("{GOLD}\n").repeat(30);
    assert_eq!(read_puzzles(&many, shogi).unwrap_err().len(), 20);
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
