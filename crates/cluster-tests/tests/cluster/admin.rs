//! Runs `numsift admin`.

use std::path::Path;

use crate::process::{Settings, numsift, run};

/// Runs `numsift admin` to completion and returns its output.
pub fn admin(args: &[&str], data: &Path, settings: &Settings) -> String {
    let args = [&["admin"], args, &["--data", data.to_str().unwrap()]].concat();
    tokio::task::block_in_place(|| run(&args, settings, ""))
}

/// Runs `numsift admin`, which must fail, and returns its error message.
pub fn admin_fails(args: &[&str], data: &Path, settings: &Settings) -> String {
    let args = [&["admin"], args, &["--data", data.to_str().unwrap()]].concat();
    let output = tokio::task::block_in_place(|| numsift(&args, settings).output().unwrap());
    assert!(!output.status.success(), "{args:?} succeeded");
    String::from_utf8(output.stderr).unwrap()
}
