//! Any bytes as lines: a batch gives the same verdicts as its lines do one by one.
#![no_main]

#[path = "../../crates/numplan/tests/agreement/mod.rs"]
mod agreement;
mod region;

use libfuzzer_sys::fuzz_target;
use numplan::Options;

fuzz_target!(|input: (u8, bool, &[u8])| {
    let (region, repair, text) = input;
    agreement::assert_batch(text, Options { default_region: region::by_byte(region), repair });
});
