#![no_main]

use engine_tests::untrusted::check_protocol;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_protocol(data));
