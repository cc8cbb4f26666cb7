#![no_main]

use engine_tests::untrusted::check_records;

libfuzzer_sys::fuzz_target!(|data: &[u8]| check_records(data));
