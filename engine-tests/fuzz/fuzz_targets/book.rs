#![no_main]

use engine_tests::untrusted::check_book;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_book(data));
