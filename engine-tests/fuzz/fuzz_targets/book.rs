#![no_main]
//! Opening books, to be played from and to be merged.

use records::book::{Book, BookTable};
use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::{assert_one_line, game_and_rest};

fuzz_target!(|data: &[u8]| {
    let Some((rules, bytes)) = game_and_rest(data) else { return };
    if let Err(error) = Book::read(bytes, rules) {
        assert_one_line(&error.to_string());
    }
    let mut table = BookTable::new(rules);
    if let Err(error) = table.read(bytes) {
        assert_one_line(&error.to_string());
    }
});
