#![no_main]

use engine_tests::untrusted::check_moves;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_moves(data));
