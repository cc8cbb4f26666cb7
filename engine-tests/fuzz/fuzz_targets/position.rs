#![no_main]

use engine_tests::untrusted::check_positions;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_positions(data));
