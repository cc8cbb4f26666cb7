//! Matches between USI and UCI engines in the games of the cannon shogi family.
//!
//! [`args`] says what is to be played, [`tournament`] has it played and tells of it. Below,
//! [`runner`] plays pairs of games at once, [`game`] is one game under a referee, [`engine`] is a
//! process that speaks a protocol, [`stats`] says what results mean. Programs that tune use the same
//! parts, and [`duel`], where one engine plays against itself.
#![deny(unsafe_code, missing_docs)]
// A match goes on whatever an engine does.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
pub mod args;
pub mod book;
pub mod clock;
mod counter;
pub mod engine;
pub mod game;
pub mod game_pair;
mod game_record;
pub mod game_result;
pub mod interrupt;
mod output_files;
pub mod progress;
pub mod report;
pub mod runner;
pub mod self_play;
pub mod state;
pub mod stats;
pub mod tournament;
pub mod variants_file;
mod worker_pool;
