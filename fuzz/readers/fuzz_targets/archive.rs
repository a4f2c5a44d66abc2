//! Any bytes as an archive, a gzip stream or a workbook.
#![no_main]

mod reading;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| reading::any_file(input, "numbers.zip", None));
