#!/usr/bin/env bash
# Usage: bench/pollock/run.sh CHECKOUT
# Reads the 2,290 files of the Pollock benchmark without any hint and prints its scores. CHECKOUT is a clone of
# https://github.com/HPI-Information-Systems/Pollock with its Git LFS files.
set -euo pipefail
checkout=$(realpath "${1:?usage: bench/pollock/run.sh CHECKOUT}")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cargo build --release --locked --package numsift-intake --example table
"${CARGO_TARGET_DIR:-target}/release/examples/table" "$work/tables" "$checkout/polluted_files/csv"
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
    chardet joblib multiset numpy price-parser python-dateutil
"$work/venv/bin/python" bench/pollock/score.py "$checkout" "$work/tables"
