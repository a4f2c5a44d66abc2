//! Any bytes as lines: a batch gives the verdicts that its lines get one by one.
#![no_main]

#[path = "../../crates/numplan/tests/agreement/mod.rs"]
mod agreement;

use libfuzzer_sys::fuzz_target;
use numplan::{Options, Region};

fuzz_target!(|input: (u8, bool, &[u8])| {
    let (region, repair, text) = input;
    let default_region = Region::all().nth(usize::from(region));
    agreement::assert_batch(text, Options { default_region, repair });
});
