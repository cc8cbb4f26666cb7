#![no_main]
//! Files of games in all formats: what is read is written so that it is read back as the same game.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::assert_one_line;
use records::{Format, Hints, read, read_text, write};

fuzz_target!(|data: &[u8]| {
    let games = match read(data, &Hints::default()) {
        Ok(games) => games,
        Err(error) => return assert_one_line(&error.to_string()),
    };
    for game in games.iter().take(4) {
        for format in Format::names().filter_map(Format::from_name) {
            // CSA and JKF have no games but shogi.
            let Ok(text) = write(game, format) else { continue };
            let hints = Hints {
                format: Some(format),
                rules: Some(game.rules()),
                kif_rules: Some(game.rules()),
            };
            let again = match read_text(&text, &hints) {
                Ok(again) => again,
                Err(error) => panic!("{}: {error}\n{text}", format.name()),
            };
            assert_eq!(again.len(), 1, "{text}");
            assert!(again[0].moves().eq(game.moves()), "{}\n{text}", format.name());
        }
    }
});
