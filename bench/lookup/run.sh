#!/usr/bin/env bash
# Compares lookups through the public API with a bare handler and prints a table per database.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-lookup
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-lookup" "$@"
