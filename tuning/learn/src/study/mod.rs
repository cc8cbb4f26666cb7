//! The study of a game: is it balanced, does it play, and what are its pieces worth?
//!
//! A [`Study`] plays games of the engine against itself in the order of its [`Round`]s: from the start position, from
//! openings that both sides choose, and between players of different strength, at several strengths. It counts what
//! happens in them, and a [`StudyReport`] says what follows, with 95% confidence intervals. The games
//! can be kept in a [`StudyFile`], from which a study goes on.
//!
//! The same settings, evaluation and number of rounds give the same report with any number of threads.

mod facts;
mod figures;
mod games;
mod handicaps;
mod notes;
mod players_eval;
mod report;
mod study_file;
mod totals;
mod values;

pub use figures::{
    Balance, Course, EndShare, LevelBalance, MateShare, PieceReport, PointsShare, Skill, Variety,
};
pub use games::{PlayedRound, Purpose, Round, StudySettings};
pub use handicaps::{HandicapAtLevel, HandicapReport, HandicapStudy, HandicapValue};
pub use notes::{Note, Topic};
pub use players_eval::{EvalOrigin, PlayersEval};
pub use report::{SampleGame, Study, StudyReport};
pub use study_file::{StudyFile, StudyFileError};
pub use values::ValueEstimates;
