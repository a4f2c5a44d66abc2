#!/bin/sh
# Compares numplan with PyPI `phonenumbers` on a seeded corpus: conformance.sh [LINES] [SEED].
# Fails on any difference. Answers are streamed, so memory use is small.
set -eu
cd "$(dirname "$0")/.."
lines="${1:-5000000}"
seed="${2:-1}"
jobs="${JOBS:-$(getconf _NPROCESSORS_ONLN)}"

python="$(scripts/conformance-venv.sh)"
cargo build --release --quiet -p numplan --example conformance
compare="${CARGO_TARGET_DIR:-target}/release/examples/conformance"

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
echo "conformance: $lines lines, seed $seed, $jobs processes, phonenumbers $("$python" conformance/oracle.py --version)"

# If the oracle fails, the corpus is short; the lines are counted below to notice it.
shard=0
while [ "$shard" -lt "$jobs" ]; do
    {
        if "$python" conformance/oracle.py --seed "$seed" --lines "$lines" --shard "$shard/$jobs" |
            "$compare" >"$work/$shard"; then :; else touch "$work/failed"; fi
    } &
    shard=$((shard + 1))
done
wait

cat "$work"/[0-9]*
total=$(awk '/ lines, .* differences/ { sum += $1 } END { print sum + 0 }' "$work"/[0-9]*)
if [ "$total" -lt "$lines" ]; then
    echo "conformance: only $total of $lines lines were compared" >&2
    exit 1
fi
if [ -e "$work/failed" ]; then
    echo "conformance: the engine differs from the reference" >&2
    exit 1
fi
echo "conformance: $total lines, no difference"
