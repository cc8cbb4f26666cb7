//! A position's worth in the games of the cannon shogi family.
//!
//! The evaluation is a sum of parameters over features ([`layout`] is their map). What depends on
//! pieces and hands alone is kept up as moves are made ([`Accumulator`], an observer of moves);
//! the rest ([`evaluate`]) is looked up in the position. A game's first [`Parameters`] derive from
//! its movements, so a new game plays sensibly at once; tuned ones take their place.
//!
//! ```
//! use eval::{Accumulator, Parameters, evaluate};
//! use rules::{Position, Rules};
//!
//! let game = Rules::by_name("cannonshogi").ok_or("no such game")?;
//! let parameters = Parameters::of(game);
//! let start = Position::start(game);
//! let sums = Accumulator::new(&parameters, start.board());
//! let pawn = game.pawn_kind().ok_or("no pawns")?;
//! // The sides are even: what is left is the right to move, and to carry out threats first.
//! assert!(evaluate(&parameters, start.board(), &sums).abs() < parameters.piece(pawn));
//! # Ok::<(), &'static str>(())
//! ```
#![deny(missing_docs, unsafe_code)]

mod accumulator;
mod derive;
mod evaluate;
mod features;
pub mod layout;
pub mod network;
mod parameters;
mod text;
mod tuned;

/// Over how many of the evaluation's units the odds of winning grow by the factor e. A logistic fit of
/// results to the scores of shallow searches gave about this number in every game tried; tuning keeps
/// all games to it.
pub const LOGISTIC_SCALE: i32 = 1_600;

pub use accumulator::Accumulator;
pub use evaluate::{evaluate, threats, worth};
pub use features::{FeatureVisitor, visit_features};
pub use parameters::Parameters;
pub use text::ParametersError;
