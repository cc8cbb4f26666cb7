//! Puzzles in which only one line wins.

use rules::Position;
use search::Control;
use study::puzzles::{Puzzle, PuzzleKind, WinFinder, WinOptions};

/// Only the capture of a gold with the king wins; after any other move Black is lost.
const CAPTURE: &str =
    "lAA3s2/1+R1ug4/p3p1kp1/1p4i2/C7g/1I1bn4/1PP1P1g1P/3S2K2/LN1pg2+RL b UC2S2NLbp 1";

const OPTIONS: WinOptions =
    WinOptions { min_score: 700, max_other_score: 150, nodes: 10_000, max_moves: 4 };

fn position(sfen: &str) -> Position {
    Position::from_sfen(games::by_name("cannonshogi").unwrap(), sfen).unwrap()
}

fn find(sfen: &str, options: WinOptions) -> Option<Puzzle> {
    WinFinder::new(options, Control::default()).find(&position(sfen))
}

#[test]
fn the_only_winning_move_is_a_puzzle() {
    let puzzle = find(CAPTURE, OPTIONS).unwrap();
    assert_eq!(puzzle.kind, PuzzleKind::Win);
    assert_eq!(puzzle.position.rules().usi(puzzle.line[0]).to_string(), "3h3g");
    assert!(puzzle.line.len() % 2 == 1 && puzzle.line.len() <= 7);
    let epd = puzzle.epd("capture").to_string();
    assert!(epd.starts_with(&format!("cannonshogi {CAPTURE}; bm 3h3g; pv 3h3g")), "{epd}");
    // The solution is legal.
    let mut position = puzzle.position.clone();
    for &mv in &puzzle.line {
        position.try_move(mv).unwrap();
    }
    // It is no puzzle if the move does not win enough, or if the others count as wins, too.
    assert!(find(CAPTURE, WinOptions { min_score: 20_000, ..OPTIONS }).is_none());
    assert!(find(CAPTURE, WinOptions { max_other_score: -20_000, ..OPTIONS }).is_none());
}

#[test]
fn a_puzzle_ends_with_the_last_move_allowed() {
    for max_moves in 1..=3 {
        let puzzle = find(CAPTURE, WinOptions { max_moves, ..OPTIONS }).unwrap();
        assert!(puzzle.line.len() % 2 == 1 && puzzle.line.len() < 2 * max_moves, "{max_moves}");
    }
}

#[test]
fn equal_positions_are_no_puzzles() {
    let start = "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1";
    assert!(find(start, WinOptions { nodes: 2_000, ..OPTIONS }).is_none());
}

/// White's gold comes to the square on which Black captures it.
#[test]
fn a_recapture_is_no_puzzle() {
    for (rank, hand, is_puzzle) in [("1PP1P3P", "bp", true), ("1PP1P1P1P", "b", false)] {
        let before = format!(
            "lAA3s2/1+R1ug4/p3p1kp1/1p4i2/C7g/1I1bn2g1/{rank}/3S2K2/LN1pg2+RL w UC2S2NL{hand} 1"
        );
        let mut after = position(&before);
        after.try_move(after.rules().parse_usi("2f3g").unwrap()).unwrap();
        let sfen = |position: &Position| position.sfen_without_number().to_string();
        assert_eq!(sfen(&after), sfen(&position(CAPTURE)));
        let puzzle = WinFinder::new(OPTIONS, Control::default()).find(&after);
        assert_eq!(puzzle.is_some(), is_puzzle, "{before}");
    }
}

#[test]
fn a_stopped_finder_finds_nothing() {
    let control = Control::default();
    let mut finder = WinFinder::new(OPTIONS, control.clone());
    assert!(finder.find(&position(CAPTURE)).is_some());
    control.stop();
    assert!(finder.find(&position(CAPTURE)).is_none());
}
