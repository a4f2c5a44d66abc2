#!/usr/bin/env bash
# Measures lookups through the public API beside a bare handler on both databases and prints one table a database.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-lookup
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-lookup" "$@"
