//! How long to measure, shared by all benchmarks: long enough to compare, short enough to run often.

use criterion::Criterion;
use std::time::Duration;

/// Few samples and no plots.
pub fn settings(seconds: f32) -> Criterion {
    Criterion::default()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs_f32(seconds))
        .without_plots()
}
