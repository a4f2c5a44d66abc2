//! Any bytes as a text file in any encoding, with any mapping.
#![no_main]

mod reading;

use libfuzzer_sys::fuzz_target;
use numsift_intake::Mapping;

// The mapping is JSON up to the first NUL, as the console sends it.
fuzz_target!(|input: &[u8]| {
    let (mapping, text) = match input.iter().position(|byte| *byte == 0) {
        Some(at) => (serde_json::from_slice::<Mapping>(&input[..at]).ok(), &input[at + 1..]),
        None => (None, input),
    };
    let mapping = mapping.filter(|mapping| mapping.carried.len() <= 50 && mapping.column <= 10_000);
    reading::any_file(text, "numbers.csv", mapping.as_ref());
});
