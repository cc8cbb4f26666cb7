//! Matches between USI and UCI engines in the games of the cannon shogi family.
//!
//! A `program` is a table of flags, from which `args` are parsed; those of a match alone are `match_args`.
//! [`tournament`] plays the match that they describe. Below it, `runner` plays pairs of games in parallel, `game` plays
//! one game and enforces its rules, and `engine` talks to an engine process. `stored_run` and `output_files` write what
//! was played, the crate `trials` evaluates it, `report` and `json` format it, and `console` prints it. [`screen`] and
//! [`spsa`] are the programs `ozutsu-screen` and `ozutsu-spsa`, which tune options by `self_play`: one engine plays
//! against itself with different options.
#![deny(unsafe_code)]
// A match survives whatever an engine does.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod adjudication;
mod args;
mod clock;
mod console;
mod engine;
mod engine_id;
mod error;
mod exit_codes;
mod game;
mod game_pair;
mod json;
mod match_args;
mod match_results;
mod openings;
mod output_files;
mod program;
mod progress;
mod report;
mod runner;
pub mod screen;
mod search_totals;
mod self_play;
mod settings;
pub mod spsa;
mod state_file;
mod stop_flag;
mod stored_run;
pub mod tournament;
mod variants_file;
mod watch;
