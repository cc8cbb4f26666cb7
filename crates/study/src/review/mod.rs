//! The review of a game: its moves judged by the winning chance that they lose.
//!
//! Chances can be compared where centipawns cannot: 300 centipawns decide an equal game and change
//! nothing in one that is won. A [`Reviewer`] evaluates every position of a game and judges its moves,
//! [`annotate`] writes the result into the record.
//!
//! ```
//! use records::{Evaluation, Score};
//! use rules::Color;
//! use study::review::{Mark, lost_chance};
//!
//! let evaluation = |cp| Evaluation { score: Score::Centipawns(cp), depth: None };
//! let lost = lost_chance(evaluation(0), evaluation(-300), Color::Black);
//! assert_eq!(Mark::of_loss(lost), Some(Mark::Mistake));
//! let lost = lost_chance(evaluation(3_000), evaluation(2_700), Color::Black);
//! assert_eq!(Mark::of_loss(lost), None);
//! ```

mod accuracy;
mod annotate;
mod chance;
mod mark;
mod reviewer;

pub use accuracy::{SideSummary, accuracy};
pub use annotate::annotate;
pub use chance::{black_chance, evaluation, lost_chance, percent};
pub use mark::Mark;
pub use reviewer::{GameReview, MoveReview, PositionReview, ReviewLimits, Reviewer};
