#!/usr/bin/env bash
# Compares ledger postings with bare updates and prints a table. Commits are durable, as in an installation; set
# POSTGRES_DURABLE= to turn that off for PostgreSQL.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-ledger
export POSTGRES_DURABLE=${POSTGRES_DURABLE-1}
exec scripts/with-postgres.sh "${CARGO_TARGET_DIR:-target}/release/numsift-bench-ledger" "$@"
