//! Makes the release binary smaller when it is linked.

use std::env;

/// Linked with LLD by default, and its C library resolves packed relocations.
const TARGET: &str = "x86_64-unknown-linux-gnu";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var("TARGET").as_deref() == Ok(TARGET) && env::var("PROFILE").as_deref() == Ok("release") {
        // One copy of functions with the same instructions, and small tables of addresses.
        for option in ["--icf=all", "-z,pack-relative-relocs"] {
            println!("cargo:rustc-link-arg-bins=-Wl,{option}");
        }
    }
}
