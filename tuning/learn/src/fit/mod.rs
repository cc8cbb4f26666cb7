//! Fits the parameters of a game's evaluation to self-play games (Texel tuning).
//!
//! The evaluation is linear in its parameters, so the fit is a logistic regression: the features of
//! a position predict a mixture of its search score and the game's result.
//!
//! Scores and results are from the first player's point of view. Scores and weights are in the
//! evaluation's units. Weights are the parameters as floating-point numbers, with the same indices.

mod centering;
mod fit_sets;
mod regression;
mod training_set;

pub use centering::center_piece_terms;
pub use fit_sets::FitSets;
pub use regression::{EpochReport, FitOptions, fit, fit_scale_to_results, loss};
pub use training_set::{Sample, TrainingSet};
