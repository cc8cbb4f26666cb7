#![no_main]
//! Games of moves in any notation, a word each: what is not a legal move changes nothing.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_text};
use rules::Position;

fuzz_target!(|data: &[u8]| {
    let Some((rules, text)) = game_and_text(data) else { return };
    let mut position = Position::start(rules);
    for word in text.split_whitespace().take(200) {
        let read = records::parse_move(&position, word);
        match &read {
            Ok(mv) => {
                let text = rules.usi(*mv).to_string();
                assert_eq!(rules.parse_usi(&text), Ok(*mv), "{text}");
                let text = rules.uci(*mv).to_string();
                assert_eq!(rules.parse_uci(&text), Ok(*mv), "{text}");
                assert!(position.legal_moves().contains(mv), "{text}");
            }
            Err(error) => assert_one_line(&error.to_string()),
        }
        for mv in [rules.parse_usi(word), rules.parse_uci(word)].into_iter().flatten() {
            let is_legal = position.legal_moves().contains(&mv);
            assert_eq!(position.validate_move(mv).is_ok(), is_legal, "{word}");
        }
        if let Ok(mv) = read {
            position.do_move(mv);
            assert!(position.is_consistent());
        }
    }
});
