#!/usr/bin/env bash
# Measures ledger postings beside bare updates and prints one table. Both databases keep what was saved when the
# machine loses its power, as they do in an installation; POSTGRES_DURABLE= leaves that out for PostgreSQL.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-ledger
export POSTGRES_DURABLE=${POSTGRES_DURABLE-1}
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-ledger" "$@"
