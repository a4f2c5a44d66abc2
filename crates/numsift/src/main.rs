//! The `numsift` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    numsift::main()
}
