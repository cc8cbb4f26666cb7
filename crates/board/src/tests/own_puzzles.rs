//! Puzzles that a person reads from a text.

use super::*;
use crate::messages::{OwnPuzzlesView, ProofView, PuzzleSource};
use study::puzzles::{Proof, PuzzleKind};

/// A mate in one, a mate in three with its rating, a mate in two where there is one in one, and a win.
const TEXT: &str = "# four puzzles
shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; dm 1; pv G*1b; id \"head gold\"

cannonshogi lnsgkgsnl/5u1b1/p1pcp1p1p/3U5/cr6P/7i1/P2PP1P2/1BA2I+a2/LNSGKGSNL w r 1; pv R*6h 6g7g 6h4h+; acn 77
8k/9/7PP/9/9/9/9/9/K8 b 2G 1; pv G*2a 1a2a G*2b; id two golds
shogi 4k4/9/9/9/9/9/4r4/9/4K3G b G 1; pv G*5h 5g5c+ 1i1h; id win
";

fn read(table: &Rig, text: &str) -> Value {
    run(table, json!({"command": "read_puzzles", "text": text, "variant": "shogi"}))
}

fn next(table: &Rig, number: Option<usize>) {
    let source = "own";
    run_ok(
        table,
        json!({"command": "puzzle", "variant": "shosu", "source": source, "number": number}),
    );
}

pub fn read_all() -> Rig {
    let table = table();
    assert_eq!(read(&table, TEXT)["reply"], "done");
    table
}

fn counts(table: &Rig) -> (usize, usize, usize) {
    let OwnPuzzlesView { count, tried, solved } = state(table).own_puzzles.unwrap();
    (count, tried, solved)
}

#[test]
fn puzzles_of_a_text_are_solved_in_their_order() {
    let table = read_all();
    let shown = puzzle(&table);
    assert_eq!((shown.source, shown.number, shown.count), (PuzzleSource::Own, 1, 4));
    // The engine may have counted its nodes by now.
    assert_eq!((shown.name.as_str(), shown.moves), ("head gold", 1));
    assert_eq!(counts(&table), (4, 0, 0));
    play(&table, "G*2b");
    assert_eq!((puzzle(&table).wrong_moves, counts(&table)), (1, (4, 1, 0)));
    play(&table, "G*1b");
    assert_eq!((puzzle(&table).progress, counts(&table)), (PuzzleProgress::Solved, (4, 1, 1)));
    // The next one is of another game and counts once it is given up.
    next(&table, None);
    assert_eq!(state(&table).variant, "cannonshogi");
    assert_eq!((puzzle(&table).number, puzzle(&table).nodes), (2, Some(77)));
    play(&table, "R*6h");
    assert_eq!((state(&table).node, counts(&table)), (2, (4, 1, 1)));
    run_ok(&table, json!({"command": "show_solution"}));
    assert_eq!(counts(&table), (4, 2, 1));
    // After the last one come those that are not solved.
    next(&table, Some(4));
    next(&table, None);
    assert_eq!(puzzle(&table).number, 2);
    for number in [0, 5] {
        let choice = json!({"command": "puzzle", "variant": "", "source": "own", "number": number});
        let expected =
            format!(r#"out_of_range {{"field":"puzzle","max":"4","min":"1","value":"{number}"}}"#);
        assert_eq!(error(run(&table, choice)), expected);
    }
    // The stored puzzles go on as if there were no others.
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi"}));
    assert_eq!(puzzle(&table).source, PuzzleSource::Stored);
    assert_eq!(puzzle(&table).proof, ProofView::Done(Proof::Proven));
    next(&table, None);
    assert_eq!((puzzle(&table).source, puzzle(&table).number), (PuzzleSource::Own, 2));
}

#[test]
fn a_text_with_an_invalid_line_changes_nothing() {
    let table = read_all();
    let before = state(&table).sfen;
    let text = format!("{TEXT}shogi startpos; pv 7g7e\nshogi startpos; bm 7g7f\n");
    let errors = |text: &str| read(&table, text)["errors"].clone();
    let reason = json!({"code": "rules", "value": "cannot_reach"});
    let kind = json!({"code": "illegal_move", "value": {"found": "7g7e", "reason": reason}});
    let illegal = json!([{"line": 7, "kind": kind}]);
    assert_eq!(errors(&text), illegal);
    assert_eq!(errors("startpos; bm 7g7f"), json!([{"line": 1, "kind": {"code": "no_solution"}}]));
    assert_eq!(error(read(&table, " # nothing\n")), "no_puzzle_in_text");
    assert_eq!((state(&table).sfen, counts(&table)), (before, (4, 0, 0)));
    // Without puzzles there is none to show.
    let empty = super::table();
    let choice = json!({"command": "puzzle", "variant": "shogi", "source": "own"});
    assert_eq!(error(run(&empty, choice)), "no_own_puzzles");
    assert_eq!(state(&empty).own_puzzles, None);
}

#[test]
fn solutions_are_proven_once_the_puzzle_is_on_the_board() {
    let table = read_all();
    for (number, proof) in [
        (1, ProofView::Done(Proof::Proven)),
        (2, ProofView::Done(Proof::Proven)),
        (3, ProofView::Done(Proof::Shorter)),
        (4, ProofView::NotApplicable),
    ] {
        next(&table, Some(number));
        let is_done = |view: &TableView| {
            view.puzzle.as_ref().is_some_and(|puzzle| puzzle.proof != ProofView::Pending)
        };
        let shown = wait_until(&table, is_done).puzzle.unwrap();
        assert_eq!(shown.proof, proof, "{number}");
        // Mates without a rating get one.
        let is_rated = shown.nodes.is_some() && shown.difficulty.is_some();
        assert_eq!(is_rated, number != 4, "{number}");
        assert_eq!(shown.nodes == Some(77), number == 2, "{number}");
    }
}

#[test]
fn faster_mates_count_and_other_moves_are_not_refuted_without_a_proof() {
    let table = read_all();
    next(&table, Some(3));
    play(&table, "G*1b");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Mate));
    // A win has no mate that could refute other moves, and ends with its last move.
    next(&table, Some(4));
    assert_eq!((puzzle(&table).goal, puzzle(&table).moves), (PuzzleKind::Win, 2));
    play(&table, "5i4h");
    let Some(Verdict::Wrong { refutation, .. }) = puzzle(&table).verdict else { panic!() };
    assert_eq!(refutation, Some(Refutation::NotTheSolution));
    play(&table, "G*5h 1i1h");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    assert_eq!((state(&table).node, state(&table).end), (3, None));
}
