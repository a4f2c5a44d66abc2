#!/usr/bin/env bash
# Runs a command with NUMSIFT_TEST_PG_URL set to a temporary PostgreSQL that is stopped afterwards.
set -euo pipefail
source "$(dirname "$0")/lib/postgres.sh"
work=$(mktemp -d)
trap 'stop_postgres "$work/pg"; rm -rf "$work"' EXIT
start_postgres "$work/pg"
NUMSIFT_TEST_PG_URL=$(postgres_url "$work/pg" postgres)
export NUMSIFT_TEST_PG_URL
"$@"
