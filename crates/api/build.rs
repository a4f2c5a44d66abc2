//! Rebuilds the crate when the embedded web build changes. Without a web build, the server says so on its page.

use std::path::Path;

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    // The folder must exist at compile time. Debug builds read its files at run time.
    if let Err(error) = std::fs::create_dir_all(&dist) {
        println!("cargo::error=cannot create {}: {error}", dist.display());
    }
    println!("cargo::rerun-if-changed={}", dist.display());
}
