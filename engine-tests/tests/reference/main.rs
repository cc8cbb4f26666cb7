//! The reference rules against the published tables, and its movement reader on drawn boards.

mod movements;
mod positions;
mod tables;

use engine_tests::reference::{Game, State};

fn game(name: &str) -> &'static Game {
    Game::named(name).unwrap()
}

fn state(name: &str, sfen: &str) -> State {
    State::from_sfen(game(name), sfen).unwrap()
}
