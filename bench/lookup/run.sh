#!/usr/bin/env bash
# Measures lookups through the public API beside a bare handler and prints one table.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-lookup
exec "${CARGO_TARGET_DIR:-target}/release/numsift-bench-lookup" "$@"
