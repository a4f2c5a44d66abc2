#!/bin/sh
# Creates the Python environment of the reference, with the release that the tables were made from,
# and prints its interpreter.
set -eu
cd "$(dirname "$0")/.."
version="$(head -n 1 crates/numplan-gen/data/metadata.tsv | cut -f 2)"
venv=".cache/phonenumbers-$version"
if [ ! -x "$venv/bin/python" ] || ! "$venv/bin/python" -c 'import phonenumbers' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet "phonenumbers==$version" >&2
fi
echo "$venv/bin/python"
