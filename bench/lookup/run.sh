#!/usr/bin/env bash
# Usage: bench/lookup/run.sh [PART [ANSWERS]]
# Compares lookups through the public API with bare handlers and prints a table per database. PART is `free`, `paid`, `book`,
# `suppression` or `all` (the default); ANSWERS is the number of earlier answers, ten million by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-lookup
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-lookup" "$@"
