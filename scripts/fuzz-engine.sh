#!/usr/bin/env bash
# Fuzzes the number engine under AddressSanitizer: fuzz-engine.sh SECONDS [TARGET...]
# Runs each target for that many seconds, all of them at the same time. Inputs that fail are kept and printed.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:?usage: fuzz-engine.sh SECONDS [TARGET...]}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(agreement batch space)

host=$(rustc -vV | sed -n 's/^host: //p')
runtime=$(rustc --print target-libdir)/librustc-*_rt.asan.a
if ! compgen -G "$runtime" > /dev/null; then
    echo "the AddressSanitizer runtime is missing: no $runtime; install the toolchain with rustup" >&2
    exit 1
fi
if ! command -v c++ > /dev/null; then
    echo "libFuzzer needs a C++ compiler: install g++" >&2
    exit 1
fi

# The flags of cargo-fuzz. The sanitizer is unstable, so a stable toolchain needs RUSTC_BOOTSTRAP. With --target, build
# scripts are compiled without the flags.
folder=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
env -u RUSTC_WORKSPACE_WRAPPER RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR="$folder" CARGO_INCREMENTAL=0 \
    RUSTFLAGS="--cfg fuzzing -Zsanitizer=address -Cpasses=sancov-module \
-Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares" \
    cargo build --quiet --locked --release --manifest-path fuzz/Cargo.toml --target "$host"

# Leak detection needs ptrace, which containers often forbid.
export ASAN_OPTIONS=detect_leaks=0
declare -A processes
for target in "${targets[@]}"; do
    case $target in batch) longest=4096 ;; *) longest=64 ;; esac
    mkdir -p "$folder/corpus/$target" "$folder/artifacts"
    "$folder/$host/release/$target" "$folder/corpus/$target" "fuzz/seeds/$target" -dict=fuzz/phone.dict \
        -max_len=$longest -timeout=300 -report_slow_units=300 -artifact_prefix="$folder/artifacts/$target-" \
        -max_total_time="$seconds" -runs=$((seconds * 20000)) > "$folder/$target.log" 2>&1 &
    processes[$target]=$!
done
failed=0
for target in "${targets[@]}"; do
    if wait "${processes[$target]}"; then
        echo "$target: $(grep '^Done' "$folder/$target.log")"
    else
        grep -vE '^#[0-9]+\s+(NEW|REDUCE|pulse|RELOAD)' "$folder/$target.log" >&2
        echo "$target failed; the input is in $folder/artifacts" >&2
        failed=1
    fi
done
exit $failed
