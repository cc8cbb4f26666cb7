//! Speed of the mate solver on `data/mates.tsv`, in problems per second for each game.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine_tests::data;
use mate::{MateLimits, MateSolver};
use rules::Position;
use std::hint::black_box;

fn solve_mates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mates");
    for rules in games::all() {
        let rows = data::mates().into_iter().filter(|row| row.game == rules.name());
        let problems: Vec<Position> = rows
            .map(|row| Position::from_sfen(rules, &row.position).expect("valid position"))
            .collect();
        let mut solver = MateSolver::new(4).expect("allocate a small table");
        group.throughput(Throughput::Elements(problems.len() as u64));
        group.bench_function(rules.name(), |b| {
            b.iter(|| {
                for problem in &problems {
                    let limits = MateLimits { nodes: Some(100_000), ..MateLimits::default() };
                    black_box(solver.solve(problem, &limits));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = common::settings(0.5);
    targets = solve_mates
}
criterion_main!(benches);
