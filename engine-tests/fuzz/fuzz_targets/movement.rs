#![no_main]

use engine_tests::untrusted::check_movement;

libfuzzer_sys::fuzz_target!(|data: &str| check_movement(data));
