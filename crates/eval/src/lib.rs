//! Static evaluation for the games of the cannon shogi family.
//!
//! A search thread keeps an [`Evaluator`], which observes its moves and evaluates positions. The
//! evaluation is linear: a sum of [`Parameters`] over the features of a position ([`layout`] lists
//! them). Parameters are tuned by `ozutsu-tune`; those of a game that has not been tuned are derived
//! from the movements of its pieces. Move ordering and exchanges use [`PieceValues`] only.
//!
//! ```
//! use eval::{Evaluator, Parameters};
//! use rules::{Position, Rules};
//!
//! let rules = Rules::by_name("cannonshogi").ok_or("unknown game")?;
//! let parameters = Parameters::of(rules);
//! let start = Position::start(rules);
//! let mut evaluator = Evaluator::new(&parameters, start.board());
//! let pawn = rules.pawn_kind().ok_or("no pawns")?;
//! // The sides are equal: what remains is the right to move, and to carry out threats first.
//! let score = evaluator.evaluate(start.board());
//! assert!(score.abs() < parameters.piece_values().on_board(pawn));
//! # Ok::<(), &'static str>(())
//! ```
#![deny(missing_docs, unsafe_code)]

mod derived_parameters;
mod evaluator;
mod features;
pub mod layout;
pub mod network;
mod parameter_text;
mod parameters;
mod piece_values;

/// The number of evaluation units that multiply the odds of winning by e: the scale of the logistic
/// function from scores to expected results. Fits of game results to scores of shallow searches gave
/// about this value in every game, and the tuner keeps all games to it.
pub const LOGISTIC_SCALE: i32 = 1_600;

pub use evaluator::{Evaluator, MAX_EVALUATION};
pub use features::{FeatureVisitor, visit_features};
pub use parameter_text::ParametersError;
pub use parameters::Parameters;
pub use piece_values::PieceValues;
