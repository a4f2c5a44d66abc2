#!/usr/bin/env bash
# Sends generated requests to every operation of the public API and checks the answers against its OpenAPI document.
# A 5xx, or an answer that the document does not describe, fails the run.
# NUMSIFT_BIN names the binary; the default is the debug build of this checkout. Arguments are passed to schemathesis.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/lib/postgres.sh
binary=${NUMSIFT_BIN:-${CARGO_TARGET_DIR:-target}/debug/numsift}
[ -x "$binary" ] || { echo "no binary at $binary: run cargo build --package numsift" >&2; exit 1; }

version=4.32.5
venv=.cache/schemathesis-$version
if [ ! -x "$venv/bin/schemathesis" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet "schemathesis==$version"
fi

work=$(mktemp -d)
port=$(free_port)
url=http://127.0.0.1:$port
# Requests that are rejected by a rate limit would test nothing.
export NUMSIFT_API_LOOKUP_PER_MINUTE=1000000 NUMSIFT_API_TASKS_PER_MINUTE=1000000 NUMSIFT_API_READ_PER_MINUTE=1000000
"$binary" serve --demo --demo-empty --port "$port" --data "$work/data" > "$work/server.log" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null || true; wait $server 2> /dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 300); do
    curl --silent --fail --output /dev/null "$url/readyz" && break
    kill -0 $server || { cat "$work/server.log" >&2; exit 1; }
    sleep 0.1
done

# call PATH BODY [SID]: calls the console API and prints the field of the response data that FIELD names.
call() {
    curl --silent --fail --header 'Content-Type: application/json' --header "sid: ${3:-}" --data "$2" "$url/api/$1" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["data"][sys.argv[1]])' "$FIELD"
}
sid=$(FIELD=sid call user/login '{"username": "api", "password": "numsift-demo"}')
key=$(FIELD=secret call user/generateApi \
    '{"name": "fuzz", "scopes": ["lookup", "tasks:read", "tasks:write", "balance"], "ips": [], "expires_at": null}' "$sid")

"$venv/bin/schemathesis" run "$url/v1/openapi.json" --url "$url/v1" \
    --header "Authorization: Bearer $key" \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance,unsupported_method,ignored_auth \
    --max-examples "${NUMSIFT_FUZZ_EXAMPLES:-60}" --no-color "$@"
