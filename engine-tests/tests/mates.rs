//! Mates by checks alone, against a search that tries everything.

use engine_tests::mates::{mates, mates_within};
use engine_tests::play::{Draw, chance, set_up};
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Position, Rules};
use search::{Control, MateLimits, MateResult, MateSolver};

fn solve(position: &Position, plies: Option<u32>) -> MateResult {
    let mut solver = MateSolver::new(1).expect("a small table");
    let limits = MateLimits { plies, nodes: Some(200_000), time: None };
    solver.solve(position, &limits, &Control::default())
}

/// A random position with pieces in hand, of which many are mates.
fn problem(rules: &'static Rules, seed: u64) -> Position {
    let mut chance = chance(seed);
    let pieces = chance.random_range(4..16);
    let black = *[0.1, 0.3, 0.5, 0.7, 0.9].choose(&mut chance).expect("shares");
    let in_hand = *[0.1, 0.3, 0.5].choose(&mut chance).expect("shares");
    let draw = Draw { in_hand, entered: 0.5, black, pieces };
    set_up(rules, draw, &mut chance)
}

#[test]
fn random_positions_are_mates_within_so_many_plies_or_not() {
    for rules in Rules::all() {
        let found = (0..3000u64).into_par_iter().map(|seed| {
            let mut position = problem(rules, seed);
            let plies = [1, 3][seed as usize % 2];
            let due = mates_within(&mut position, plies);
            let found = solve(&position, Some(plies as u32));
            match found {
                MateResult::Mate(_) => assert!(due, "{} {}", rules.name(), position.sfen()),
                MateResult::NoMate => assert!(!due, "{} {}", rules.name(), position.sfen()),
                MateResult::Unknown => panic!("{} {}", rules.name(), position.sfen()),
            }
            usize::from(due)
        });
        let found: usize = found.sum();
        println!("{} {found}", rules.name());
    }
}

#[test]
fn random_positions_are_mates_or_not() {
    for rules in Rules::all() {
        let found = (0..3000u64).into_par_iter().map(|seed| {
            let position = problem(rules, seed);
            let Some(due) = mates(&position, 20000) else { return [0; 4] };
            let found = solve(&position, None);
            match found {
                MateResult::Mate(line) => {
                    assert!(due, "{} {}", rules.name(), position.sfen());
                    [0, 1, line.len(), 0]
                }
                MateResult::NoMate => {
                    assert!(!due, "{} {}", rules.name(), position.sfen());
                    [1, 0, 0, 0]
                }
                MateResult::Unknown => [0, 0, 0, 1],
            }
        });
        let found = found.reduce(|| [0; 4], |a, b| std::array::from_fn(|i| if i == 2 { a[i].max(b[i]) } else { a[i] + b[i] }));
        println!("{} {found:?}", rules.name());
    }
}
