//! A board in the browser: `ozutsu board` serves a page on which people play against the engine or each
//! other, solve puzzles and analyse.
//!
//! The page in `page/` only draws and takes input. Legal moves, the reasons why a move is illegal,
//! notation and results come from `rules`, records from `records`, moves and scores from `search`. The
//! page and the program exchange the [`messages`].
//!
//! - [`board`] holds the tables with their pages, one for each page unless several share one, and what is kept for the
//!   user (`user_data`). It never waits: what takes time it asks of the program that serves it.
//! - A `table` is a `game`, the players, their `clock`, and what the engine is to do. `commands` carries out the
//!   page's commands on it, `puzzle` those about puzzles, `annotate` those about comments and marks, and `exchange`
//!   those by which games are read and written.
//!   `engine_jobs` decides which `job` the engine does and takes its results. `learn` has the review of a game and
//!   its mistakes, `exercise` makes exercises that teach how the pieces move.
//! - `engine_choices` has the sizes of engines that are offered.
//! - `seats` has the rules of a game between two people on two devices.
//! - `searcher` does jobs, and `work` what a command needs before it is carried out.
//! - `game_file` has the games of a file that was read, and writes files.
//! - `saved_table` keeps a table while the page or the server in which the board runs is started again.
//! - `view` describes a table to the page, `line_view` scores and lines, `game_info` the games,
//!   `movement` how the pieces move, `opening_book` the moves of the book, and `notation` writes moves.
//! - `server` (the feature `server`) serves the board over HTTP with threads for jobs and work. The rest
//!   knows neither threads nor files, so that it can also run inside a page.
#![deny(unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod annotate;
mod between_people;
pub mod board;
mod clock;
mod command_error;
mod commands;
mod edit;
pub mod engine_choices;
mod engine_jobs;
mod exchange;
mod exercise;
mod game;
mod game_file;
mod game_info;
pub mod job;
mod learn;
mod line_view;
mod lookup;
pub mod messages;
mod mode;
mod movement;
mod notation;
pub mod opening_book;
mod own_puzzles;
mod puzzle;
mod puzzle_attempt;
mod puzzle_list;
mod puzzle_rating;
mod recent_game;
mod recent_games;
mod review;
mod saved_table;
pub mod searcher;
mod seats;
#[cfg(feature = "server")]
mod server;
mod step;
mod table;
#[cfg(test)]
mod tests;
pub mod user_data;
mod view;
mod work;

pub use recent_game::RecentGame;
pub use saved_table::SavedTable;
#[cfg(feature = "server")]
pub use server::{Options, serve};
pub use step::Work;
