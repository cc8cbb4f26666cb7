#![no_main]
//! Rules files: ours, `variants.ini` of Fairy-Stockfish, and Interactive Diagrams. Every game that is accepted can be
//! played, and written as a file that is accepted.
//!
//! Games are never freed, so that this target needs more and more memory: run it with `-fork=1 -ignore_ooms=1`.

use games::{ImportOptions, diagram_warnings, import_diagram, parse, to_toml};
use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::assert_one_line;
use rules::{GameSpec, Position, Rules};

fn check(spec: &GameSpec) {
    let rules = Rules::build(spec).expect("a game that was accepted");
    let mut position = Position::start(rules);
    for ply in 0..8 {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        position.do_move(mv);
        assert!(position.is_consistent());
    }
}

fuzz_target!(|text: &str| {
    let file = parse(text);
    file.errors.iter().for_each(|error| assert_one_line(&error.message));
    for game in &file.games {
        check(game.rules.spec());
        let written = to_toml(game.rules.spec());
        let again = parse(&written);
        assert!(again.errors.is_empty(), "{:?}\n{written}", again.errors);
        assert_eq!(to_toml(again.games[0].rules.spec()), written);
    }
    let options = ImportOptions { name: "diagram".into(), ..ImportOptions::default() };
    match import_diagram(text, &options) {
        Ok(rules) => check(rules.spec()),
        Err(errors) => errors.iter().for_each(|error| assert_one_line(&error.message)),
    }
    diagram_warnings(text).iter().for_each(|warning| assert_one_line(&warning.message));
});
