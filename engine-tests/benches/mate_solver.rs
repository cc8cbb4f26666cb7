//! Speed of the mate solver on `data/mates.tsv`, in problems per second for each game.

use criterion::{Criterion, Throughput};
use engine_tests::data;
use mate::{MateLimits, MateSolver};
use std::hint::black_box;

pub fn solve_mates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("mates");
    for rules in games::all() {
        let rows = data::mates().into_iter().filter(|row| row.game == rules.name());
        let problems: Vec<_> = rows.map(|row| row.position).collect();
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
