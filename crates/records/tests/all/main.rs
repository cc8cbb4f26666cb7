//! Tests of the readers and writers of game records. One program, because linking many takes long.

mod epd;
mod error_messages;
mod formats;
mod game_courier;
mod handicaps;
mod mutations;
mod position_text;
mod programs;
mod round_trips;

/// Returns the main line of a game in USI.
fn usi_moves(record: &records::GameRecord) -> String {
    let moves: Vec<_> = record.moves().map(|mv| record.rules().usi(mv).to_string()).collect();
    moves.join(" ")
}
