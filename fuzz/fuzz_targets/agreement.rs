//! Any text under any default region: the engine neither panics nor disagrees with the reference.
#![no_main]

#[path = "../../crates/numplan/tests/agreement/mod.rs"]
mod agreement;

use libfuzzer_sys::fuzz_target;
use numplan::Region;

fuzz_target!(|input: (u8, &str)| {
    let (region, text) = input;
    agreement::assert_agreement(text, Region::all().nth(usize::from(region)));
});
