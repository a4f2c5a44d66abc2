#!/usr/bin/env bash
# Usage: bench/scale/run.sh [NUMBERS [WORKERS...]]
# Runs one task on 1, 2, 4, 8 and 16 worker processes (or as many as given) that share PostgreSQL and a bucket, against a
# provider that answers after 200 ms, and prints tables. NUMBERS are the numbers per worker.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-scale --package numsift
bin=$(realpath "${CARGO_TARGET_DIR:-target}")/release
export POSTGRES_OPTIONS="-c shared_preload_libraries=pg_stat_statements"
exec scripts/with-postgres.sh "$bin/numsift-bench-scale" "$bin/numsift" "$@"
