#!/bin/sh
# Takes a screenshot of every page of the console, in every variant, into ./screenshots.
# NUMSIFT_BIN names the binary; the default is the release build of this checkout.
# SHOTS_LANGUAGES=es,ja replaces the default languages (Chinese and English). SHOTS_CONTINUE=1 resumes an
# interrupted run.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
NUMSIFT_BIN=${NUMSIFT_BIN:-$root/target/release/numsift}
[ -x "$NUMSIFT_BIN" ] || { echo "no binary at $NUMSIFT_BIN: build it first" >&2; exit 1; }
export NUMSIFT_BIN
cd "$root/web"
npm run --silent screenshots
echo "screenshots are in $root/screenshots"
