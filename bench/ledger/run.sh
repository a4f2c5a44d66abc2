#!/usr/bin/env bash
# Measures ledger postings beside bare updates and prints one table.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-ledger
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-ledger" "$@"
