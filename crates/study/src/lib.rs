//! What people learn from: the review of a game, and puzzles.
#![deny(unsafe_code)]

pub mod puzzles;
pub mod review;
