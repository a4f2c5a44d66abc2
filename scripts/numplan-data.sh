#!/bin/sh
# Rebuilds the tables of numplan from the newest phone-number metadata on PyPI
# (or from a given release: `scripts/numplan-data.sh 9.0.43`), and the recorded
# answers of the reference that its tests use.
set -eu
cd "$(dirname "$0")/.."
venv="${NUMPLAN_VENV:-.cache/numplan-data}"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
if [ $# -gt 0 ]; then
    "$venv/bin/pip" install --quiet "phonenumbers==$1"
else
    "$venv/bin/pip" install --quiet --upgrade phonenumbers
fi
python="$venv/bin/python"
"$python" crates/numplan-gen/extract.py crates/numplan-gen/data/metadata.tsv
"$python" crates/numplan-gen/extract_prefixes.py .cache/prefixes.tsv
cargo run --release --quiet -p numplan-gen -- crates/numplan-gen/data/metadata.tsv crates/numplan/data
cargo run --release --quiet -p numplan-gen --bin numplan-names -- .cache/prefixes.tsv crates/numplan/data
"$python" conformance/oracle.py --lines 28000 --seed 2 | gzip -9n >crates/numplan/tests/fixtures/conformance.tsv.gz
