//! Tests of the rules, the evaluation and the search on all games. One program, because linking many
//! takes long.

mod evaluation_symmetry;
mod futile_interpositions;
mod handicaps;
mod illegal_moves;
mod mate_solver;
mod movements;
mod networks;
mod outcomes;
mod parsing;
mod perft_tables;
mod position_errors;
mod random_games;
mod rare_positions;
mod reference;
mod symmetry;
mod tactics;
