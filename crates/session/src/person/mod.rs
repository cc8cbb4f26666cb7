//! The commands for people, who play at the terminal without a protocol, with the help and the completion of all
//! commands.

pub(crate) mod commands;
pub(crate) mod completion;
mod game_files;
pub(crate) mod help;
pub(crate) mod kept_games;
pub(crate) mod opponent;
