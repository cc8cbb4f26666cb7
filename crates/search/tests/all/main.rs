//! Tests of the search. One program, because linking many takes long.

mod check_limit;
mod common;
mod failures;
mod impasse;
mod limits;
mod mate_presearch;
mod mate_scores;
mod repetition;
mod threads;
