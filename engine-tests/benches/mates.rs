//! Mates by checks alone, those in `data/mates.tsv` of a game together, in problems per second.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine_tests::data;
use rules::{Position, Rules};
use search::{Control, MateLimits, MateSolver};
use std::hint::black_box;

fn mates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mates");
    for rules in Rules::all() {
        let rows = data::mates().into_iter().filter(|row| row.game == rules.name());
        let problems: Vec<Position> = rows
            .map(|row| Position::from_sfen(rules, &row.position).expect("a legal position"))
            .collect();
        let mut solver = MateSolver::new(4).expect("a small table");
        group.throughput(Throughput::Elements(problems.len() as u64));
        group.bench_function(rules.name(), |b| {
            b.iter(|| {
                for problem in &problems {
                    let limits = MateLimits { nodes: Some(100_000), ..MateLimits::default() };
                    black_box(solver.solve(problem, &limits, &Control::default()));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = common::settings(0.5);
    targets = mates
}
criterion_main!(benches);
