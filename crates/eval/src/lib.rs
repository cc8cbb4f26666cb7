#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! A search thread keeps an [`Evaluator`], which observes its moves and evaluates positions. The
//! linear evaluation is a sum of [`Parameters`] over the features of a position ([`layout`] lists
//! them); a [`network::Network`], if the game has one, adds its output. `ozutsu-learn fit` fits the
//! parameters to games; a game that has not been tuned uses parameters derived from the movements of its
//! pieces. Move ordering and static exchange evaluation use only [`PieceValues`].
#![deny(unsafe_code)]

mod derived_parameters;
mod eval_files;
mod eval_source;
mod evaluator;
mod features;
pub mod layout;
pub mod network;
mod parameter_text;
mod parameters;
mod piece_squares;
mod piece_values;
mod threats;

/// The scale of the logistic function from scores to expected results: this many evaluation units
/// multiply the odds of winning by e. Fits of game results to scores of shallow searches gave about
/// this value in every game, so the tuner uses it for all of them.
pub const LOGISTIC_SCALE: i32 = 1_600;

pub use eval_files::{ReadEvalError, eval_path, load_evals, read_eval_file};
pub use eval_source::{EvalFile, EvalFileError, EvalIdentity, EvalSource, set_eval_of_game};
pub use evaluator::{Evaluator, MAX_EVALUATION};
pub use features::{FeatureVisitor, visit_features};
pub use parameter_text::ParametersError;
pub use parameters::Parameters;
pub use piece_values::PieceValues;
