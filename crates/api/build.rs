//! The web build is embedded: a build without one still works (it says so on its page), and a new
//! one is noticed.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // The folder must be there when the code is compiled; in a debug build its files are read when
    // they are asked for.
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo::error=cannot make {}: {error}", dist.display());
    }
    println!("cargo::rerun-if-changed={}", dist.display());
}
