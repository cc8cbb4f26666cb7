#![no_main]

use engine_tests::untrusted::check_evaluation;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_evaluation(data));
