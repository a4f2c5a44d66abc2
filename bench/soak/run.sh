#!/usr/bin/env bash
# Customers work on an installation whose processes are killed; at the end nothing may be lost. First SQLite, then PostgreSQL.
# usage: run.sh [MINUTES [SEED [sqlite|postgres ...]]]      NUMSIFT_BIN and BUCKET_BIN use programs that are built
set -euo pipefail
cd "$(dirname "$0")/../.."
source scripts/lib/postgres.sh
target=${CARGO_TARGET_DIR:-target}
[ -n "${NUMSIFT_BIN:-}" ] || cargo build --release --locked --package numsift
[ -n "${BUCKET_BIN:-}" ] || cargo build --release --locked --package numsift-test-bucket --example bucket
work=$(mktemp -d)
trap 'stop_postgres "$work/pg"; rm -rf "$work"' EXIT
POSTGRES_DURABLE=1 start_postgres "$work/pg"
NUMSIFT_TEST_PG_URL=$(postgres_url "$work/pg" postgres)
export NUMSIFT_TEST_PG_URL
# `as_postgres` for soak.py, which cannot call it.
restart="cd $work/pg && source $PWD/scripts/lib/postgres.sh && as_postgres $(postgres_bin)/pg_ctl --pgdata $work/pg/data \
    --log $work/pg/server.log --mode immediate --wait restart"
export SOAK_POSTGRES_RESTART=$restart
python3 bench/soak/soak.py "${NUMSIFT_BIN:-$target/release/numsift}" "${BUCKET_BIN:-$target/release/examples/bucket}" \
    "${1:-30}" "${2:-1}" bench/soak/charts "${@:3}"
