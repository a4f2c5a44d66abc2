#!/usr/bin/env bash
# Screens a list: creates a task from a file, waits until it is done and saves the results as CSV. Needs curl.
#
#   NUMSIFT_API_KEY=ns_… ./screen.sh numbers.txt results.csv whatsapp
set -euo pipefail

url=${NUMSIFT_URL:-http://127.0.0.1:8080}
: "${NUMSIFT_API_KEY:?set it to an API key; create one in the console under API info}"
list=${1:?usage: screen.sh LIST OUTPUT [PROJECT]}
out=${2:?usage: screen.sh LIST OUTPUT [PROJECT]}
project=${3:-whatsapp}

# api PATH OPTION...: makes a call; the key does not show up in the process list. An error is printed and ends the
# script. Retrying after 429 or 503 is safe even for the POST, because the Idempotency-Key stays the same.
api() {
    curl --silent --show-error --fail-with-body --retry 3 \
        --header @<(printf 'Authorization: Bearer %s\n' "$NUMSIFT_API_KEY") "${@:2}" "$url/v1/$1"
}

# field NAME: prints the value of a field of the JSON on standard input.
field() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p"; }

task=$(api tasks \
    --header "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
    --form "task={\"checks\": [{\"project\": \"$project\"}]};type=application/json" \
    --form "file=@$list")
id=$(field id <<< "$task")
echo "task $id"

while true; do
    task=$(api "tasks/$id")
    case $(field state <<< "$task") in
        done) break ;;
        cancelled | failed) echo "the task ended early: $task" >&2; exit 1 ;;
    esac
    sleep 2
done

api "tasks/$id/results" --header 'Accept: text/csv' --output "$out"
echo "$(($(wc -l < "$out") - 1)) rows in $out"
