#!/usr/bin/env bash
# Fuzzes everything that reads foreign bytes under AddressSanitizer: fuzz-readers.sh SECONDS [TARGET...]
# Runs each target for that many seconds, two at a time. Inputs that fail are kept and printed.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz-readers.sh SECONDS [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(preview text archive workbook template config callback answer)

host=$(rustc -vV | sed -n 's/^host: //p')
if ! compgen -G "$(rustc --print target-libdir)/librustc-*_rt.asan.a" > /dev/null; then
    echo "the AddressSanitizer runtime is missing: install the toolchain with rustup" >&2
    exit 1
fi
# The flags of cargo-fuzz, as in fuzz-engine.sh. The readers are compared by coverage only, which builds sooner.
folder=${CARGO_TARGET_DIR:-$PWD/target}/fuzz-readers
env -u RUSTC_WORKSPACE_WRAPPER RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$folder" CARGO_INCREMENTAL=0 \
    RUSTFLAGS="--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=3 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table" \
    cargo build --quiet --locked --release --manifest-path fuzz/readers/Cargo.toml --target "$host"

# Leak detection needs ptrace, which containers often forbid. An allocation that fails is a finding.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=0
failed=0
run() {
    local target=$1
    mkdir -p "$folder/corpus/$target" "$folder/artifacts"
    # More than 600 MB or a minute for one input is a finding, too.
    "$folder/$host/release/$target" "$folder/corpus/$target" "fuzz/readers/seeds/$target" -max_len=8192 \
        -timeout=60 -rss_limit_mb=900 -malloc_limit_mb=300 -artifact_prefix="$folder/artifacts/$target-" \
        -max_total_time="$seconds" > "$folder/$target.log" 2>&1
}
while [ ${#targets[@]} -gt 0 ]; do
    batch=("${targets[@]:0:2}")
    targets=("${targets[@]:2}")
    declare -A processes=()
    for target in "${batch[@]}"; do
        run "$target" &
        processes[$target]=$!
    done
    for target in "${batch[@]}"; do
        if wait "${processes[$target]}"; then
            echo "$target: $(grep '^Done' "$folder/$target.log")"
        else
            grep -vE '^#[0-9]+\s+(NEW|REDUCE|pulse|RELOAD)' "$folder/$target.log" | tail -n 60 >&2
            echo "$target failed; the input is in $folder/artifacts" >&2
            failed=1
        fi
    done
done
exit $failed
