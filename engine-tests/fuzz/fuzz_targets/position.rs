#![no_main]
//! Positions in SFEN and FEN, and with moves in any notation.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_text};
use rules::Position;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    for parsed in [Position::from_sfen(rules, text), Position::from_fen(rules, text)] {
        match parsed {
            Ok(position) => {
                assert!(position.is_consistent() && position.validate().is_empty());
                let sfen = position.sfen().to_string();
                let again = Position::from_sfen(rules, &sfen).expect("an SFEN of the engine");
                assert_eq!(again.sfen().to_string(), sfen);
                let fen = position.fen().to_string();
                let again = Position::from_fen(rules, &fen).expect("a FEN of the engine");
                assert_eq!(again.fen().to_string(), fen);
                assert_eq!(again.table_key(), position.table_key());
            }
            Err(error) => {
                assert!(text.is_char_boundary(error.offset));
                assert_one_line(&error.to_string());
            }
        }
    }
    match records::read_position(rules, text) {
        Ok(position) => assert!(position.is_consistent()),
        Err(error) => assert_one_line(&error.to_string()),
    }
});
