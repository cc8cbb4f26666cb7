#![no_main]
//! Lines of self-play games and of match logs.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::assert_one_line;
use ozutsu_learn::game_files::ScoredGame;

fuzz_target!(|text: &str| {
    for line in text.lines() {
        match ScoredGame::parse(line) {
            Ok(record) => {
                let written = record.to_string();
                let again = ScoredGame::parse(&written).expect("a line of a record");
                assert_eq!(again.to_string(), written);
            }
            Err(error) => assert_one_line(&error.to_string()),
        }
        if let Err(error) = ScoredGame::parse_match(line) {
            assert_one_line(&error.to_string());
        }
    }
});
