//! Matches between USI and UCI engines in the games of the cannon shogi family.
//!
//! [`args`] says what is to be played, [`tournament`] has it played and tells of it. Below,
//! [`runner`] plays pairs of games at once, [`game`] is one game under a referee, [`engine`] is a
//! process that speaks a protocol, [`stats`] says what results mean. Programs that tune use the same
//! parts, and [`duel`], where one engine plays against itself.
#![deny(unsafe_code, missing_docs)]
// A match goes on whatever an engine does.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudicate;
pub mod args;
pub mod clock;
mod counter;
mod crew;
pub mod duel;
pub mod ending;
pub mod engine;
mod files;
pub mod game;
pub mod interrupt;
pub mod live;
pub mod openings;
pub mod pairs;
mod record;
pub mod report;
pub mod runner;
pub mod state;
pub mod stats;
pub mod tournament;
