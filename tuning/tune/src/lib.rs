//! Fits a game's evaluation to games: logistic regression of what searches and results say of
//! positions on the features that the evaluation itself counts.
#![deny(missing_docs, unsafe_code)]

mod adam;
mod center;
mod fit;
mod positions;

pub use center::center;
pub use fit::{Fit, Report, fit, loss, scale_to_results};
pub use positions::{Positions, Sample};
