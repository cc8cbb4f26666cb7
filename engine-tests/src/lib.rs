//! What proves Ozutsu. [`mod@reference`] is the slow, separately written twin of the rules.

pub mod data;
pub mod exhaustive_mate;
pub mod invent;
pub mod properties;
pub mod random_play;
pub mod reference;
pub mod tags;
pub mod translate;
pub mod turn;
pub mod twin;
