//! What proves Ozutsu. [`mod@reference`] is the slow, separately written twin of the rules.

pub mod data;
pub mod invent;
pub mod mates;
pub mod properties;
pub mod random_play;
pub mod reference;
pub mod tags;
pub mod translate;
pub mod turn;
pub mod twin;
