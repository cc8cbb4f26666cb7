//! Trains the evaluation networks of [`eval::network`] on self-play games.
//!
//! A [`Dataset`] holds the packed games and converts them, block by block, to the sparse inputs of their
//! quiet positions ([`Samples`]), numbered by [`eval::network::InputMap`]. A [`Trainer`] fits a
//! [`FloatNetwork`] to a TD(λ) target of search scores and results, and measures the loss on held-out
//! games. The result is rounded to an integer [`Network`](eval::network::Network).
//!
//! Network outputs are logits: the win probability is `sigmoid(logit)`, and a logit of 1 is a score of
//! [`eval::LOGISTIC_SCALE`] units. The result of a run depends on its games, options and seed, but not
//! on the number of threads.

mod checkpoint;
mod dataset;
mod float_network;
mod samples;
mod trainer;

pub use checkpoint::{Checkpoint, CheckpointError, Settings};
pub(crate) use dataset::drop_reason;
pub use dataset::{
    DECIDED_SCORE, DataError, DataOptions, Dataset, InputReader, LoadCounts, PositionChoice,
};
pub use float_network::{FloatNetwork, Shape, Units, logit_to_units};
pub use samples::{GameSpan, Label, Sample, Samples};
pub use trainer::{
    EpochReport, GameLoss, HeldOutLoss, TrainOptions, Trainer, TrainerState,
    held_out_losses_by_variant, losses_of_games,
};
