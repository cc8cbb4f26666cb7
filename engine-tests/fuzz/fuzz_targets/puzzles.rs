#![no_main]

use engine_tests::untrusted::check_puzzles;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_puzzles(data));
