#!/usr/bin/env bash
# Checks everything, goes on after a failure, and ends with one line: N passed, N failed.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/lib/postgres.sh

target=${CARGO_TARGET_DIR:-target}
work=$(mktemp -d)
# Files of tests are thrown away: in memory, where there is room, no commit of theirs waits for a disk.
room=$(df --output=avail /dev/shm 2> /dev/null | tail -n 1)
if [ "${room:-0}" -gt 4194304 ] && [ -w /dev/shm ]; then files=$(mktemp -d -p /dev/shm); else files=$(mktemp -d); fi
# A test that starts a database of its own as root does so as another user, who must get through here.
chmod 711 "$files"
passed=0
failed=0
failures=()
trap 'stop_postgres "$work/pg"; rm -rf "$work" "$files"' EXIT

# step NAME COMMAND...: one check that passes or fails as a whole.
step() {
    local name=$1 began=$SECONDS
    shift
    echo "── $name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        failures+=("$name")
    fi
    echo "   $((SECONDS - began)) s"
}

# suite NAME COUNTER COMMAND...: many tests; COUNTER prints how many passed and failed.
suite() {
    local name=$1 counter=$2 began=$SECONDS good bad status
    shift 2
    echo "── $name"
    "$@" 2>&1 | tee "$work/log"
    status=${PIPESTATUS[0]}
    read -r good bad < <("$counter" "$work/log")
    # A runner that failed without counting a failure (it did not build, it crashed) has failed.
    if [ "$status" != 0 ] && [ "${bad:-0}" = 0 ]; then bad=1; fi
    # One that says it is fine but ran nothing has checked nothing.
    if [ "$status" = 0 ] && [ "${good:-0}" = 0 ]; then bad=1; fi
    passed=$((passed + ${good:-0}))
    failed=$((failed + ${bad:-0}))
    if [ "${bad:-0}" != 0 ]; then failures+=("$name"); fi
    echo "   $((SECONDS - began)) s"
}

count_nextest() {
    local line
    line=$(grep -E '^ *Summary .* tests? run:' "$1" | tail -n 1)
    echo "$(grep -oE '[0-9]+ passed' <<< "$line" | grep -oE '[0-9]+') $(grep -oE '[0-9]+ failed' <<< "$line" | grep -oE '[0-9]+' || echo 0)"
}

count_cargo_test() {
    awk '/^test result:/ { for (i = 1; i < NF; i++) { if ($(i+1) ~ /^passed/) p += $i; if ($(i+1) ~ /^failed/) f += $i } } END { print p + 0, f + 0 }' "$1"
}

count_json() { # vitest and playwright write reports; the newest one is this run's
    node -e '
        const report = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
        const vitest = report.numPassedTests !== undefined;
        const good = vitest ? report.numPassedTests : report.stats.expected;
        // Whatever passes only sometimes has failed.
        const bad = vitest ? report.numFailedTests : report.stats.unexpected + report.stats.flaky;
        console.log(good, bad);
    ' "$report"
}

rust_tests() {
    # Errors that tests provoke on purpose would each look up where they come from.
    local -x RUST_BACKTRACE=0
    if command -v cargo-nextest > /dev/null; then
        # Many wait for other processes, for databases or for time to pass.
        cargo nextest run --locked --workspace --no-fail-fast --status-level fail --final-status-level fail \
            --test-threads $((2 * $(nproc)))
    else
        cargo test --locked --workspace --no-fail-fast --lib --bins --tests
    fi
}

# Clippy is the compiler with more to say. Building with it checks and builds in one go; a run of its own would
# compile every third-party crate a second time.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver
# Whoever works here has built before, and the next build goes on from there. On a machine that builds once nobody
# reads what would be written down for a second time.
[ -d "$target/debug/incremental" ] || export CARGO_INCREMENTAL=0
# (--all-targets would build crates once more for benches that they do not have.)
build_without_warnings() {
    cargo build --locked --workspace --lib --bins --tests --examples 2>&1 | tee "$work/build"
    [ "${PIPESTATUS[0]}" = 0 ] && ! grep -q '^warning' "$work/build"
}

# Some crates say that there are no tests within them, so that they are not built a second time for these.
no_test_is_left_out() {
    local manifest found=0
    while read -r manifest; do
        ! grep -rnF '#[cfg(test)]' "${manifest%/Cargo.toml}/src" || found=1
    done < <(grep -l '^test = false' crates/*/Cargo.toml bench/*/Cargo.toml)
    [ "$found" = 0 ] || { echo "these tests are never run: their Cargo.toml says test = false" >&2; return 1; }
}

openapi_is_current() {
    diff <("$target/debug/numsift" openapi) web/openapi.json > /dev/null ||
        { echo "web/openapi.json is not what the server says: run make api-types" >&2; return 1; }
}

start_postgres "$work/pg" || exit 1
NUMSIFT_TEST_PG_URL=$(postgres_url "$work/pg" postgres)
export NUMSIFT_TEST_PG_URL

step "the web pages build" npm --prefix web run --silent build
step "format of the Rust code" cargo fmt --all --check
step "every test is run" no_test_is_left_out
step "the Rust code builds, and clippy has nothing to say" build_without_warnings
export TMPDIR=$files
if command -v cargo-nextest > /dev/null; then counter=count_nextest; else counter=count_cargo_test; fi
suite "Rust tests" "$counter" rust_tests
suite "examples in the documentation" count_cargo_test cargo test --locked --quiet --workspace --doc
step "the OpenAPI document is current" openapi_is_current

rm -f web/test-results/*.json
step "types of the web code" npm --prefix web run --silent typecheck
step "lint of the web code" npm --prefix web run --silent lint
report=web/test-results/vitest.json suite "web unit tests" count_json npm --prefix web run --silent test
step "sizes of the web pages" npm --prefix web run --silent budget
NUMSIFT_BIN="$PWD/$target/debug/numsift"
case $target in /*) NUMSIFT_BIN="$target/debug/numsift" ;; esac
export NUMSIFT_BIN
report=web/test-results/playwright.json suite "browser journeys" count_json npm --prefix web run --silent e2e

echo
for name in ${failures[@]+"${failures[@]}"}; do echo "failed: $name"; done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
