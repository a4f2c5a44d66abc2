#!/usr/bin/env bash
# check-release.sh BINARY: fails if a release binary contains the crash points of the tests.
set -euo pipefail
binary=${1:?usage: check-release.sh BINARY}

[ -f "$binary" ] || { echo "$binary does not exist" >&2; exit 1; }
if grep --quiet --text --fixed-strings NUMSIFT_BREAK "$binary"; then
    echo "$binary contains crash points: a dependency enables the feature \`breakpoints\` of numsift-store" >&2
    exit 1
fi
