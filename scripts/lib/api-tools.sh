#!/usr/bin/env bash
# Prints the folder of the Python environment with the tools of sdk/check/requirements.txt, which is made if it is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=$PWD/.cache/api-tools-$(sha256sum sdk/check/requirements.txt | cut -c 1-12)
mkdir -p .cache
exec 9> .cache/api-tools.lock
flock 9
if [ ! -e "$tools/.installed" ]; then
    python3 -m venv "$tools" >&2
    "$tools/bin/pip" install --quiet --disable-pip-version-check --requirement sdk/check/requirements.txt >&2
    touch "$tools/.installed"
fi
echo "$tools"
