//! The `numsift` binary with breakpoints, for tests that kill it.

use std::process::ExitCode;

// The dependency only enables the feature.
use numsift_store as _;

fn main() -> ExitCode {
    numsift::main()
}
