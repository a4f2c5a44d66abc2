#!/bin/sh
# Measures login, dashboard, results and task list with Lighthouse and compares them with their budgets.
# NUMSIFT_BIN names the binary; the default is the release build of this checkout. RUNS=1, PAGES=login,results and
# DEVICES=desktop measure less. COMPARE="name=http://127.0.0.1:5001/ …" measures other sites too, without budgets.
# Speed counts only with a release build on an idle machine.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
NUMSIFT_BIN=${NUMSIFT_BIN:-$root/target/release/numsift}
[ -x "$NUMSIFT_BIN" ] || { echo "no binary at $NUMSIFT_BIN: build it first" >&2; exit 1; }
export NUMSIFT_BIN
cd "$root/web/tools/lighthouse"
[ node_modules -nt package-lock.json ] || { npm install --no-audit --no-fund --loglevel=error && touch node_modules; }
npm run --silent measure
