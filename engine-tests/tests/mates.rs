//! Mates by checks alone, against a search that tries everything.

use engine_tests::data::{self, MateRow};
use engine_tests::mates::{mates, mates_within};
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Move, Outcome, Position, Rules};
use search::{Control, MateLimits, MateResult, MateSolver};

/// Mates up to so many plies are looked for by trying everything too.
const SHALLOW: usize = 5;

fn solve(position: &Position, plies: Option<usize>) -> MateResult {
    let mut solver = MateSolver::new(4).expect("a small table");
    let plies = plies.map(|plies| plies as u32);
    let limits = MateLimits { plies, nodes: Some(300_000), ..MateLimits::default() };
    solver.solve(position, &limits, &Control::default())
}

fn set_up_row(row: &MateRow) -> Position {
    let rules = Rules::by_name(&row.game).expect("a game of ours");
    Position::from_sfen(rules, &row.position).unwrap_or_else(|why| panic!("{row:?}: {why}"))
}

/// Plays a line that must give check with every other move and end in mate, and sees to it that
/// every other reply on the way is mated too.
fn play_out(position: &Position, line: &[Move]) {
    let mut after = position.clone();
    for (ply, &mv) in line.iter().enumerate() {
        assert_eq!(after.outcome(), Outcome::Ongoing, "{} {line:?}", position.sfen());
        if ply % 2 == 1 {
            assert!(after.in_check(), "{} {line:?}", position.sfen());
            assert!(is_mated(&after), "{} {line:?}", after.sfen());
        }
        after.try_move(mv).unwrap_or_else(|why| panic!("{mv:?} in {}: {why}", after.sfen()));
    }
    assert_eq!((after.outcome(), line.len() % 2), (Outcome::Mate, 1), "{}", position.sfen());
}

/// Whether every reply is followed by mate.
fn is_mated(position: &Position) -> bool {
    position.legal_moves().into_iter().all(|reply| {
        let mut after = position.clone();
        after.do_move(reply);
        mates_within(&mut after, 1) || matches!(solve(&after, None), MateResult::Mate(_))
    })
}

#[test]
fn known_mates_are_found_and_no_others() {
    let rows = data::mates();
    for game in data::FULLY_COVERED_GAMES {
        let of_game: Vec<_> = rows.iter().filter(|row| row.game == game).collect();
        assert!(of_game.iter().filter(|row| row.plies.is_some()).count() >= 12, "{game}");
        assert!(of_game.iter().filter(|row| row.plies.is_none()).count() >= 4, "{game}");
    }
    rows.par_iter().for_each(|row| {
        let position = set_up_row(row);
        match (solve(&position, None), row.plies) {
            (MateResult::Mate(line), Some(plies)) => {
                play_out(&position, &line);
                assert_eq!(solve(&position, Some(plies - 1)), MateResult::NoMate, "{row:?}");
                let MateResult::Mate(line) = solve(&position, Some(plies)) else {
                    panic!("{row:?}")
                };
                assert_eq!(line.len(), plies, "{row:?}");
                if plies <= SHALLOW {
                    assert!(mates_within(&mut position.clone(), plies), "{row:?}");
                    assert!(!mates_within(&mut position.clone(), plies - 1), "{row:?}");
                }
            }
            (MateResult::NoMate, None) => assert_ne!(mates(&position, 20_000), Some(true)),
            (found, _) => panic!("{row:?}: {found:?}"),
        }
    });
}

#[test]
fn a_table_too_small_makes_no_answer_wrong() {
    data::mates().par_iter().for_each(|row| {
        let mut solver = MateSolver::new(0).expect("next to nothing");
        let limits = MateLimits { nodes: Some(3_000), ..MateLimits::default() };
        let position = set_up_row(row);
        match solver.solve(&position, &limits, &Control::default()) {
            MateResult::Mate(line) => {
                assert!(row.plies.is_some_and(|plies| plies <= line.len()), "{row:?} {line:?}");
            }
            MateResult::NoMate => assert_eq!(row.plies, None, "{row:?}"),
            MateResult::Unknown => {}
        }
    });
}

#[test]
fn limits_are_kept() {
    let rows = data::mates();
    let row = rows.iter().find(|row| row.plies == Some(11)).expect("a mate in eleven");
    let position = set_up_row(row);
    let mut solver = MateSolver::new(1).expect("a small table");
    let stopped = Control::default();
    stopped.stop();
    assert_eq!(solver.solve(&position, &MateLimits::default(), &stopped), MateResult::Unknown);
    for nodes in [0, 1, 10] {
        let limits = MateLimits { nodes: Some(nodes), ..MateLimits::default() };
        let found = solver.solve(&position, &limits, &Control::default());
        assert_eq!(found, MateResult::Unknown, "{nodes}");
        assert!(solver.nodes() <= nodes);
    }
    for (plies, is_found) in [(0, false), (1, false), (10, false), (11, true), (12, true)] {
        let limits = MateLimits { plies: Some(plies), ..MateLimits::default() };
        let found = solver.solve(&position, &limits, &Control::default());
        assert_eq!(matches!(found, MateResult::Mate(_)), is_found, "{plies}");
    }
}

