#!/usr/bin/env bash
# Checks the OpenAPI documents with openapi-spec-validator and redocly, generates clients from the public one with
# openapi-python-client, @hey-api/openapi-ts and openapi-typescript, compiles them, and runs them and the SDKs against a
# server. NUMSIFT_BIN names the binary; the default is the debug build of this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
source scripts/lib/postgres.sh
binary=$(realpath "${NUMSIFT_BIN:-${CARGO_TARGET_DIR:-target}/debug/numsift}")
[ -x "$binary" ] || { echo "no binary at $binary: run cargo build --package numsift" >&2; exit 1; }
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true DO_NOT_TRACK=1

# The tools, cached by their versions.
python=$(scripts/lib/api-tools.sh)
[ -d sdk/check/node_modules ] || (cd sdk/check && npm install --no-audit --no-fund --loglevel=error)
tools=$PWD/sdk/check/node_modules/.bin

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill $server 2> /dev/null; wait $server 2> /dev/null; } || true; rm -rf "$work"' EXIT
mkdir "$work/check"
cp sdk/check/*.* "$work/check"
ln -s "$PWD/sdk/check/node_modules" "$work/check/node_modules"
cd "$work/check"
"$binary" openapi > console.json
"$binary" openapi --public > public.json

for document in console public; do
    "$python/bin/openapi-spec-validator" "$document.json"
done
"$tools/redocly" lint --config lint.yaml console public.json --format stylish > redocly.log 2>&1 || { cat redocly.log; exit 1; }
! grep -E '^ *[0-9]+:[0-9]+ ' redocly.log || { echo "redocly has remarks" >&2; exit 1; }
echo "redocly: no errors and no warnings"

# A server of the demo, with a key.
port=$(free_port)
export NUMSIFT_URL=http://127.0.0.1:$port
NUMSIFT_WEBHOOK_HOSTS=127.0.0.1 "$binary" serve --demo --demo-empty --port "$port" --data "$work/data" \
    > "$work/server.log" 2>&1 &
server=$!
for _ in $(seq 600); do
    curl --silent --fail --output /dev/null "$NUMSIFT_URL/readyz" && break
    kill -0 $server || { cat "$work/server.log" >&2; exit 1; }
    sleep 0.1
done
# call PATH BODY FIELD [SID]: calls the console API and prints a field of the response data.
call() {
    curl --silent --fail --header 'Content-Type: application/json' --header "sid: ${4:-}" --data "$2" "$NUMSIFT_URL/api/$1" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["data"][sys.argv[1]])' "$3"
}
sid=$(call user/login '{"username": "api", "password": "numsift-demo"}' sid)
NUMSIFT_API_KEY=$(call user/generateApi \
    '{"name": "clients", "scopes": ["lookup", "tasks:read", "tasks:write", "balance", "webhooks", "suppression:read", "suppression:write", "usage", "generate"], "ips": [], "expires_at": null}' secret "$sid")
export NUMSIFT_API_KEY

PATH=$python/bin:$PATH openapi-python-client generate --config python-client.yaml --path public.json --output-path numsift_generated --meta none --fail-on-warning > python.log 2>&1 ||
    { cat python.log; exit 1; }
# The generator's own client.py passes its arguments on without types.
printf '[mypy]\nstrict = true\n[mypy-numsift_generated.client]\nignore_errors = true\n' > mypy.ini
"$python/bin/mypy" --config-file mypy.ini generated.py numsift_generated
"$python/bin/python" generated.py

"$tools/openapi-ts" > hey-api.log 2>&1 || { cat hey-api.log; exit 1; }
"$tools/openapi-typescript" public.json --output schema.d.ts > openapi-typescript.log 2>&1 ||
    { cat openapi-typescript.log; exit 1; }
"$tools/tsc" --project .
node build/hey-api.js
node build/openapi-typescript.js

# The SDKs: generated types are current, packages install into an empty environment and work there.
cd "$root"
"$python/bin/python" sdk/python/generate.py < "$work/check/public.json" | diff - sdk/python/src/numsift/schema.py > /dev/null ||
    { echo "sdk/python/src/numsift/schema.py is out of date: run make api-types" >&2; exit 1; }
"$tools/openapi-typescript" "$work/check/public.json" --output "$work/schema.ts" > /dev/null 2>&1
diff "$work/schema.ts" sdk/typescript/src/schema.ts > /dev/null ||
    { echo "sdk/typescript/src/schema.ts is out of date: run make api-types" >&2; exit 1; }

cp -r sdk/python "$work/python"
cd "$work/python"
"$python/bin/mypy" --config-file pyproject.toml src/numsift generate.py examples tests
"$python/bin/python" -m build --no-isolation --outdir "$work/dist" . > build.log 2>&1 || { cat build.log; exit 1; }
python3 -m venv "$work/empty"
"$work/empty/bin/pip" install --quiet --disable-pip-version-check "$work"/dist/numsift-*.whl
rm -r src
"$work/empty/bin/python" tests/test_sdk.py
# The helpers for data frames need pandas and polars, which the package does not.
"$python/bin/pip" install --quiet --disable-pip-version-check --no-deps --force-reinstall "$work"/dist/numsift-*.tar.gz --no-build-isolation
"$python/bin/python" tests/test_sdk.py Frames

cp -r "$root/sdk/typescript" "$work/typescript"
cd "$work/typescript"
"$tools/tsc" --project .
npm pack --silent --pack-destination "$work/dist" > /dev/null
mkdir "$work/empty-npm"
cd "$work/empty-npm"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund "$work"/dist/numsift-*.tgz
cp "$work/typescript/test/sdk.test.mjs" .
node --test sdk.test.mjs > node.log 2>&1 || { cat node.log; exit 1; }
echo "numsift for TypeScript: $(grep -c '^# Subtest\|^✔' node.log) tests"

# The programs of the cookbook, with both SDKs.
"$python/bin/python" "$root/sdk/check/cookbook.py" "$root/docs/cookbook.md" "$work/empty-npm"
