//! Tests of the parser and the messages. One program, because linking many takes long.

mod any_input;
mod common;
mod custom_moves;
mod real_lines;
mod round_trip;
