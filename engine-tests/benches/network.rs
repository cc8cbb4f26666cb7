//! Speed of evaluation with a network of random weights, in evaluations per second: each move of the
//! positions of the perft tables is made, evaluated and undone. The linear evaluation is there for
//! comparison.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};
use engine_tests::data;
use engine_tests::random_network::random_network;
use eval::network::Network;
use eval::{Evaluator, Parameters};
use rules::{MoveList, Position};
use std::hint::black_box;

const GAMES: [&str; 3] = ["cannonshogi", "cannonshosu", "shogi"];

/// Hidden width and threat width.
const WIDTHS: [(usize, usize); 4] = [(64, 32), (128, 32), (128, 128), (256, 32)];

pub fn evaluation(criterion: &mut Criterion) {
    for name in GAMES {
        let rules = games::by_name(name).expect("a built-in game");
        let positions = data::perft_positions(rules).into_iter();
        let mut positions: Vec<_> =
            positions.map(|position| (position.legal_moves(), position)).collect();
        let mut group = criterion.benchmark_group(format!("network {name}"));
        let moves: usize = positions.iter().map(|(moves, _)| moves.len()).sum();
        group.throughput(Throughput::Elements(moves as u64));
        bench_evaluator(&mut group, "linear", None, &mut positions);
        for (width, threat_width) in WIDTHS {
            let network = random_network(rules, (width, threat_width), 1);
            let name = format!("linear + network {width}, threats {threat_width}");
            bench_evaluator(&mut group, &name, Some(&network), &mut positions);
        }
        group.finish();
    }
}

fn bench_evaluator(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    network: Option<&Network>,
    positions: &mut [(MoveList, Position)],
) {
    let parameters = Parameters::of(positions[0].1.rules());
    let mut evaluators: Vec<_> = positions
        .iter()
        .map(|(_, position)| Evaluator::new(parameters, network, position.board()))
        .collect();
    group.bench_function(name, |b| {
        b.iter(|| {
            for ((moves, position), evaluator) in positions.iter_mut().zip(&mut evaluators) {
                for &mv in moves.iter() {
                    position.do_move_observed(mv, evaluator);
                    black_box(evaluator.evaluate(position.board()));
                    position.undo_move_observed(evaluator);
                }
            }
        });
    });
}
