#!/usr/bin/env bash
# Measures the calls of one customer, alone and while another customer does the most it is allowed to.
# usage: run.sh [SECONDS per measurement [ROUNDS]]
set -euo pipefail
cd "$(dirname "$0")/../.."
target=${CARGO_TARGET_DIR:-target}
binary=${NUMSIFT_BIN:-$target/release/numsift}
[ -x "$binary" ] || cargo build --release --locked --package numsift
exec python3 bench/neighbour/neighbour.py "$binary" "${1:-8}" "${2:-7}"
