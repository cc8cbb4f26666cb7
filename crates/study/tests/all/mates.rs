//! Mate puzzles: what is one, what is not, and the pieces that composed problems leave over.

use mate::{MateLimits, MateResult, MateSolver};
use rules::Position;
use search::Control;
use std::time::Duration;
use study::puzzles::{MateFinder, MateOptions, Proof, Puzzle, read_puzzles};

fn find(sfen: &str, options: MateOptions) -> Option<Puzzle> {
    let shogi = games::by_name("shogi").unwrap();
    let position = Position::from_sfen(shogi, sfen).unwrap();
    MateFinder::new(options).unwrap().find(&position)
}

/// Returns the solution as text.
fn line(puzzle: &Puzzle) -> String {
    let rules = puzzle.position.rules();
    let moves: Vec<_> = puzzle.line.iter().map(|&mv| rules.usi(mv).to_string()).collect();
    moves.join(" ")
}

const MATES_IN_ONE: MateOptions = MateOptions {
    min_plies: 1,
    max_plies: 15,
    scan_nodes: 10_000,
    proof_nodes: 100_000,
    is_composed: false,
};

#[test]
fn the_only_shortest_mate_is_a_puzzle() {
    // A gold drop on the head of the king. Mates in one have no second move to check.
    let puzzle = find("8k/9/8P/9/9/9/9/9/K8 b G 30", MATES_IN_ONE).unwrap();
    assert_eq!(line(&puzzle), "G*1b");
    assert_eq!(
        puzzle.epd("a \"head\"\ngold").to_string(),
        format!(
            "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; dm 1; pv G*1b; acn {}; id \"a 'head' gold\"",
            puzzle.nodes.unwrap()
        )
    );
    // With the default options it is too short.
    assert!(find("8k/9/8P/9/9/9/9/9/K8 b G 1", MateOptions::default()).is_none());
    // No mate, no check, and a game that is over.
    for sfen in
        ["8k/9/9/9/9/9/9/9/K8 b G 1", "8k/9/9/9/9/9/9/9/K8 b - 1", "k8/1G7/K8/9/9/9/9/9/9 w - 1"]
    {
        assert!(find(sfen, MATES_IN_ONE).is_none(), "{sfen}");
    }
}

/// Positions of cannonshogi with the only shortest mates.
const UNIQUE_MATES: [(&str, &str); 2] = [
    ("lnsgkgsnl/5u1b1/p1pcp1p1p/3U5/cr6P/7i1/P2PP1P2/1BA2I+a2/LNSGKGSNL w r 1", "R*6h 6g7g 6h4h+"),
    (
        "1nsgkcs+Al/lr2g1a2/p1p1pp2L/1i5c1/6I2/4U4/PPNUP1PP1/1BK1G2S1/L1S4+r1 w BNPgn 1",
        "N*6f 7h6h 2i7i 8h7i G*7h 6h5i 6f5h+ 5i5h G*4h",
    ),
];

#[test]
fn every_attacking_move_must_be_the_only_one() {
    let rules = games::by_name("cannonshogi").unwrap();
    let mut finder = MateFinder::new(MateOptions::default()).unwrap();
    for (sfen, solution) in UNIQUE_MATES {
        let position = Position::from_sfen(rules, sfen).unwrap();
        let puzzle = finder.find(&position).unwrap();
        assert_eq!(line(&puzzle), solution);
        assert_eq!(finder.prove(&puzzle, None), Proof::Proven);
        // Any other first move is no solution.
        let mut wrong = puzzle.clone();
        for other in puzzle.position.legal_moves() {
            wrong.line[0] = other;
            let is_proven = finder.prove(&wrong, None) == Proof::Proven;
            assert_eq!(is_proven, other == puzzle.line[0], "{}", rules.usi(other));
        }
        // Nor is a part of the line, which does not mate.
        wrong.line = puzzle.line[..puzzle.line.len() - 2].to_vec();
        assert_eq!(finder.prove(&wrong, None), Proof::NoMate);
        // A smaller limit on the plies excludes the puzzle.
        let max_plies = puzzle.line.len() as u32 - 2;
        let mut shorter =
            MateFinder::new(MateOptions { max_plies, ..MateOptions::default() }).unwrap();
        assert!(shorter.find(&position).is_none());
    }
}

