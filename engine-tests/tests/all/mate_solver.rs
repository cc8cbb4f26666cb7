//! Compares the mate solver with known mates and with exhaustive search.

use engine_tests::data;
use engine_tests::exhaustive_mate::{has_mate, has_mate_ignoring_futile, has_mate_within};
use engine_tests::random_play::{
    MoveBias, RandomSetup, random_move, random_position, sample_size, seeded_rng,
};
use mate::{MateLength, MateLimits, MateResult, MateSolver};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Move, MoveList, Outcome, Position, Rules};
use std::sync::atomic::AtomicBool;

/// Longest mates, in plies, that are verified by exhaustive search.
const MAX_EXHAUSTIVE_PLIES: usize = 5;

/// Nodes within which every mate of `game_mates.tsv` is found. Two thirds take fewer than 10,000.
const GAME_MATE_NODES: u64 = 1_000_000;

/// Solves without a limit of time, so that the result does not depend on the machine.
fn solve(position: &Position, plies: Option<usize>) -> MateResult {
    let mut solver = MateSolver::new(4).expect("allocate a small table");
    let plies = plies.map(|plies| plies as u32);
    let length = MateLength::Shortest;
    let limits = MateLimits { plies, nodes: Some(300_000), length, ..MateLimits::default() };
    solver.solve(position, &limits)
}

/// Returns the first mate found.
fn find_mate(solver: &mut MateSolver, position: &Position) -> Option<Vec<Move>> {
    let nodes = Some(GAME_MATE_NODES);
    let limits = MateLimits { nodes, length: MateLength::First, ..MateLimits::default() };
    match solver.solve(position, &limits) {
        MateResult::Mate(line) => Some(line),
        MateResult::NoMate | MateResult::Unknown => None,
    }
}

/// Asserts that the moves of a line are legal, every attacking one gives check, and the last is one.
/// Returns the outcome after the line.
fn assert_checks(position: &Position, line: &[Move]) -> Outcome {
    let mut after = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        assert_eq!(after.outcome(), Outcome::Ongoing, "{} {line:?}", position.sfen());
        after.try_move(mv).unwrap_or_else(|error| panic!("{mv:?} in {}: {error}", after.sfen()));
        assert!(ply % 2 == 1 || after.in_check(), "{} {line:?}", position.sfen());
    }
    assert_eq!(line.len() % 2, 1, "{} {line:?}", position.sfen());
    after.outcome()
}

fn assert_line_mates(position: &Position, line: &[Move]) {
    assert_eq!(assert_checks(position, line), Outcome::Mate, "{}", position.sfen());
}

/// Asserts that the line mates and that all other replies on the way are mated too.
fn assert_mating_line(position: &Position, line: &[Move]) {
    assert_line_mates(position, line);
    let mut solver = MateSolver::new(4).expect("allocate a small table");
    let mut after = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        if ply % 2 == 1 {
            assert!(every_reply_is_mated(&mut solver, &after), "{} {line:?}", after.sfen());
        }
        after.do_move(mv);
    }
}

/// Returns whether every reply allows mate by consecutive checks.
fn every_reply_is_mated(solver: &mut MateSolver, position: &Position) -> bool {
    position.legal_moves().into_iter().all(|reply| {
        let mut after = position.clone();
        after.do_move(reply);
        has_mate_within(&mut after, 1) || find_mate(solver, &after).is_some()
    })
}

#[test]
fn known_mates_are_solved_with_the_right_length() {
    let rows = data::mates();
    for &game in data::FULLY_COVERED_GAMES {
        let of_game: Vec<_> = rows.iter().filter(|row| row.game == game).collect();
        assert!(of_game.iter().filter(|row| row.plies.is_some()).count() >= 12, "{game}");
        assert!(of_game.iter().filter(|row| row.plies.is_none()).count() >= 4, "{game}");
    }
    rows.par_iter().for_each(|row| {
        let position = &row.position;
        match (solve(position, None), row.plies) {
            (MateResult::Mate(line), Some(plies)) => {
                assert_mating_line(position, &line);
                assert_eq!(solve(position, Some(plies - 1)), MateResult::NoMate, "{row:?}");
                let MateResult::Mate(line) = solve(position, Some(plies)) else {
                    panic!("{row:?}")
                };
                assert_eq!(line.len(), plies, "{row:?}");
                if plies <= MAX_EXHAUSTIVE_PLIES {
                    assert!(has_mate_within(&mut position.clone(), plies), "{row:?}");
                    assert!(!has_mate_within(&mut position.clone(), plies - 1), "{row:?}");
                }
            }
            (MateResult::NoMate, None) => assert_ne!(has_mate(position, 20_000), Some(true)),
            (result, _) => panic!("{row:?}: {result:?}"),
        }
    });
}

