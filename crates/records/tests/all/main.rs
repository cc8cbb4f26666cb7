//! Tests of the readers and writers of game records. One program, because linking many takes long.

mod epd;
mod error_messages;
mod formats;
mod game_courier;
mod handicaps;
mod kif_and_csa;
mod mutations;
mod position_text;
mod programs;
mod round_trips;

use records::{EndReason, GameRecord, GameResult, Hints, read_text};

fn shogi() -> Hints {
    Hints { rules: games::by_name("shogi"), ..Hints::default() }
}

#[track_caller]
fn read_one(text: &str) -> GameRecord {
    let mut games = read_text(text, &shogi()).unwrap();
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

#[track_caller]
fn assert_end(record: &GameRecord, result: GameResult, reason: EndReason) {
    let end = record.end().expect("the game has ended");
    assert_eq!((end.result, end.reason), (result, reason), "{:?}", end.text);
}

/// Returns the main line of a game in USI.
fn usi_moves(record: &GameRecord) -> String {
    let moves: Vec<_> = record.moves().map(|mv| record.rules().usi(mv).to_string()).collect();
    moves.join(" ")
}
