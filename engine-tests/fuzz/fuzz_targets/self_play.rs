#![no_main]

use engine_tests::untrusted::check_self_play;

libfuzzer_sys::fuzz_target!(|data: &str| check_self_play(data));
