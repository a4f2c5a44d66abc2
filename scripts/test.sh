#!/usr/bin/env bash
# Checks everything, continues after a failure, and ends with one line: N passed, N failed.
#
# A test that fails is run once more, alone, at the end. If it passes then, the run is green, the test is
# listed as flaky, and what it left behind is kept in test-results/flaky.
set -uo pipefail
cd "$(dirname "$0")/.."
source scripts/lib/postgres.sh

target=${CARGO_TARGET_DIR:-target}
case $target in /*) ;; *) target=$PWD/$target ;; esac
work=$(mktemp -d)
# Test files and databases live in memory where there is room, so that commits do not wait for a disk, and a full disk
# fails no test.
room=$(df --output=avail /dev/shm 2> /dev/null | tail -n 1)
if [ "${room:-0}" -gt 4194304 ] && [ -w /dev/shm ]; then files=$(mktemp -d -p /dev/shm); else files=$(mktemp -d); fi
# PostgreSQL servers that tests start as root run as another user, who must be able to enter this folder.
chmod 711 "$files"
passed=0
failed=0
failures=()
reruns=()
flaky=()
trap 'stop_postgres "$files/pg"; rm -rf "$work" "$files"' EXIT

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

# suite NAME RUNNER REPORT RERUN COMMAND...: many tests, counted from the runner's report. RERUN is the
# function that runs the failed ones again at the end.
suite() {
    local name=$1 runner=$2 report=$3 rerun=$4 began=$SECONDS good bad status
    shift 4
    echo "── $name"
    rm -f "$report"
    "$@" 2>&1 | tee "$work/$runner.log"
    status=${PIPESTATUS[0]}
    read -r good bad < <(scripts/lib/test-report.py count "$runner" "$report")
    passed=$((passed + good))
    if [ "$bad" != 0 ]; then
        reruns+=("$name|$runner|$report|$rerun")
    elif [ "$status" != 0 ] || [ "$good" = 0 ]; then
        # The runner did not build, crashed, or ran nothing.
        failed=$((failed + 1))
        failures+=("$name")
    fi
    echo "   $((SECONDS - began)) s"
}

# rerun_failed NAME RUNNER REPORT RERUN: runs the failed tests of a suite once more, alone.
rerun_failed() {
    local name=$1 runner=$2 report=$3 rerun=$4 first=$work/$2.first good bad test
    echo "── $name: the failed tests once more"
    scripts/lib/test-report.py failed "$runner" "$report" | sort > "$first"
    mkdir -p test-results/flaky
    cp "$report" "$work/$runner.log" test-results/flaky/
    "$rerun" "$report"
    read -r good bad < <(scripts/lib/test-report.py count "$runner" "$report")
    if [ $((good + bad)) -lt "$(wc -l < "$first")" ]; then
        bad=$(wc -l < "$first") # not all of them ran
        good=0
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" != 0 ]; then failures+=("$name"); fi
    while read -r test; do flaky+=("$test"); done < <(
        [ "$good" = 0 ] || comm -23 "$first" <(scripts/lib/test-report.py failed "$runner" "$report" | sort))
}

rust_tests() {
    # Errors that tests provoke on purpose would each resolve a backtrace.
    local -x RUST_BACKTRACE=0
    cargo nextest run --locked --workspace --no-fail-fast --status-level fail --final-status-level fail "$@"
}
rust_tests_in_parallel() { rust_tests --test-threads $((2 * $(nproc))); } # many tests only wait
rerun_rust_tests() { rust_tests --test-threads 1 -E "$(scripts/lib/test-report.py filter "$1")"; }

web_tests() { npm --prefix web run --silent test -- "$@"; }
rerun_web_tests() {
    local files
    mapfile -t files < <(scripts/lib/test-report.py failed vitest "$1" | cut -d ' ' -f 1 | sort -u)
    rm -f "$1"
    web_tests "${files[@]}"
}

journeys() { npm --prefix web run --silent e2e -- "$@"; }
rerun_journeys() {
    cp -r web/test-results/playwright test-results/flaky/
    rm -f "$1"
    journeys --last-failed --workers 1 --trace on
    cp -r web/test-results/playwright test-results/flaky/rerun
}

# Clippy is the compiler with more lints: building with it checks and builds in one pass.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver
# Incremental state is only worth writing where a later build reads it.
[ -d "$target/debug/incremental" ] || export CARGO_INCREMENTAL=0
build_without_warnings() {
    # Not --all-targets: that builds crates once more for benches that they do not have.
    cargo build --locked --workspace --lib --bins --tests --examples 2>&1 | tee "$work/build"
    [ "${PIPESTATUS[0]}" = 0 ] && ! grep -q '^warning' "$work/build"
}

# Crates with `test = false` are not built a second time for unit tests, so they must not contain any.
no_test_is_left_out() {
    local manifest src found=0
    while read -r manifest; do
        src=${manifest%/Cargo.toml}
        # Next to a library with tests, `test = false` is about the binary.
        if [ -e "$src/src/lib.rs" ] && ! grep -Pzq '\[lib\][^[]*\ntest = false' "$manifest"; then src=$src/src/main.rs; fi
        ! grep -rnF --include='*.rs' '#[cfg(test)]' "$src" || found=1
    done < <(grep -l '^test = false' crates/*/Cargo.toml bench/*/Cargo.toml)
    [ "$found" = 0 ] || { echo "these tests are never run: their Cargo.toml says test = false" >&2; return 1; }
}

# The resolver applies features of dev-dependencies to the release binary as well.
no_test_features_in_release() {
    local tree
    tree=$(cargo tree --locked --package numsift --edges normal --prefix none --format '{lib} {f}') || return 1
    ! grep -wE 'breakpoints|conformance|simulation|testing' <<< "$tree" ||
        { echo "the release binary has features that only tests may enable" >&2; return 1; }
}

# The fuzz targets have lock files of their own, which a new dependency of a crate leaves out of date.
fuzz_locks_are_current() {
    local manifest host
    host=$(rustc -vV | sed -n 's/^host: //p')
    for manifest in fuzz/Cargo.toml fuzz/readers/Cargo.toml; do
        # Without the platform, the crates of all others would be downloaded.
        cargo metadata --locked --filter-platform "$host" --format-version 1 --manifest-path "$manifest" > /dev/null || return 1
    done
}

doc_tests() {
    cargo test --locked --quiet --workspace --doc
}

openapi_is_current() {
    diff <("$target/debug/numsift" openapi) web/openapi.json > /dev/null ||
        { echo "web/openapi.json is out of date: run make api-types" >&2; return 1; }
}

command -v cargo-nextest > /dev/null || { echo "numsift's tests need cargo-nextest: cargo install cargo-nextest" >&2; exit 1; }
rm -rf test-results
start_postgres "$files/pg" || exit 1
NUMSIFT_TEST_PG_URL=$(postgres_url "$files/pg" postgres)
export NUMSIFT_TEST_PG_URL

step "web build" npm --prefix web run --silent build
step "dependencies" scripts/check-dependencies.py
step "deployment files" scripts/check-deploy.sh
step "Rust format" cargo fmt --all --check
step "every test is run" no_test_is_left_out
step "release features" no_test_features_in_release
step "lock files of the fuzz targets" fuzz_locks_are_current
step "Rust build with clippy" build_without_warnings
export TMPDIR=$files
suite "Rust tests" nextest "$target/nextest/default/junit.xml" rerun_rust_tests rust_tests_in_parallel
step "documentation examples" doc_tests
step "number engine under AddressSanitizer" scripts/fuzz-engine.sh 20
step "OpenAPI document" openapi_is_current

step "web types" npm --prefix web run --silent typecheck
step "web lint" npm --prefix web run --silent lint
suite "web unit tests" vitest web/test-results/vitest.json rerun_web_tests web_tests
step "web bundle sizes" npm --prefix web run --silent budget
export NUMSIFT_BIN=$target/debug/numsift
step "API documents, generated clients and SDKs" scripts/check-api.sh
suite "browser journeys" playwright web/test-results/playwright.json rerun_journeys journeys

for entry in ${reruns[@]+"${reruns[@]}"}; do
    IFS='|' read -r name runner report rerun <<< "$entry"
    rerun_failed "$name" "$runner" "$report" "$rerun"
done

echo
for test in ${flaky[@]+"${flaky[@]}"}; do echo "flaky: $test"; done
for name in ${failures[@]+"${failures[@]}"}; do echo "failed: $name"; done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
