//! Trains the evaluation networks of [`eval::network`] on self-play games.
//!
//! [`load`] reads the self-play files of `ozutsu-datagen` and keeps the quiet positions as sparse inputs
//! ([`Samples`]), numbered by [`eval::network::InputMap`]. A [`Trainer`] fits a [`FloatNetwork`] to a
//! mixture of search scores and game results, and measures the loss on held-out games. The result is
//! rounded to an integer [`Network`](eval::network::Network).
//!
//! Network outputs are logits: the win probability is `sigmoid(logit)`, and a logit of 1 is a score of
//! [`eval::LOGISTIC_SCALE`] units. The result of a run depends on its games, options and seed, but not
//! on the number of threads.
#![deny(missing_docs, unsafe_code)]

mod float_network;
mod fnv1a;
mod loader;
mod loss_curve;
mod samples;
mod trainer;
mod training_checkpoint;

pub use float_network::{FloatNetwork, Shape, Units, logit_to_units};
pub use loader::{LoadCounts, LoadOptions, Loaded, load};
pub use loss_curve::LossCurve;
pub use samples::{GameSpan, Sample, Samples, cross_entropy, sigmoid};
pub use trainer::{EpochReport, HeldOutLoss, TrainOptions, Trainer, TrainerState};
pub use training_checkpoint::{Checkpoint, Settings};
