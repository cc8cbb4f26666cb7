//! Measurement settings shared by the benchmarks.

use criterion::Criterion;
use std::time::Duration;

/// Returns settings that measure each benchmark for this time, with few samples and no plots.
pub fn settings(seconds: f32) -> Criterion {
    Criterion::default()
        .sample_size(10)
        .nresamples(10_000)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs_f32(seconds))
        .without_plots()
}
