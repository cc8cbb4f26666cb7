//! The benchmarks. One program, because linking many takes long: `cargo bench -- perft` runs those whose names
//! contain `perft`.

mod attacks;
mod mate_solver;
mod move_operations;
mod network;
mod perft;

use criterion::Criterion;
use std::time::Duration;

/// Returns settings that measure each benchmark for this time, with few samples and no plots.
fn settings(seconds: f32) -> Criterion {
    Criterion::default()
        .configure_from_args()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs_f32(seconds))
        .without_plots()
}

fn main() {
    attacks::attack_lookups(&mut settings(0.3));
    mate_solver::solve_mates(&mut settings(0.5));
    move_operations::move_operations(&mut settings(0.4));
    network::evaluation(&mut settings(0.3));
    perft::shogi_and_others(&mut settings(1.0));
    perft::other_games(&mut settings(1.0));
    settings(1.0).final_summary();
}
