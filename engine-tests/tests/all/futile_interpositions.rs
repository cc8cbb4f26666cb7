//! Compares mates that ignore futile interpositions with exhaustive search.

use engine_tests::exhaustive_mate::{has_mate, has_mate_ignoring_futile};
use engine_tests::random_play::{RandomSetup, random_position, seeded_rng};
use mate::{MateLimits, MateResult, MateSolver};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Move, MoveList, Outcome, Position, Rules};

/// Positions that an exhaustive search for mates of any length may visit.
const MAX_POSITIONS: usize = 20_000;

fn solve(
    position: &Position,
    plies: Option<u32>,
    ignore_futile_interpositions: bool,
) -> MateResult {
    let mut solver = MateSolver::new(1).expect("allocate a small table");
    let limits = MateLimits {
        plies,
        nodes: Some(300_000),
        ignore_futile_interpositions,
        ..MateLimits::default()
    };
    solver.solve(position, &limits)
}

/// Returns random positions with a check that only drops can parry, from this many attempts.
fn positions_with_interpositions(
    rules: &'static Rules,
    attempts: u64,
) -> impl ParallelIterator<Item = Position> {
    (0..attempts).into_par_iter().filter_map(move |seed| {
        let mut rng = seeded_rng(seed);
        let (pieces, in_hand) = (rng.random_range(5..18), rng.random_range(0.1..0.4));
        let black = *[0.15, 0.5, 0.85].choose(&mut rng).expect("not empty");
        let setup = RandomSetup { pieces, in_hand, in_zone: 0.0, black };
        let position = random_position(rules, setup, &mut rng);
        has_check_parried_by_drops(&position).then_some(position)
    })
}

/// Returns whether only drops parry some check.
fn has_check_parried_by_drops(position: &Position) -> bool {
    let mut checks = MoveList::new();
    position.generate_checks(&position.check_info(), &mut checks);
    let mut after = position.clone();
    checks.into_iter().any(|check| {
        after.do_move(check);
        let replies = after.legal_moves();
        after.undo_move();
        !replies.is_empty() && replies.iter().all(|reply| reply.is_drop())
    })
}

/// Asserts that the line is legal and that every attacking move gives check.
fn assert_checks(position: &Position, line: &[Move]) {
    let mut after = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        assert_eq!(after.outcome(), Outcome::Ongoing, "{} {line:?}", position.sfen());
        after.try_move(mv).unwrap_or_else(|error| panic!("{mv:?} in {}: {error}", after.sfen()));
        assert!(ply % 2 == 1 || after.in_check(), "{} {line:?}", position.sfen());
    }
    assert_eq!(line.len() % 2, 1, "{} {line:?}", position.sfen());
}

/// Compares the result for a mate within `plies` with exhaustive search. Returns whether there is a mate
/// that has more plies if futile interpositions count.
fn compare_within(position: &Position, plies: u32) -> bool {
    let text = format!("{} {} in {plies}", position.rules().name(), position.sfen());
    let expected = has_mate_ignoring_futile(position, plies as usize);
    match solve(position, Some(plies), true) {
        MateResult::Mate(line) if expected => assert_checks(position, &line),
        MateResult::NoMate if !expected => {}
        result => panic!("{text}: {result:?}"),
    }
    let counts_all = matches!(solve(position, Some(plies), false), MateResult::Mate(_));
    assert!(expected || !counts_all, "{text}");
    expected && !counts_all
}

/// Asserts that the position is a mate of any length exactly if it is one when all replies count, if an
/// exhaustive search can tell.
fn compare_unlimited(position: &Position) {
    let Some(expected) = has_mate(position, MAX_POSITIONS) else { return };
    match solve(position, None, true) {
        MateResult::Mate(line) if expected => assert_checks(position, &line),
        MateResult::NoMate if !expected => {}
        result => panic!("{} {}: {result:?}", position.rules().name(), position.sfen()),
    }
}

#[test]
fn mates_without_futile_interpositions_agree_with_exhaustive_search() {
    for rules in games::all() {
        let compare = |position: Position| {
            compare_unlimited(&position);
            u32::from(compare_within(&position, 1)) + u32::from(compare_within(&position, 3))
        };
        let shorter: u32 = positions_with_interpositions(rules, 20_000).map(compare).sum();
        assert!(shorter >= 2, "too few shorter mates in {}: {shorter}", rules.name());
    }
}
