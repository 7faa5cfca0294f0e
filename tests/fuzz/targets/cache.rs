#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| footpath_fuzz::fuzz::cache::run(bytes));
