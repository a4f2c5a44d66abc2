#!/usr/bin/env bash
# Checks every SQL statement against real databases with the current migrations and records the results in
# crates/store-*/.sqlx, so that ordinary builds need no database.
# Run it after changing a statement or a migration; a test of each store fails when it is out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/lib/postgres.sh

work=$(mktemp -d)
trap 'stop_postgres "$work/pg"; rm -rf "$work"' EXIT
start_postgres "$work/pg"

sqlite_file="$work/build.db"
python3 - "$sqlite_file" crates/store-sqlite/migrations/*.sql <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for path in sys.argv[2:]:
    db.executescript(open(path, encoding="utf-8").read())
PY
pg_url=$(postgres_url "$work/pg" postgres)
for file in crates/store-pg/migrations/*.sql; do
    psql --quiet --set ON_ERROR_STOP=1 --dbname "$pg_url" --file "$file"
done

for backend in sqlite pg; do
    crate=crates/store-$backend
    fresh="$work/sqlx-$backend"
    mkdir "$fresh"
    # The macros run only when the crate is recompiled. Its modules include crates/store/sql.
    touch "$crate/src/lib.rs"
    SQLX_OFFLINE=false SQLX_OFFLINE_DIR="$fresh" \
        NUMSIFT_SQLITE_BUILD_URL="sqlite://$sqlite_file" NUMSIFT_PG_BUILD_URL="$pg_url" \
        cargo build --quiet --package "numsift-store-$backend" --lib
    rm -rf "$crate/.sqlx"
    cp -r "$fresh" "$crate/.sqlx"
    echo "$crate/.sqlx: $(find "$crate/.sqlx" -type f | wc -l) statements"
done