#[test]
fn long_mates_from_games_are_solved() {
    let rows = data::game_mates();
    assert!(rows.iter().filter(|position| position.rules().name() != "shogi").count() >= 300);
    // All of them take half a minute.
    let step = 6 / sample_size(1).clamp(1, 6) as usize;
    rows.par_iter().step_by(step).enumerate().for_each(|(number, position)| {
        let mut solver = MateSolver::new(64).expect("allocate a table");
        let line = find_mate(&mut solver, position).expect("a mate");
        assert!(line.len() >= 9, "{}", position.sfen());
        // To solve the positions after all replies takes several times as long as the first search.
        if number % 3 == 0 {
            assert_mating_line(position, &line);
        } else {
            assert_line_mates(position, &line);
        }
    });
}

#[test]
fn tiny_table_returns_no_wrong_result() {
    data::mates().par_iter().for_each(|row| {
        let mut solver = MateSolver::new(0).expect("allocate a tiny table");
        let limits = MateLimits { nodes: Some(3_000), ..MateLimits::default() };
        match solver.solve(&row.position, &limits) {
            // The line can be shorter than the shortest mate: its defence may not be the best one.
            MateResult::Mate(line) => {
                assert!(row.plies.is_some(), "{row:?} {line:?}");
                assert_mating_line(&row.position, &line);
            }
            MateResult::NoMate => assert_eq!(row.plies, None, "{row:?}"),
            MateResult::Unknown => {}
        }
    });
}

#[test]
fn limits_are_respected() {
    let rows = data::mates();
    let row = rows.iter().find(|row| row.plies == Some(11)).expect("a row with a mate in 11 plies");
    let position = &row.position;
    let mut solver = MateSolver::new(1).expect("allocate a small table");
    let stopped = AtomicBool::new(true);
    let result = solver.solve_until(position, &MateLimits::default(), &stopped, &mut |_| {});
    assert_eq!(result, MateResult::Unknown);
    for nodes in [0, 1, 10] {
        let limits = MateLimits { nodes: Some(nodes), ..MateLimits::default() };
        let result = solver.solve(position, &limits);
        assert_eq!(result, MateResult::Unknown, "{nodes} nodes");
        assert!(solver.nodes() <= nodes);
    }
    for (plies, is_mate) in [(0, false), (1, false), (10, false), (11, true), (12, true)] {
        let limits = MateLimits { plies: Some(plies), ..MateLimits::default() };
        let result = solver.solve(position, &limits);
        assert_eq!(matches!(result, MateResult::Mate(_)), is_mate, "limit of {plies} plies");
    }
}

/// Returns a random position, set up so that mates are frequent.
fn random_problem(rules: &'static Rules, rng: &mut impl Rng) -> Position {
    let pieces = rng.random_range(4..20);
    let black = *[0.1, 0.3, 0.5, 0.7, 0.9].choose(rng).expect("not empty");
    let in_hand = *[0.1, 0.2, 0.4].choose(rng).expect("not empty");
    random_position(rules, RandomSetup { in_hand, in_zone: 0.5, black, pieces }, rng)
}

/// Compares the solver with exhaustive search up to `plies`. Returns whether there is a mate.
fn compare_with_exhaustive_search(position: &Position, plies: usize) -> bool {
    let expected = has_mate_within(&mut position.clone(), plies);
    match solve(position, Some(plies)) {
        MateResult::Mate(line) if expected => assert_mating_line(position, &line),
        MateResult::NoMate if !expected => {}
        result => panic!("{} {}: {result:?}", position.rules().name(), position.sfen()),
    }
    expected
}

#[test]
fn ply_limited_results_agree_with_exhaustive_search() {
    for rules in games::all() {
        let seeds = (0..sample_size(800)).into_par_iter();
        let mates = seeds.filter(|&seed| {
            let position = random_problem(rules, &mut seeded_rng(seed));
            compare_with_exhaustive_search(&position, [1, 2, 3][seed as usize % 3])
        });
        assert!(mates.count() > 5, "too few mates in {}", rules.name());
    }
}

/// Returns whether a move starts a mate by consecutive checks of any length, or `None` if that takes
/// too many positions to decide.
fn starts_mate(position: &Position, mv: Move) -> Option<bool> {
    let mut after = position.clone();
    after.do_move(mv);
    match after.outcome() {
        Outcome::Mate => return Some(true),
        Outcome::Ongoing if after.in_check() => {}
        _ => return Some(false),
    }
    let replies = after.legal_moves().into_iter().map(|reply| {
        let mut next = after.clone();
        next.do_move(reply);
        has_mate(&next, 300)
    });
    replies.collect::<Option<Vec<bool>>>().map(|mated| mated.into_iter().all(|mated| mated))
}

