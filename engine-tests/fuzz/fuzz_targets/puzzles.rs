#![no_main]
//! Positions in EPD, and puzzles.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_text};
use study::puzzles::read_puzzles;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    if let Err(errors) = records::read_epd(text, rules) {
        errors.iter().for_each(|error| assert_one_line(&error.to_string()));
    }
    match read_puzzles(text, rules) {
        Ok(puzzles) => {
            for (puzzle, id) in puzzles {
                let line = puzzle.epd(&id).to_string();
                let again = read_puzzles(&line, rules).expect("a line of a puzzle");
                assert_eq!(again[0].0.epd(&id).to_string(), line);
            }
        }
        Err(errors) => errors.iter().for_each(|error| assert_one_line(&error.to_string())),
    }
});
