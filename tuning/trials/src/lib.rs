#![doc = include_str!("../README.md")]
#![deny(unsafe_code)]

mod estimate;
mod linear;
mod logistic_regression;
mod openings;
mod ratio;
mod share;
mod sprt;
mod tally;

pub use estimate::{Estimate, Z_95, normal_cdf};
pub use linear::sweep;
pub use logistic_regression::{Coefficients, LogisticRegression};
pub use openings::{OpeningGenerator, OpeningScorer, mix_seed};
pub use ratio::Ratio;
pub use share::{GameCounts, HalfPoints, Share, half_points};
pub use sprt::{Hypothesis, Model, Sprt};
pub use tally::{Tally, elo, expected_score};
