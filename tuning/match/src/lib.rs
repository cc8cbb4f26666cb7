//! Matches between USI and UCI engines in the games of the cannon shogi family.
//!
//! [`args`] parses the command line and [`tournament`] plays the match it describes. Below them,
//! [`runner`] plays pairs of games in parallel, [`game`] plays one game and enforces its rules,
//! [`engine`] talks to an engine process, and [`stats`] and [`sprt`] evaluate results. [`screen`] and
//! [`spsa`] are the programs `ozutsu-screen` and `ozutsu-spsa`, which tune options by [`self_play`]: one
//! engine plays against itself with different options.
#![deny(unsafe_code)]
// A match survives whatever an engine does.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod adjudication;
pub mod args;
pub mod clock;
pub mod engine;
pub mod game;
pub mod game_pair;
mod game_record;
pub mod openings;
mod output_files;
pub mod program;
pub mod progress;
pub mod report;
pub mod runner;
pub mod screen;
pub mod self_play;
pub mod sprt;
pub mod spsa;
pub mod state_file;
pub mod stats;
pub mod stored_run;
pub mod tournament;
pub mod variants_file;
