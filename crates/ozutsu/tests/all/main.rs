//! Tests of the built program: of the [`command_line`], of a [`session`] over pipes, and under [`stress`].
//! One test program, because linking many takes long.

mod client;
mod command_line;
mod session;
mod stress;

const GAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];
