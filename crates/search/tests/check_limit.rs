//! The check limit of `shosu`: a fourth check in a row is no move, so it is no mate either.

mod common;

use common::{depth, find, position, search, usi};
use search::Engine;

/// Deep enough to see the quickest mates here, whatever is left out near the leaves.
const DEEP: u32 = 10;

/// Two rooks drive the king back, a rank with every check.
const LADDER: &str = "10/10/10/4k5/R9/9R/10/10/10/K9 b - 1";
const TWO_CHECKS: &str = "1f1d 6d6c 10e10c 6c6b";
const THREE_CHECKS: &str = "1f1d 6d6c 10e10c 6c6b 1d1b 6b6a";

#[test]
fn the_third_check_may_mate() {
    // From a rank nearer to the edge the third check is the last.
    let ladder = "10/10/4k5/R9/9R/10/10/10/10/K9 b - 1";
    for name in ["shosu", "shosucourier"] {
        let after_two = position(name, ladder, "1e1c 6c6b 10d10b 6b6a");
        assert_eq!(find(&after_two, &depth(DEEP)).score.mate_plies(), Some(1), "{name}");
        let whole = position(name, ladder, "");
        assert_eq!(find(&whole, &depth(DEEP)).score.mate_plies(), Some(5), "{name}");
    }
}

#[test]
fn the_fourth_check_mates_only_without_the_limit() {
    let courier = position("shosucourier", LADDER, THREE_CHECKS);
    assert_eq!(find(&courier, &depth(DEEP)).score.mate_plies(), Some(1));
    // A quiet move ends the row of checks, and the mate comes a move later.
    let shosu = position("shosu", LADDER, THREE_CHECKS);
    let found = find(&shosu, &depth(DEEP));
    assert_eq!(found.score.mate_plies(), Some(3));
    let mut after = shosu.clone();
    after.do_move(found.best_move.unwrap());
    assert!(!after.in_check());
}

#[test]
fn the_limit_is_met_in_the_tree() {
    let courier = position("shosucourier", LADDER, TWO_CHECKS);
    assert_eq!(find(&courier, &depth(DEEP)).score.mate_plies(), Some(3));
    let shosu = position("shosu", LADDER, TWO_CHECKS);
    let found = find(&shosu, &depth(DEEP));
    assert_eq!(found.score.mate_plies(), Some(5), "{found:?}");
}

#[test]
fn the_table_tells_counts_apart() {
    // The same board, with checks behind it and without.
    let counted = position("shosu", LADDER, THREE_CHECKS);
    let fresh = position("shosu", &counted.sfen().to_string(), "");
    assert_eq!(counted.key(), fresh.key());
    for order in [[&counted, &fresh], [&fresh, &counted]] {
        let mut engine = Engine::new();
        for root in order {
            let due = if root.ply() == 0 { 1 } else { 3 };
            assert_eq!(search(&mut engine, root, &depth(DEEP)).score.mate_plies(), Some(due));
        }
    }
}

#[test]
fn the_opponents_row_goes_on_through_our_moves() {
    // White, checked three times, need not fear a fourth, whatever it does now.
    let mut root = position("shosu", LADDER, "1f1d 6d6c 10e10c 6c6b 1d1b");
    let found = find(&root, &depth(DEEP));
    assert!(found.score.mate_plies().is_some_and(|plies| plies <= -4), "{found:?}");
    root.try_move(usi(&root, "6b6a")).unwrap();
    assert!(root.legal_moves().into_iter().all(|mv| {
        let mut after = root.clone();
        after.do_move(mv);
        !after.in_check()
    }));
}