#[test]
fn a_longer_mate_is_a_second_solution_only_in_composed_problems() {
    let rules = games::by_name("cannonshogi").unwrap();
    let sfen = "1ns2Pbnl/l4g3/p1p3p1p/5k3/L4i1R1/4sSc+I1/6+r1L/2A3C1U/1NSG2G1K w G4Pbuanp 1";
    let position = Position::from_sfen(rules, sfen).unwrap();
    let puzzle = MateFinder::new(MateOptions::default()).unwrap().find(&position).unwrap();
    let prove = |options| MateFinder::new(options).unwrap().prove(&puzzle, None);
    assert_eq!(prove(MateOptions::default()), Proof::Proven);
    assert_eq!((puzzle.line[0], puzzle.line.len()), (rules.parse_usi("N*2g").unwrap(), 3));
    let options = MateOptions { is_composed: true, ..MateOptions::default() };
    assert!(MateFinder::new(options).unwrap().find(&position).is_none());
    assert_eq!(prove(options), Proof::SecondSolution);
    // The longer mate.
    let search_moves = vec![rules.parse_usi("U*4i").unwrap()];
    let solve = |plies| {
        let search_moves = search_moves.clone();
        let limits = MateLimits { search_moves, plies, ..MateLimits::default() };
        MateSolver::new(1).unwrap().solve(&position, &limits)
    };
    assert!(matches!(solve(None), MateResult::Mate(line) if line.len() == 5));
    assert_eq!(solve(Some(3)), MateResult::NoMate);
}

#[test]
fn composed_problems_leave_no_piece_in_hand() {
    let composed = MateOptions { is_composed: true, ..MATES_IN_ONE };
    let puzzle = find("8k/9/8P/9/9/9/9/9/K8 b GL 1", composed).unwrap();
    assert_eq!(puzzle.position.sfen().to_string(), "8k/9/8P/9/9/9/9/9/K8 b Gl 1");
    let left_over = find("8k/9/8P/9/9/9/9/9/K8 b GL 1", MATES_IN_ONE).unwrap();
    assert_eq!(left_over.position.sfen().to_string(), "8k/9/8P/9/9/9/9/9/K8 b GL 1");
}

#[test]
fn flaws_of_solutions_are_found() {
    let shogi = games::by_name("shogi").unwrap();
    let prove = |line: &str, options: MateOptions| {
        let (puzzle, _) = read_puzzles(line, shogi).unwrap().remove(0);
        MateFinder::new(options).unwrap().prove(&puzzle, None)
    };
    let options = MateOptions::default();
    for (line, proof) in [
        ("8k/9/8P/9/9/9/9/9/K8 b G 1; pv G*1b", Proof::Proven),
        // Either gold mates in one; this is a mate in two.
        ("8k/9/7PP/9/9/9/9/9/K8 b 2G 1; pv G*2a 1a2a G*2b", Proof::Shorter),
        // The king escapes.
        ("8k/9/9/8P/9/9/9/9/K8 b G 1; pv G*1b", Proof::NoMate),
        // No move of the solution gives check.
        ("8k/9/8P/9/9/9/9/9/K8 b G 1; pv 9i8i", Proof::NoMate),
    ] {
        assert_eq!(prove(line, options), proof, "{line}");
    }
    // Nothing is known without nodes, without time, and once the finder is stopped.
    let (puzzle, _) = read_puzzles("8k/9/8P/9/9/9/9/9/K8 b G 1; pv G*1b", shogi).unwrap().remove(0);
    let control = Control::default();
    let mut finder = MateFinder::with_control(options, control.clone()).unwrap();
    assert_eq!(finder.prove(&puzzle, None), Proof::Proven);
    assert_eq!(finder.prove(&puzzle, Some(Duration::ZERO)), Proof::Unknown);
    assert_eq!(finder.prove(&puzzle, None), Proof::Proven);
    control.stop();
    assert_eq!(finder.prove(&puzzle, None), Proof::Unknown);
}
