//! Trains the evaluation networks of [`eval::network`] on self-play games.
//!
//! [`load`] reads files of `ozutsu-datagen` and keeps quiet positions as sparse inputs ([`Samples`]);
//! which rows a position activates is decided by [`eval::network::InputMap`] alone. A [`Trainer`] fits
//! a [`FloatNetwork`] to a mixture of search scores and game results, and measures the loss on games
//! that are held out. The result is rounded to an integer [`Network`](eval::network::Network).
//!
//! Outputs are logarithms of the odds of winning: scores of [`eval::LOGISTIC_SCALE`] units are one.
//! A run's result depends on its options and games, and not on the number of threads.
#![deny(missing_docs, unsafe_code)]

mod file_io;
mod float_network;
mod loader;
mod loss_curve;
mod samples;
mod trainer;
mod training_checkpoint;

pub use file_io::write_atomically;
pub use float_network::{FloatNetwork, Shape, Units, logit_to_units};
pub use loader::{LoadCounts, LoadOptions, Loaded, load};
pub use loss_curve::LossCurve;
pub use samples::{GameSpan, Sample, Samples, cross_entropy, sigmoid};
pub use trainer::{EpochReport, HeldOutLoss, Progress, TrainOptions, Trainer};
pub use training_checkpoint::{Checkpoint, Settings};
