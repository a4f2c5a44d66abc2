#!/bin/sh
# Builds the peers that are available, runs them on the same lines and prints one table.
# bench/engine/run.sh [LINES]; medians, single thread unless a row says otherwise.
set -eu
cd "$(dirname "$0")"
lines="${1:-1000000}"
turns="${TURNS:-7}"
rounds="${ROUNDS:-9}"
root="$(cd ../.. && pwd)"
work="$root/.cache/bench-engine"
out="$work/results"
rm -rf "$out"
mkdir -p "$out"
python="$root/$("$root/scripts/conformance-venv.sh")"
say() { echo "bench: $*" >&2; }

text="$work/lines-$lines.txt"
if [ ! -s "$text" ]; then
    say "generating $lines lines"
    "$python" corpus.py "$lines" "$text.new"
    mv "$text.new" "$text"
fi

say "building"
cargo build --release --quiet
bin="${CARGO_TARGET_DIR:-target}/release"
# Count the table that the compiler derives as well: for each profile (48 bytes, in the section whose length is
# at byte 20) one word for each of 17 lengths.
derived=$(($(od -An -tu4 -j20 -N4 "$root/crates/numplan/data/plan.bin") / 48 * 17 * 4))
tables=$(($(cat "$root"/crates/numplan/data/*.bin "$root"/crates/numplan/data/*.txt | wc -c) + derived))
echo "{\"name\":\"tables\",\"bytes\":$tables}" >"$out/tables.json"

# peer NAME LIMIT ROUNDS COMMAND…: runs a peer on the first LIMIT lines and appends its results.
peer() {
    name="$1" limit="$2" times="$3"
    shift 3
    say "running $name"
    if ! "$@" "$text" "$times" "$limit" "$out/$name.tsv" >>"$out/$name.json"; then
        say "$name failed and is omitted"
        rm -f "$out/$name.json"
    fi
}

# The speed of a machine varies over time, so the peers that are compared most closely take turns.
turn=0
while [ "$turn" -lt "$turns" ]; do
    turn=$((turn + 1))
    peer ours "$lines" "$rounds" "$bin/ours"
    peer phonelib "$lines" "$rounds" "$bin/phonelib"
    say "running numsift check"
    "$python" process.py "$bin/check" "$text" "$work" >>"$out/process.json"
done
peer rlibphonenumber "$lines" 3 "$bin/rlibphonenumber"
peer phonenumber 1000 1 "$bin/phonenumber"

if command -v npm >/dev/null; then
    (cd node && npm install --silent --no-audit --no-fund --no-package-lock) && peer js 100000 3 node node/bench.js
else
    say "no npm: libphonenumber-js is omitted"
fi

if [ -e /usr/include/phonenumbers/phonenumberutil.h ] && command -v c++ >/dev/null; then
    version="$(dpkg-query --show --showformat='${Version}' libphonenumber-dev 2>/dev/null || echo unknown)"
    c++ -O2 -std=c++17 -DPEER_VERSION="\"$version\"" -o "$work/cpp" cpp/bench.cc -lphonenumber
    peer cpp 50000 3 "$work/cpp"
else
    say "no C++ libphonenumber installed: omitted"
fi

say "running Python phonenumbers"
"$python" oracle.py "$text" 3 20000 - --timed >"$out/python.json"
say "computing the answers of the reference"
"$python" oracle.py "$text" 1 200000 "$out/reference.tsv"
{
    echo "CPU: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(getconf _NPROCESSORS_ONLN) cores; $(rustc --version)"
    echo "Lines: $lines; reference: phonenumbers $("$python" -c 'import phonenumbers; print(phonenumbers.__version__)')"
    echo
    "$python" report.py "$out"
} | tee "$out/table.md"
