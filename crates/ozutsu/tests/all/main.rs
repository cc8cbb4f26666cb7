//! Tests of the built program: [`transcripts`], and what they cannot express of the [`command_line`], of a
//! [`board`], of a [`session`] over pipes, in a [`terminal`], and under [`stress`].
//! One test program, because linking many takes long.

#[cfg(all(unix, feature = "board"))]
mod board;
mod client;
mod command_line;
mod session;
mod stress;
#[cfg(unix)]
mod terminal;
mod transcripts;
