#!/bin/sh
# Rebuilds numplan's tables from the newest phone-number metadata on PyPI
# (or from the release given: `scripts/numplan-data.sh 9.0.43`).
set -eu
cd "$(dirname "$0")/.."
venv="${NUMPLAN_VENV:-${TMPDIR:-/tmp}/numplan-data-venv}"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
if [ $# -gt 0 ]; then
    "$venv/bin/pip" install --quiet "phonenumbers==$1"
else
    "$venv/bin/pip" install --quiet --upgrade phonenumbers
fi
"$venv/bin/python" crates/numplan-gen/extract.py crates/numplan-gen/data/metadata.tsv
cargo run --release --quiet -p numplan-gen -- crates/numplan-gen/data/metadata.tsv crates/numplan/data
