//! Tests of the puzzles and of the review.

mod mates;
mod reviews;
mod stored_puzzles;
mod wins;