/// A random position, of which many are mates.
fn problem(rules: &'static Rules, rng: &mut impl Rng) -> Position {
    let pieces = rng.random_range(4..20);
    let black = *[0.1, 0.3, 0.5, 0.7, 0.9].choose(rng).expect("shares");
    let in_hand = *[0.1, 0.2, 0.4].choose(rng).expect("shares");
    random_position(rules, RandomSetup { in_hand, in_zone: 0.5, black, pieces }, rng)
}

/// Whether the solver is right that a position is a mate within so many plies.
fn agrees(position: &Position, plies: usize) -> bool {
    let due = mates_within(&mut position.clone(), plies);
    match solve(position, Some(plies)) {
        MateResult::Mate(line) if due => play_out(position, &line),
        MateResult::NoMate if !due => {}
        found => panic!("{} {}: {found:?}", position.rules().name(), position.sfen()),
    }
    due
}

#[test]
fn random_positions_are_mates_within_so_many_plies_or_not() {
    for rules in Rules::all() {
        let seeds = (0..800u64).into_par_iter();
        let found = seeds.filter(|&seed| {
            let position = problem(rules, &mut seeded_rng(seed));
            agrees(&position, [1, 2, 3][seed as usize % 3])
        });
        assert!(found.count() > 5, "{}", rules.name());
    }
}

/// Whether a check is followed by mate, however long that takes; nothing if that is too much to try.
fn begins_a_mate(position: &Position, check: Move) -> Option<bool> {
    let mut after = position.clone();
    after.do_move(check);
    match after.outcome() {
        Outcome::Mate => return Some(true),
        Outcome::Ongoing if after.in_check() => {}
        _ => return Some(false),
    }
    let replies = after.legal_moves().into_iter().map(|reply| {
        let mut next = after.clone();
        next.do_move(reply);
        mates(&next, 300)
    });
    replies.collect::<Option<Vec<bool>>>().map(|mated| mated.into_iter().all(|mated| mated))
}

#[test]
fn a_mate_may_have_to_begin_with_one_move() {
    for rules in Rules::all() {
        let count = |seed| {
            let mut found = [0, 0];
            let position = problem(rules, &mut seeded_rng(seed));
            let mut solver = MateSolver::new(1).expect("a small table");
            for mv in position.legal_moves() {
                let Some(due) = begins_a_mate(&position, mv) else { continue };
                let search_moves = vec![mv];
                let limits =
                    MateLimits { search_moves, nodes: Some(300_000), ..MateLimits::default() };
                match solver.solve(&position, &limits, &Control::default()) {
                    MateResult::Mate(line) if due && line[0] == mv => play_out(&position, &line),
                    MateResult::NoMate if !due => {}
                    found => panic!("{} {mv:?}: {found:?}", position.sfen()),
                }
                found[usize::from(due)] += 1;
            }
            found
        };
        let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
        let found = (0..100u64).into_par_iter().map(count).reduce(|| [0, 0], sum);
        assert!(found[0] > 1_000 && found[1] > 5, "{} {found:?}", rules.name());
    }
}

/// Positions that come up again and again, and checks in a row, in games that are full of them.
#[test]
fn games_of_many_checks_end_in_mates_or_not() {
    for rules in Rules::all() {
        let found: usize = (0..60u64)
            .into_par_iter()
            .map(|seed| {
                let mut rng = seeded_rng(seed);
                let bias = [MoveBias::SHUFFLE, MoveBias::CHECKS, MoveBias::PERPETUAL_CHECK]
                    [seed as usize % 3];
                let mut position = problem(rules, &mut rng);
                let mut found = 0;
                for _ in 0..40 {
                    if position.outcome() != Outcome::Ongoing {
                        break;
                    }
                    found += usize::from(agrees(&position, 3));
                    let Some(mv) = random_move(&position, bias, &mut rng) else { break };
                    position.do_move(mv);
                }
                found
            })
            .sum();
        assert!(found > 5, "{}", rules.name());
    }
}

#[test]
fn random_positions_are_mates_or_not() {
    for rules in Rules::all() {
        let count = |seed| {
            let position = problem(rules, &mut seeded_rng(seed));
            let Some(due) = mates(&position, 3_000) else { return [0, 0] };
            match solve(&position, None) {
                MateResult::Mate(_) if due => [1, 0],
                MateResult::NoMate if !due => [0, 1],
                found => panic!("{} {}: {found:?}", rules.name(), position.sfen()),
            }
        };
        let sum = |a: [usize; 2], b: [usize; 2]| [a[0] + b[0], a[1] + b[1]];
        let found = (0..1_000u64).into_par_iter().map(count).reduce(|| [0, 0], sum);
        assert!(found[0] > 5 && found[1] > 300, "{} {found:?}", rules.name());
    }
}
