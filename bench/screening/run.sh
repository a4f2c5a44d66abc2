#!/usr/bin/env bash
# Usage: bench/screening/run.sh [NUMBERS [lists|large|providers|routing|commits|reuse|suppression]]
# Compares screening with bare work of the same kind and prints tables. The default of ten million numbers takes some
# minutes. `large` is for more numbers than fit into memory, up to 400 million: TMPDIR needs 50 bytes per number. `reuse` has five
# times as many earlier answers as NUMBERS.
set -euo pipefail
cd "$(dirname "$0")/../.."
cargo build --release --locked --package numsift-bench-screening --package numsift
bin=$(realpath "${CARGO_TARGET_DIR:-target}")/release
exec scripts/with-postgres.sh "$bin/numsift-bench-screening" "$bin/numsift" "$@"
