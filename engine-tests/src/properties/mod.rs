//! What must hold in every position of every game. Each property panics with the game's story.

mod agreement;
mod generation;
mod observer;
mod refusals;
mod restoring;
mod text;

pub use agreement::{agrees, outcome};
pub use generation::generates_one_set;
pub use observer::Mirror;
pub use refusals::refuses_the_rest;
pub use restoring::{restores, restores_null};
pub use text::round_trips;
