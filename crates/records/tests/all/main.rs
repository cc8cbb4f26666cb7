//! Tests of the readers and writers of game records. One program, because linking many takes long.

mod epd;
mod error_messages;
mod files;
mod formats;
mod game_courier;
mod handicaps;
mod mutations;
mod position_text;
mod round_trips;
