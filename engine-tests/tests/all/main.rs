//! Tests of the rules, the evaluation and the search on all games.

mod illegal_moves;
mod mate_solver;
mod movements;
mod networks;
mod outcomes;
mod parsing;
mod position_errors;
mod random_games;
mod rare_positions;
mod reference;
mod symmetry;
mod tactics;
