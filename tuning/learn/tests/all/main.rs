//! Tests of `ozutsu-learn`. One program, because linking many takes long.

mod book_program;
mod common;
mod duels;
mod existing_files;
mod fit_games;
mod fit_program;
mod gradients;
mod grow;
mod judge_program;
mod loading;
mod openings_program;
mod play_program;
mod shards;
mod study;
mod train_program;
mod training;