#[test]
fn search_moves_restrict_the_first_move() {
    let mut mates = 0;
    for rules in games::all() {
        let count = |seed| {
            // Moves that start no mate, and moves that do.
            let mut counts = [0, 0];
            let position = random_problem(rules, &mut seeded_rng(seed));
            let mut solver = MateSolver::new(1).expect("allocate a small table");
            for mv in position.legal_moves() {
                let Some(expected) = starts_mate(&position, mv) else { continue };
                let search_moves = vec![mv];
                let limits =
                    MateLimits { search_moves, nodes: Some(300_000), ..MateLimits::default() };
                match solver.solve(&position, &limits) {
                    MateResult::Mate(line) if expected && line[0] == mv => {
                        assert_mating_line(&position, &line)
                    }
                    MateResult::NoMate if !expected => {}
                    result => panic!("{} {mv:?}: {result:?}", position.sfen()),
                }
                counts[usize::from(expected)] += 1;
            }
            counts
        };
        let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
        let counts = (0..sample_size(30)).into_par_iter().map(count).reduce(|| [0, 0], sum);
        assert!(counts[0] > 300, "{}: too few moves: {counts:?}", rules.name());
        // In some games mates are rare.
        assert!(counts[1] > 5 || sample_size(30) < 100, "{}: {counts:?}", rules.name());
        mates += counts[1];
    }
    assert!(mates > 5, "too few mates: {mates}");
}

/// Plays games with many checks and repetitions, whose history affects the solver.
#[test]
fn positions_with_history_agree_with_exhaustive_search() {
    for rules in games::all() {
        let mates: usize = (0..sample_size(24))
            .into_par_iter()
            .map(|seed| {
                let mut rng = seeded_rng(seed);
                let bias = [MoveBias::SHUFFLE, MoveBias::CHECKS, MoveBias::PERPETUAL_CHECK]
                    [seed as usize % 3];
                let mut position = random_problem(rules, &mut rng);
                let mut mates = 0;
                for _ in 0..40 {
                    if position.outcome() != Outcome::Ongoing {
                        break;
                    }
                    mates += usize::from(compare_with_exhaustive_search(&position, 3));
                    let Some(mv) = random_move(&position, bias, &mut rng) else { break };
                    position.do_move(mv);
                }
                mates
            })
            .sum();
        assert!(mates > 5, "too few mates in {}", rules.name());
    }
}

#[test]
fn random_positions_agree_with_exhaustive_search() {
    for rules in games::all() {
        let count = |seed| {
            let position = random_problem(rules, &mut seeded_rng(seed));
            let Some(expected) = has_mate(&position, 3_000) else { return [0, 0] };
            match solve(&position, None) {
                MateResult::Mate(_) if expected => [1, 0],
                MateResult::NoMate if !expected => [0, 1],
                result => panic!("{} {}: {result:?}", rules.name(), position.sfen()),
            }
        };
        let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
        let [mates, others] =
            (0..sample_size(250)).into_par_iter().map(count).reduce(|| [0, 0], sum);
        assert!(mates > 2 && others > 75, "{}: {mates} mates, {others} others", rules.name());
    }
}

/// Solves without counting replies that are only drops to be captured.
fn solve_ignoring_futile(position: &Position, plies: Option<u32>) -> MateResult {
    let mut solver = MateSolver::new(1).expect("allocate a small table");
    let nodes = Some(300_000);
    let ignore_futile_interpositions = true;
    let limits = MateLimits { plies, nodes, ignore_futile_interpositions, ..MateLimits::default() };
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

/// Compares the result for a mate within `plies` with exhaustive search. Returns whether there is a mate
/// that has more plies if futile interpositions count.
fn compare_ignoring_futile(position: &Position, plies: u32) -> bool {
    let text = format!("{} {} in {plies}", position.rules().name(), position.sfen());
    let expected = has_mate_ignoring_futile(position, plies as usize);
    match solve_ignoring_futile(position, Some(plies)) {
        MateResult::Mate(line) if expected => {
            assert_checks(position, &line);
        }
        MateResult::NoMate if !expected => {}
        result => panic!("{text}: {result:?}"),
    }
    let counts_all = has_mate_within(&mut position.clone(), plies as usize);
    assert!(expected || !counts_all, "{text}");
    expected && !counts_all
}

/// Asserts that the position is a mate of any length exactly if it is one when all replies count, if an
/// exhaustive search can tell.
fn compare_unlimited(position: &Position) {
    let Some(expected) = has_mate(position, 20_000) else { return };
    match solve_ignoring_futile(position, None) {
        MateResult::Mate(line) if expected => {
            assert_checks(position, &line);
        }
        MateResult::NoMate if !expected => {}
        result => panic!("{} {}: {result:?}", position.rules().name(), position.sfen()),
    }
}

#[test]
fn mates_without_futile_interpositions_agree_with_exhaustive_search() {
    let compare = |position: Position| {
        compare_unlimited(&position);
        [1, 3].into_iter().filter(|&plies| compare_ignoring_futile(&position, plies)).count()
    };
    let shorter = |rules| {
        positions_with_interpositions(rules, sample_size(4_000)).map(compare).sum::<usize>()
    };
    let count: usize = games::all().map(shorter).sum();
    assert!(count >= 5, "too few shorter mates: {count}");
}
