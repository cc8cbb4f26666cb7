#![no_main]

use engine_tests::untrusted::check_rules_file;

libfuzzer_sys::fuzz_target!(|data: &str| check_rules_file(data));
