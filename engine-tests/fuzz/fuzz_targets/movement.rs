#![no_main]
//! Movements in Betza notation.

use libfuzzer_sys::fuzz_target;
use ozutsu_fuzz::assert_one_line;
use rules::Movement;

fuzz_target!(|text: &str| {
    if let Err(error) = text.parse::<Movement>() {
        assert!(text.is_char_boundary(error.offset));
        assert_one_line(&error.to_string());
    }
});
