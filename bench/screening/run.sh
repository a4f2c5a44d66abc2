#!/usr/bin/env bash
# Measures screening beside bare work of the same kind and prints its tables:
# bench/screening/run.sh [NUMBERS [lists|providers|commits]], ten million by default, which take some minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-screening --package numsift
bin=$(realpath "${CARGO_TARGET_DIR:-target}")/release
exec scripts/with-postgres.sh "$bin/numsift-bench-screening" "$bin/numsift" "$@"
