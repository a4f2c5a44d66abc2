#!/bin/sh
# Saves a picture of every page of the console, in every variant, into ./screenshots.
# NUMSIFT_BIN names the binary to show; by default the release build of this checkout.
# SHOTS_LANGUAGES=es,ja takes them in these languages instead of Chinese and English; SHOTS_CONTINUE=1 goes on after an
# interruption, with what is missing of this build.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
NUMSIFT_BIN=${NUMSIFT_BIN:-$root/target/release/numsift}
[ -x "$NUMSIFT_BIN" ] || { echo "no binary at $NUMSIFT_BIN: build it first" >&2; exit 1; }
export NUMSIFT_BIN
cd "$root/web"
npm run --silent screenshots
echo "pictures are in $root/screenshots"
