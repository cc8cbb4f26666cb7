//! The check limit of `shosu`: a fourth consecutive check is illegal, so it cannot mate.

use crate::common::{FULL_DEPTH, depth, fresh_search, parse_move, position, search};
use rules::spec::CheckLimit;
use rules::{GameSpec, Position, Rules};
use search::{Engine, Score};

/// A ladder mate: two rooks drive the king back one rank with every check.
const LADDER: &str = "10/10/10/4k5/R9/9R/10/10/10/K9 b - 1";
const TWO_CHECKS: &str = "1f1d 6d6c 10e10c 6c6b";
const THREE_CHECKS: &str = "1f1d 6d6c 10e10c 6c6b 1d1b 6b6a";

/// Returns the plies to mate that a search finds.
fn mate_plies(root: &Position) -> Option<i32> {
    fresh_search(root, &depth(FULL_DEPTH)).score.mate_plies()
}

#[test]
fn third_check_can_mate() {
    // The king is one rank nearer to the edge, so that the third check mates.
    let ladder = "10/10/4k5/R9/9R/10/10/10/10/K9 b - 1";
    for name in ["shosu", "shosucourier"] {
        let after_two = position(name, ladder, "1e1c 6c6b 10d10b 6b6a");
        assert_eq!(mate_plies(&after_two), Some(1), "{name}");
        let from_start = position(name, ladder, "");
        assert_eq!(mate_plies(&from_start), Some(5), "{name}");
    }
}

#[test]
fn fourth_check_mates_only_without_the_limit() {
    let courier = position("shosucourier", LADDER, THREE_CHECKS);
    assert_eq!(mate_plies(&courier), Some(1));
    // A quiet move resets the count, and the mate comes one move later.
    let shosu = position("shosu", LADDER, THREE_CHECKS);
    let result = fresh_search(&shosu, &depth(FULL_DEPTH));
    assert_eq!(result.score.mate_plies(), Some(3));
    let mut after = shosu.clone();
    after.do_move(result.pv[0]);
    assert!(!after.in_check());
}

#[test]
fn limit_applies_inside_the_search_tree() {
    let courier = position("shosucourier", LADDER, TWO_CHECKS);
    assert_eq!(mate_plies(&courier), Some(3));
    let shosu = position("shosu", LADDER, TWO_CHECKS);
    let result = fresh_search(&shosu, &depth(FULL_DEPTH));
    assert_eq!(result.score.mate_plies(), Some(5), "{result:?}");
}

#[test]
fn table_distinguishes_check_counts() {
    // The same position with and without preceding checks.
    let after_checks = position("shosu", LADDER, THREE_CHECKS);
    let fresh = position("shosu", &after_checks.sfen().to_string(), "");
    assert_eq!(after_checks.key(), fresh.key());
    for order in [[&after_checks, &fresh], [&fresh, &after_checks]] {
        let mut engine = Engine::new();
        for root in order {
            let expected = if root.ply() == 0 { 1 } else { 3 };
            let result = search(&mut engine, root, &depth(FULL_DEPTH));
            assert_eq!(result.score.mate_plies(), Some(expected));
        }
    }
}

#[test]
fn replies_do_not_reset_the_opponents_count() {
    // White is in the third consecutive check, so Black cannot answer any reply with another check.
    let mut root = position("shosu", LADDER, "1f1d 6d6c 10e10c 6c6b 1d1b");
    let result = fresh_search(&root, &depth(FULL_DEPTH));
    assert!(result.score.mate_plies().is_some_and(|plies| plies <= -4), "{result:?}");
    root.try_move(parse_move(&root, "6b6a")).unwrap();
    assert!(root.legal_moves().into_iter().all(|mv| {
        let mut after = root.clone();
        after.do_move(mv);
        !after.in_check()
    }));
}

/// A game whose kings move only forward and backward, and whose stones block each other.
const ROOK_AND_STONES: &str = r#"
    name = "rook-and-stones"
    files = 6
    ranks = 6
    promotion-ranks = 0
    start = "5k/6/5p/1p3r/1P4/RK4"
    perpetual-check = "allowed"
    piece = [
        { letter = "R", name = "Rook", movement = "R" },
        { letter = "P", name = "Stone", movement = "mfW" },
        { letter = "K", name = "King", movement = "vW", role = "king" },
    ]
"#;

/// Black's third check repeats the position after the first. Without the limit, Black could go on until
/// the game is a draw; with it, White gets to mate.
#[test]
fn repeated_checks_that_the_limit_ends_are_no_draw() {
    let unlimited = games::parse(ROOK_AND_STONES).games[0].rules.spec().clone();
    let check_limit = CheckLimit::Consecutive(3);
    let limited = GameSpec { name: "limited".into(), check_limit, ..unlimited.clone() };
    let [unlimited, limited] = [unlimited, limited].map(|spec| {
        let start = Position::start(Rules::build(&spec).expect("a valid game"));
        fresh_search(&start, &depth(FULL_DEPTH)).score
    });
    assert_eq!(unlimited, Score::ZERO);
    assert_eq!(limited.mate_plies(), Some(-10));
}
