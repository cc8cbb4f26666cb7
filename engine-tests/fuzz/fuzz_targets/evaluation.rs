#![no_main]
//! Files of networks and of parameters: what is accepted evaluates positions.

use eval::{EvalFile, Evaluator, MAX_EVALUATION, Parameters};
use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_rest};
use rules::Position;

fuzz_target!(|data: &[u8]| {
    let Some((rules, bytes)) = game_and_rest(data) else { return };
    let board = Position::start(rules).board().clone();
    let evaluation = match EvalFile::parse(rules, bytes) {
        Ok(file) => {
            let derived = Parameters::derived(rules);
            let parameters = file.parameters().unwrap_or(&derived);
            Evaluator::with_network(parameters, file.network(), &board).evaluate(&board)
        }
        Err(error) => return assert_one_line(&error.to_string()),
    };
    assert!(evaluation.abs() <= MAX_EVALUATION);
});
